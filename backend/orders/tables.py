"""The store's tables. Money is in whole US cents, time in UTC."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    MetaData,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

TEXT_LENGTH = 200


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the time zone, so it is put back when a row is read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Write any time zone's moment in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Read a moment with its time zone, UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class OrderTables(SQLModel):
    """The base of the store's tables, with a MetaData of their own."""

    metadata = MetaData()


class StockRow(OrderTables, table=True):
    """The units of a toy on the shelf."""

    __tablename__ = "stock"
    __table_args__ = (CheckConstraint("quantity >= 0", name="stock_not_negative"),)

    product_id: str = Field(primary_key=True, max_length=TEXT_LENGTH)
    quantity: int


class OrderRow(OrderTables, table=True):
    """An order without its lines. The price of its lines is `total_cents` in all."""

    __tablename__ = "orders"
    __table_args__ = (
        UniqueConstraint("shopper_id", "idempotency_key", name="orders_once_per_key"),
    )

    order_id: str = Field(primary_key=True, max_length=TEXT_LENGTH)
    shopper_id: str = Field(max_length=TEXT_LENGTH)
    idempotency_key: str = Field(max_length=TEXT_LENGTH)
    total_cents: int = Field(sa_type=BigInteger)
    ship_name: str = Field(max_length=TEXT_LENGTH)
    ship_street: str = Field(max_length=TEXT_LENGTH)
    ship_city: str = Field(max_length=TEXT_LENGTH)
    ship_state: str = Field(max_length=TEXT_LENGTH)
    ship_zip: str = Field(max_length=TEXT_LENGTH)
    ship_country: str = Field(max_length=TEXT_LENGTH)
    placed_at: datetime = Field(sa_type=UtcDateTime)
    cancelled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class OrderLineRow(OrderTables, table=True):
    """One toy of an order, with its name and price when it was bought."""

    __tablename__ = "order_lines"
    __table_args__ = (CheckConstraint("quantity > 0", name="order_line_not_empty"),)

    order_id: str = Field(primary_key=True, foreign_key="orders.order_id", max_length=TEXT_LENGTH)
    position: int = Field(primary_key=True)
    """From 0, in the order of the cart."""
    product_id: str = Field(foreign_key="stock.product_id", max_length=TEXT_LENGTH)
    name: str = Field(max_length=TEXT_LENGTH)
    unit_price_cents: int
    quantity: int
