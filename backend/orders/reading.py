"""Rows out of the database, as the orders that people see."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, RowMapping

from backend.money import from_cents
from backend.orders import statements
from backend.orders.shapes import Order, OrderLine, ShippingAddress
from backend.orders.status import status_at


def orders_from_rows(
    connection: Connection, rows: Sequence[RowMapping], now: datetime
) -> list[Order]:
    """Return the orders of `rows` with their lines, and their status at `now`."""
    if not rows:
        return []
    lines: dict[str, list[OrderLine]] = {row["order_id"]: [] for row in rows}
    for line in connection.execute(statements.LINES_OF_ORDERS, {"orders": list(lines)}).mappings():
        lines[line["order_id"]].append(
            # As it is stored, unchecked: it was checked when it was written, and whoever reads an
            # order back wants to see what became of it.
            OrderLine.model_construct(
                product_id=line["product_id"],
                name=line["name"],
                unit_price=from_cents(line["unit_price_cents"]),
                quantity=line["quantity"],
            )
        )
    return [_order(row, lines[row["order_id"]], now) for row in rows]


def stock_left(connection: Connection, product_id: str) -> int:
    """Return the units of a toy on the shelf."""
    left: int = connection.execute(statements.STOCK_LEFT, {"toy": product_id}).scalar_one()
    return left


def _order(row: RowMapping, lines: list[OrderLine], now: datetime) -> Order:
    placed_at = row["placed_at"]
    return Order(
        order_id=row["order_id"],
        status=status_at(now, placed_at=placed_at, cancelled_at=row["cancelled_at"]),
        items=tuple(lines),
        total=from_cents(row["total_cents"]),
        shipping_address=ShippingAddress.model_construct(
            name=row["ship_name"],
            street=row["ship_street"],
            city=row["ship_city"],
            state=row["ship_state"],
            zip=row["ship_zip"],
            country=row["ship_country"],
        ),
        placed_at=placed_at,
    )
