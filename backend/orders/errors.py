"""Why the store refused, one class a reason, each with a sentence for people.

OrderError                  nothing was written
EmptyCart
BadQuantity
UnknownToy
OutOfStock
IdempotencyKeyReused
OrderNotFound
CannotBeCancelled
DatabaseUnavailable         the database itself did not answer as it should
"""

from typing import Any, ClassVar

MAX_QUANTITY = 1_000
"""The most units of one toy that one order may hold."""

_SHOWN_CHARACTERS = 60


def shown(value: Any) -> str:
    """Return `value` as a message can quote it, cut where it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of over 4,300 digits, a list of lists of …
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


class OrderError(Exception):
    """A refusal. `code` is its name for programs, the message its sentence for people."""

    code: ClassVar[str]


class EmptyCart(OrderError):
    """A purchase without lines."""

    code = "empty_cart"

    def __init__(self) -> None:
        super().__init__("The cart is empty: add at least one toy before buying.")


class BadQuantity(OrderError):
    """A quantity that is not a whole number from 1 to MAX_QUANTITY."""

    code = "bad_quantity"

    def __init__(self, product_id: str, quantity: Any) -> None:
        self.product_id = product_id
        self.quantity = quantity
        super().__init__(
            f"The quantity of {shown(product_id)} is {shown(quantity)}: "
            f"it must be a whole number from 1 to {MAX_QUANTITY:,} in one order."
        )


class UnknownToy(OrderError):
    """A product id that the catalogue does not have."""

    code = "unknown_toy"

    def __init__(self, product_id: Any) -> None:
        self.product_id = product_id
        super().__init__(
            f"There is no toy with the id {shown(product_id)}: "
            "use the id of a toy in the catalogue, such as 'toy-051'."
        )


class OutOfStock(OrderError):
    """Fewer units on the shelf than wanted. `left` says how many there are."""

    code = "out_of_stock"

    def __init__(self, product_id: str, name: str, *, wanted: int, left: int) -> None:
        self.product_id = product_id
        self.name = name
        self.wanted = wanted
        self.left = left
        found = (
            f"Only {left} of {name} ({product_id}) left"
            if left
            else f"{name} ({product_id}) is sold out"
        )
        advice = f"order {left} or fewer" if left else "choose another toy"
        super().__init__(f"{found}, {wanted} wanted: {advice}.")


class IdempotencyKeyReused(OrderError):
    """The shopper's key belongs to an order with another cart or address."""

    code = "idempotency_key_reused"

    def __init__(self, key: str, order_id: str) -> None:
        self.key = key
        self.order_id = order_id
        super().__init__(
            f"The idempotency key {shown(key)} already placed order {order_id} "
            "with another cart or address: use a new key for a new purchase."
        )


class OrderNotFound(OrderError):
    """No such order, or the order of somebody else: the two look the same."""

    code = "order_not_found"

    def __init__(self, order_id: Any) -> None:
        self.order_id = order_id
        super().__init__(
            f"You have no order {shown(order_id)}: check the id, "
            "which looks like 'WT-4F7KQ-9XB2M', or list your orders."
        )


class CannotBeCancelled(OrderError):
    """The order has left the warehouse, or was cancelled before."""

    code = "cannot_be_cancelled"

    def __init__(self, order_id: str, status: str) -> None:
        self.order_id = order_id
        self.status = status
        super().__init__(
            f"Order {order_id} is {status}: only an order in processing can be cancelled."
        )


class DatabaseUnavailable(Exception):
    """The database could not be opened, or failed while it was used.

    `url` never holds the password.
    """

    code = "database_unavailable"

    def __init__(self, url: str, reason: str, advice: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(f"The order database {url} cannot be used: {reason}. {advice}")
