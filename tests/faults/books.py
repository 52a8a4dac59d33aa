"""Look at the store's tables past the store: what was written, and whether it adds up."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Connection, select

from backend.orders.database import open_engine
from backend.orders.tables import OrderTables


@dataclass(frozen=True)
class Books:
    """All tables as they were at one moment."""

    stock: dict[str, int]
    orders: int
    """How many there are, cancelled ones included."""
    sold: Counter[str]
    """Units by toy in orders that are not cancelled."""
    odd_orders: list[str]
    """Orders without lines, or whose total is another than their lines cost."""


def read_books(database_url: str) -> Books:
    """Read the tables in one transaction, so that a purchase is in all of them or in none."""
    engine = open_engine(database_url)
    try:
        with engine.connect().execution_options(isolation_level="SERIALIZABLE") as connection:
            if engine.dialect.name == "sqlite":  # whose driver begins none for a SELECT
                connection.exec_driver_sql("BEGIN")
            return _read(connection)
    finally:
        engine.dispose()


def _read(connection: Connection) -> Books:
    tables = OrderTables.metadata.tables
    stock = {row.product_id: row.quantity for row in connection.execute(select(tables["stock"]))}
    orders = {row.order_id: row for row in connection.execute(select(tables["orders"]))}
    cents: Counter[str] = Counter()
    sold: Counter[str] = Counter()
    for line in connection.execute(select(tables["order_lines"])):
        cents[line.order_id] += line.unit_price_cents * line.quantity
        if orders[line.order_id].cancelled_at is None:
            sold[line.product_id] += line.quantity
    odd = [order_id for order_id, row in orders.items() if cents[order_id] != row.total_cents]
    return Books(stock, len(orders), sold, odd)
