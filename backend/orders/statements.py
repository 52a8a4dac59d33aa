"""The store's SQL, as SQLAlchemy Core over the SQLModel tables, built once.

A session's bookkeeping would cost more than the database does: `bench/` measures both.
"""

from sqlalchemy import Table, bindparam, insert, select, update
from sqlmodel import col

from backend.orders.tables import OrderLineRow, OrderRow, OrderTables, StockRow

_orders: Table = OrderTables.metadata.tables["orders"]
_order_lines: Table = OrderTables.metadata.tables["order_lines"]

INSERT_ORDER = insert(OrderRow)
INSERT_LINE = insert(OrderLineRow)
INSERT_STOCK = insert(StockRow)

TAKE_STOCK = (
    update(StockRow)
    .where(
        col(StockRow.product_id) == bindparam("toy"), col(StockRow.quantity) >= bindparam("units")
    )
    .values(quantity=col(StockRow.quantity) - bindparam("units"))
)
"""Takes nothing, and so counts no row, where fewer than `units` are left."""

RETURN_STOCK = (
    update(StockRow)
    .where(col(StockRow.product_id) == bindparam("toy"))
    .values(quantity=col(StockRow.quantity) + bindparam("units"))
)

CANCEL_ORDER = (
    update(OrderRow)
    .where(col(OrderRow.order_id) == bindparam("order"), col(OrderRow.cancelled_at).is_(None))
    .values(cancelled_at=bindparam("now"))
)

STOCK_LEFT = select(col(StockRow.quantity)).where(col(StockRow.product_id) == bindparam("toy"))
STOCKED_TOYS = select(col(StockRow.product_id))

SHOPPERS_ORDERS = (
    select(_orders)
    .where(col(OrderRow.shopper_id) == bindparam("shopper"))
    .order_by(col(OrderRow.placed_at).desc(), col(OrderRow.order_id))
)
ORDER_BY_ID = SHOPPERS_ORDERS.where(col(OrderRow.order_id) == bindparam("order"))
ORDER_BY_KEY = SHOPPERS_ORDERS.where(col(OrderRow.idempotency_key) == bindparam("key"))

LINES_OF_ORDERS = (
    select(_order_lines)
    .where(col(OrderLineRow.order_id).in_(bindparam("orders", expanding=True)))
    .order_by(col(OrderLineRow.order_id), col(OrderLineRow.position))
)
