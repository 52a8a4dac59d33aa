"""The purchases that every contender makes: the same carts, of toys that do not run out."""

import random
import uuid
from dataclasses import dataclass

from backend.catalog.catalog import Catalog, catalog
from backend.orders.shapes import CartLine, ShippingAddress

TOYS_IN_A_CART = (1, 1, 1, 1, 1, 1, 1, 2, 2, 3)
"""Mostly one; of ten carts three hold more."""

_STOCK = 10_000_000
_ADDRESS = ShippingAddress(
    name="Robin Reader",
    street="1 Practice Lane",
    city="Springfield",
    state="IL",
    zip="62701",
    country="USA",
)


@dataclass(frozen=True)
class Cart:
    """What `OrderStore.place` is given."""

    shopper_id: str
    lines: tuple[CartLine, ...]
    """Each toy once."""
    address: ShippingAddress
    idempotency_key: str


def full_shelves() -> Catalog:
    """Return the shop's catalogue with more of each toy than a run can buy."""
    return Catalog(toy.model_copy(update={"stock": _STOCK}) for toy in catalog())


def drawn_carts(count: int) -> list[Cart]:
    """Return `count` carts, the same ones in every run."""
    rng = random.Random(51)
    toys = [toy.id for toy in catalog()]
    return [
        Cart(
            shopper_id=f"shopper-{rng.randrange(1_000):03}",
            lines=tuple(
                CartLine(product_id=toy, quantity=rng.randint(1, 3))
                for toy in rng.sample(toys, rng.choice(TOYS_IN_A_CART))
            ),
            address=_ADDRESS,
            idempotency_key=uuid.UUID(int=rng.getrandbits(128)).hex,
        )
        for _ in range(count)
    ]
