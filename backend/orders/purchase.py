"""A purchase that is checked and priced: between what the shopper asked and what is written."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from backend.catalog.toy import Toy
from backend.money import from_cents, to_cents
from backend.orders.errors import IdempotencyKeyReused, shown
from backend.orders.shapes import Order, OrderLine, ShippingAddress
from backend.orders.tables import TEXT_LENGTH


def checked_id(value: str, name: str) -> str:
    """Return `value`, which programs choose, never people: the shopper or an idempotency key.

    Raises:
        ValueError: it is blank, not printable or longer than a column holds.
    """
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(f"{name} must be printable text, not {shown(value)}")
    if len(value) > TEXT_LENGTH:
        raise ValueError(f"{name} has {len(value)} characters, at most {TEXT_LENGTH} are kept")
    return value


@dataclass(frozen=True)
class Purchase:
    """One line a toy, in the order of the cart."""

    shopper_id: str
    idempotency_key: str
    address: ShippingAddress
    lines: tuple[tuple[Toy, int], ...]
    """Each toy with the units wanted."""
    placed_at: datetime

    @property
    def total_cents(self) -> int:
        """What the lines cost in all."""
        return sum(to_cents(toy.price) * units for toy, units in self.lines)

    def order_row(self, order_id: str) -> dict[str, Any]:
        """Return the row of the table `orders`."""
        address = self.address
        return {
            "order_id": order_id,
            "shopper_id": self.shopper_id,
            "idempotency_key": self.idempotency_key,
            "total_cents": self.total_cents,
            "ship_name": address.name,
            "ship_street": address.street,
            "ship_city": address.city,
            "ship_state": address.state,
            "ship_zip": address.zip,
            "ship_country": address.country,
            "placed_at": self.placed_at,
            "cancelled_at": None,
        }

    def line_rows(self, order_id: str) -> list[dict[str, Any]]:
        """Return the rows of the table `order_lines`."""
        return [
            {
                "order_id": order_id,
                "position": position,
                "product_id": toy.id,
                "name": toy.name,
                "unit_price_cents": to_cents(toy.price),
                "quantity": units,
            }
            for position, (toy, units) in enumerate(self.lines)
        ]

    def order(self, order_id: str) -> Order:
        """Return the order that these rows make, as it is when it has just been placed."""
        return Order(
            order_id=order_id,
            status="processing",
            items=tuple(
                OrderLine(product_id=toy.id, name=toy.name, unit_price=toy.price, quantity=units)
                for toy, units in self.lines
            ),
            total=from_cents(self.total_cents),
            shipping_address=self.address,
            placed_at=self.placed_at,
        )

    def repeated(self, first: Order) -> Order:
        """Return `first`, which this purchase's key placed before, if it is the same purchase.

        Raises:
            IdempotencyKeyReused: its cart or its address is another.
        """
        wanted = {toy.id: units for toy, units in self.lines}
        saved = {line.product_id: line.quantity for line in first.items}
        if wanted != saved or self.address != first.shipping_address:
            raise IdempotencyKeyReused(self.idempotency_key, first.order_id)
        return first
