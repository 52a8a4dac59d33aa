"""The order store: place, read and cancel, each in one transaction."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from backend.catalog.catalog import Catalog
from backend.catalog.toy import Toy
from backend.orders import statements
from backend.orders.database import database_errors, lock_for_tables, open_engine, unavailable
from backend.orders.errors import (
    CannotBeCancelled,
    DatabaseUnavailable,
    OrderNotFound,
    UnknownToy,
)
from backend.orders.order_ids import canonical_order_id, new_order_id
from backend.orders.purchase import Purchase, checked_id
from backend.orders.reading import orders_from_rows, stock_left
from backend.orders.shapes import CartLine, Order, ShippingAddress, cart_totals
from backend.orders.tables import OrderTables
from backend.orders.writing import PurchaseWriter

Result = TypeVar("Result")

_ATTEMPTS = 3
"""Tries at a write that loses a race: for the tables, or for an order id."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class OrderStore:
    """Orders and stock in one database. Threads may share a store; close it in the end."""

    def __init__(
        self, database_url: str, catalog: Catalog, *, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """Open the database, make its tables and fill the stock of toys it does not know yet.

        Raises:
            DatabaseUnavailable: the database cannot be opened or written to.
        """
        self._catalog = catalog
        self._clock = clock
        self._engine = open_engine(database_url)
        self._writer = PurchaseWriter(self._engine.dialect)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def place(
        self,
        *,
        shopper_id: str,
        lines: Iterable[CartLine],
        address: ShippingAddress,
        idempotency_key: str,
    ) -> Order:
        """Take the stock and write the order and its lines, in one transaction.

        Lines of one toy are added up. The same key of the same shopper again returns the first
        order and takes no stock.

        Raises:
            EmptyCart, BadQuantity, UnknownToy, OutOfStock, IdempotencyKeyReused: nothing was
                written; the message says what to change.
            DatabaseUnavailable: the database failed; nothing was acknowledged.
            ValueError: shopper or key is blank, too long or not printable.
        """
        purchase = Purchase(
            shopper_id=checked_id(shopper_id, "shopper_id"),
            idempotency_key=checked_id(idempotency_key, "idempotency_key"),
            address=address,
            lines=tuple((self._toy(toy), units) for toy, units in cart_totals(lines).items()),
            placed_at=self._clock(),
        )
        return self._reconnecting(lambda: self._place(purchase))

    def read(self, order_id: str, *, shopper_id: str) -> Order:
        """Return the shopper's order.

        Raises:
            OrderNotFound: there is none with this id, or it is somebody else's.
            DatabaseUnavailable: the database failed.
        """
        wanted, shopper_id = _order_id(order_id), checked_id(shopper_id, "shopper_id")

        def read_one() -> Order:
            with self._transaction() as connection:
                return self._owned(connection, wanted, shopper_id)

        return self._reconnecting(read_one)

    def list_orders(self, *, shopper_id: str) -> list[Order]:
        """Return the shopper's orders, newest first.

        Raises:
            DatabaseUnavailable: the database failed.
        """
        shopper_id = checked_id(shopper_id, "shopper_id")

        def read_all() -> list[Order]:
            with self._transaction() as connection:
                rows = connection.execute(statements.SHOPPERS_ORDERS, {"shopper": shopper_id})
                return orders_from_rows(connection, rows.mappings().all(), self._clock())

        return self._reconnecting(read_all)

    def cancel(self, order_id: str, *, shopper_id: str) -> Order:
        """Cancel the shopper's order and give its stock back, once.

        Raises:
            OrderNotFound: there is none with this id, or it is somebody else's.
            CannotBeCancelled: it is no longer processing.
            DatabaseUnavailable: the database failed.
        """
        wanted, shopper_id = _order_id(order_id), checked_id(shopper_id, "shopper_id")
        now = self._clock()

        def cancel_one() -> Order:
            with self._transaction() as connection:
                order = self._owned(connection, wanted, shopper_id)
                if order.status != "processing":
                    raise CannotBeCancelled(order.order_id, order.status)
                cancelled = connection.execute(
                    statements.CANCEL_ORDER, {"order": wanted, "now": now}
                )
                if cancelled.rowcount != 1:  # somebody cancelled it since we read it
                    raise CannotBeCancelled(order.order_id, "cancelled")
                # In one order of toys everywhere, so that no two transactions wait for each other.
                for line in sorted(order.items, key=lambda line: line.product_id):
                    connection.execute(
                        statements.RETURN_STOCK, {"toy": line.product_id, "units": line.quantity}
                    )
                return order.model_copy(update={"status": "cancelled"})

        return self._reconnecting(cancel_one)

    def stock(self, product_id: str) -> int:
        """Return the units of a toy on the shelf.

        Raises:
            UnknownToy: the catalogue does not have it.
            DatabaseUnavailable: the database failed.
        """
        toy = self._toy(product_id)

        def count() -> int:
            with self._transaction() as connection:
                return stock_left(connection, toy.id)

        return self._reconnecting(count)

    def _prepare(self) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._transaction() as connection:
                    lock_for_tables(connection)
                    OrderTables.metadata.create_all(connection)
                    known = set(connection.execute(statements.STOCKED_TOYS).scalars())
                    missing = [
                        {"product_id": toy.id, "quantity": toy.stock}
                        for toy in self._catalog
                        if toy.id not in known
                    ]
                    if missing:
                        connection.execute(statements.INSERT_STOCK, missing)
                return
            except (IntegrityError, DatabaseUnavailable) as error:
                # Two processes that open a new PostgreSQL database at once both try to make the
                # tables; the one that loses finds them there when it looks again.
                cause = error.__cause__ if isinstance(error, DatabaseUnavailable) else error
                if attempt == _ATTEMPTS or not isinstance(
                    cause, (IntegrityError, ProgrammingError)
                ):
                    raise

    def _place(self, purchase: Purchase) -> Order:
        for _ in range(_ATTEMPTS):
            order_id = new_order_id()
            try:
                with self._transaction() as connection:
                    self._writer.write(connection, order_id, purchase)
                return purchase.order(order_id)
            except IntegrityError as error:
                refused = error
                key = {"shopper": purchase.shopper_id, "key": purchase.idempotency_key}
                with self._transaction() as connection:
                    rows = connection.execute(statements.ORDER_BY_KEY, key).mappings().all()
                    first = orders_from_rows(connection, rows, self._clock())
                if first:
                    return purchase.repeated(first[0])
                # The key is new, so it was the order id that is taken: draw another.
        raise refused

    def _owned(self, connection: Connection, order_id: str, shopper_id: str) -> Order:
        wanted = {"order": order_id, "shopper": shopper_id}
        rows = connection.execute(statements.ORDER_BY_ID, wanted).mappings().all()
        orders = orders_from_rows(connection, rows, self._clock())
        if not orders:
            raise OrderNotFound(order_id)
        return orders[0]

    def _toy(self, product_id: str) -> Toy:
        toy = self._catalog.get(product_id) if isinstance(product_id, str) else None
        if toy is None:
            raise UnknownToy(product_id)
        return toy

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with database_errors(self._engine), self._engine.begin() as connection:
            yield connection

    def _reconnecting(self, work: Callable[[], Result]) -> Result:
        # After a restart of PostgreSQL the pool holds dead connections, which the first failure
        # throws away. Asking before every purchase would cost each of them a round trip; doing
        # the work again is safe, because a purchase carries its key.
        try:
            return work()
        except DatabaseUnavailable as error:
            cause = error.__cause__
            if isinstance(cause, DBAPIError) and cause.connection_invalidated:
                return work()
            raise
        except IntegrityError as error:  # a rule of the database's own, unknown to this shop
            raise unavailable(self._engine, error) from error


def _order_id(written: str) -> str:
    order_id = canonical_order_id(written)
    if order_id is None:
        raise OrderNotFound(written)
    return order_id
