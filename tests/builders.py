"""Small values for tests, with defaults that pass every check."""

from backend.orders.shapes import CartLine, ShippingAddress

KIT, BLOCKS, SOLD_OUT = "toy-051", "toy-001", "toy-016"
"""The Dinosaur Explorer Kit (41 in stock), Harbor Town Blocks, and a toy with none in stock."""


def make_address(**changes: str) -> ShippingAddress:
    """Return a complete address with `changes`."""
    fields = {
        "name": "Ada Quill",
        "street": "7 Teapot Lane",
        "city": "Portland",
        "state": "OR",
        "zip": "97201",
        "country": "USA",
    }
    return ShippingAddress(**(fields | changes))


def make_cart(*lines: tuple[object, object]) -> list[CartLine]:
    """Return a cart of these (product id, quantity) pairs; one kit if there are none."""
    return [CartLine(product_id=toy, quantity=units) for toy, units in lines or [(KIT, 1)]]
