"""Did the purchase save what the shopper confirmed? The saved order against the confirmed cart.

Liftable as it is: this file needs the standard library and arize-phoenix-evals only.
"""

from collections.abc import Mapping
from typing import Any

from phoenix.evals import Score, create_evaluator

MATCH = "The stored product IDs and quantities match the confirmed cart."
NO_ORDER = "No stored order was found."

LARGEST = 2**63 - 1
"""The largest quantity: no database holds more in a whole number."""


def item_quantities(items: Any) -> dict[str, int]:
    """Return the total quantity of each product id in `items`.

    `items` is a list of `{"productId": text, "quantity": whole number above zero}`; other fields
    do not matter. Lines of one product are added up.

    Raises:
        ValueError: `items` is anything else, an empty list included. The message says what was
            found where, without a full stop at its end.
    """
    if not isinstance(items, list):
        raise ValueError(f"items must be a list, not {_kind(items)}")
    if not items:
        raise ValueError("items is empty")
    totals: dict[str, int] = {}
    for position, item in enumerate(items):
        if not isinstance(item, Mapping):
            raise ValueError(f"items[{position}] must be an object, not {_kind(item)}")
        product_id, quantity = item.get("productId"), item.get("quantity")
        if not isinstance(product_id, str) or not product_id:
            raise ValueError(f"items[{position}].productId must be text, not {_shown(product_id)}")
        # True is an int to Python, and 2.0 or "2" would mean that something rewrote the order.
        if not isinstance(quantity, int) or isinstance(quantity, bool) or quantity < 1:
            raise ValueError(
                f"items[{position}].quantity must be a whole number above zero, "
                f"not {_shown(quantity)}"
            )
        if quantity > LARGEST:
            raise ValueError(f"items[{position}].quantity is larger than a database can hold")
        totals[product_id] = totals.get(product_id, 0) + quantity
    return totals


def compare_items(output: Mapping[str, Any], expected: Mapping[str, Any]) -> tuple[bool, str]:
    """Return whether the stored order has the confirmed items, and the explanation.

    This is the rule; `ordered_items_match` gives it to Phoenix one order at a time, and
    `order_batches` to many orders at once.

    Raises:
        ValueError: `expected` is broken. That is an error of the evaluation's set-up and says
            nothing about the purchase, so it gets no label.
    """
    try:
        wanted = item_quantities(expected.get("items"))
    except ValueError as error:
        raise ValueError(f"Invalid expected cart: {error}.") from error
    saved = output.get("order")
    if not isinstance(saved, Mapping):
        return False, NO_ORDER
    try:
        stored = item_quantities(saved.get("items"))
    except ValueError as error:
        return False, f"Invalid stored order: {error}."
    if stored == wanted:
        return True, MATCH
    return False, f"Expected {wanted}; stored {stored}."


@create_evaluator(name="ordered_items_match", kind="code", direction="maximize")
def ordered_items_match(output: dict[str, Any], expected: dict[str, Any]) -> Score:
    """Label an order `pass` if it holds the confirmed products and quantities, else `fail`.

    `output` is `{"order": {"items": […]}}` as it was read back, `expected` is
    `{"items": […]}` as the shopper confirmed it. Score 1 is pass, 0 is fail.
    """
    equal, why = compare_items(output, expected)
    label, score = ("pass", 1) if equal else ("fail", 0)
    return Score(
        name="ordered_items_match",
        kind="code",
        direction="maximize",
        label=label,
        score=score,
        explanation=why,
    )


def _kind(value: Any) -> str:
    return "nothing" if value is None else type(value).__name__


def _shown(value: Any) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # a number of over 4,300 digits, a list of lists of …
        return f"a {type(value).__name__} too long to show"
