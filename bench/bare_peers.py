"""The floor under a purchase: the drivers alone, committing rows that were made beforehand.

The tables are the store's, and so are the statements, their order and the durability. Left out is
whatever a shop needs besides: checks, prices, ids, an order to show.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import psycopg

from backend.catalog.toy import Toy
from backend.orders.order_ids import new_order_id
from backend.orders.purchase import Purchase
from backend.orders.store import utc_now
from bench.carts import Cart, full_shelves

_INSERT_ORDER = """
    INSERT INTO orders (order_id, shopper_id, idempotency_key, total_cents, ship_name, ship_street,
        ship_city, ship_state, ship_zip, ship_country, placed_at, cancelled_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_TAKE_STOCK = "UPDATE stock SET quantity = quantity - ? WHERE product_id = ? AND quantity >= ?"
_INSERT_LINE = """
    INSERT INTO order_lines (order_id, position, product_id, name, unit_price_cents, quantity)
    VALUES (?, ?, ?, ?, ?, ?)
"""


class Cursor(Protocol):
    """What the two drivers' cursors have in common."""

    @property
    def rowcount(self) -> int:
        """Rows of the last statement."""

    def execute(self, statement: Any, values: Any = ..., /) -> Any:
        """Run a statement."""

    def executemany(self, statement: Any, values: Any, /) -> Any:
        """Run a statement once for each of `values`."""


@dataclass(frozen=True)
class _Rows:
    order: tuple[Any, ...]
    taken: list[tuple[int, str, int]]
    lines: list[tuple[Any, ...]]


@contextmanager
def bare_sqlite(file: str, carts: Sequence[Cart]) -> Iterator[Callable[[Cart], None]]:
    """Yield what commits a cart's rows with sqlite3 alone, into the store's tables in `file`."""
    # The text that SQLAlchemy writes for a moment: sqlite3 has no type for one.
    prepared = _prepared(carts, lambda moment: f"{moment:%Y-%m-%d %H:%M:%S.%f}")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

        def commit(cart: Cart) -> None:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            _write(cursor, prepared[cart.idempotency_key], _SQLITE)
            cursor.execute("COMMIT")

        yield commit


@contextmanager
def bare_postgres(url: str, carts: Sequence[Cart]) -> Iterator[Callable[[Cart], None]]:
    """Yield what commits a cart's rows with psycopg alone, into the store's tables at `url`."""
    prepared = _prepared(carts, lambda moment: moment)
    with psycopg.connect(url) as connection:

        def commit(cart: Cart) -> None:
            with connection.cursor() as cursor:
                _write(cursor, prepared[cart.idempotency_key], _POSTGRES)
            connection.commit()

        yield commit


@dataclass(frozen=True)
class _Statements:
    insert_order: str = _INSERT_ORDER
    take_stock: str = _TAKE_STOCK
    insert_line: str = _INSERT_LINE


_SQLITE = _Statements()
_POSTGRES = _Statements(
    *(statement.replace("?", "%s") for statement in (_INSERT_ORDER, _TAKE_STOCK, _INSERT_LINE))
)


def _write(cursor: Cursor, rows: _Rows, statements: _Statements) -> None:
    cursor.execute(statements.insert_order, rows.order)
    for taken in rows.taken:
        cursor.execute(statements.take_stock, taken)
        if cursor.rowcount != 1:
            raise RuntimeError(f"out of stock: {taken}")
    if len(rows.lines) == 1:
        cursor.execute(statements.insert_line, rows.lines[0])
    else:
        cursor.executemany(statements.insert_line, rows.lines)


def _prepared(carts: Sequence[Cart], written: Callable[[datetime], Any]) -> dict[str, _Rows]:
    toys = {toy.id: toy for toy in full_shelves()}
    return {cart.idempotency_key: _rows(cart, toys, written) for cart in carts}


def _rows(cart: Cart, toys: dict[str, Toy], written: Callable[[datetime], Any]) -> _Rows:
    order_id = new_order_id()
    purchase = Purchase(
        shopper_id=cart.shopper_id,
        idempotency_key=cart.idempotency_key,
        address=cart.address,
        lines=tuple((toys[line.product_id], line.quantity) for line in cart.lines),
        placed_at=utc_now(),
    )
    order = purchase.order_row(order_id)
    return _Rows(
        order=tuple((order | {"placed_at": written(purchase.placed_at)}).values()),
        taken=sorted(
            ((line.quantity, line.product_id, line.quantity) for line in cart.lines),
            key=lambda taken: taken[1],
        ),
        lines=[tuple(line.values()) for line in purchase.line_rows(order_id)],
    )
