"""Buy in a test: everything but the cart has a default."""

from backend.orders.shapes import Order, ShippingAddress
from backend.orders.store import OrderStore
from tests.builders import make_address, make_cart


def buy(
    store: OrderStore,
    *lines: tuple[object, object],
    shopper: str = "ada",
    key: str = "key-1",
    address: ShippingAddress | None = None,
) -> Order:
    """Place an order for these (product id, quantity) pairs; for one kit if there are none."""
    return store.place(
        shopper_id=shopper,
        lines=make_cart(*lines),
        address=address or make_address(),
        idempotency_key=key,
    )
