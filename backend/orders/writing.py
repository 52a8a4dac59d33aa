"""A purchase into the database, by statements whose SQL text is made once for its dialect."""

from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect, Insert, Update

from backend.orders import statements
from backend.orders.errors import OutOfStock
from backend.orders.purchase import Purchase
from backend.orders.reading import stock_left


class PurchaseWriter:
    """Writes purchases through connections of one dialect. Threads may share it."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert_order = _Prepared(statements.INSERT_ORDER, dialect)
        self._take_stock = _Prepared(statements.TAKE_STOCK, dialect)
        self._insert_line = _Prepared(statements.INSERT_LINE, dialect)

    def write(self, connection: Connection, order_id: str, purchase: Purchase) -> None:
        """Take the stock and write the order and its lines, in the transaction that is open.

        Raises:
            OutOfStock: a toy has fewer units than wanted.
            IntegrityError: the order id, or the shopper's key, is taken.
        """
        self._insert_order.execute(connection, [purchase.order_row(order_id)])
        # In one order of toys everywhere, so that no two transactions wait for each other.
        for toy, units in sorted(purchase.lines, key=lambda line: line[0].id):
            taken = self._take_stock.execute(connection, [{"toy": toy.id, "units": units}])
            if taken.rowcount != 1:
                left = stock_left(connection, toy.id)
                raise OutOfStock(toy.id, toy.name, wanted=units, left=left)
        self._insert_line.execute(connection, purchase.line_rows(order_id))


class _Prepared:
    """A statement as text.

    Given the statement itself, SQLAlchemy looks its text up and puts its parameters in order at
    each use, which takes about as long as SQLite takes to run it.
    """

    def __init__(self, statement: Insert | Update, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._text = compiled.string
        self._positions = compiled.positiontup or ()
        """The parameters' names in the order of their places: no engine of ours takes names."""
        processors = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect)
            for name, bind in compiled.binds.items()
        }
        self._processors = {name: process for name, process in processors.items() if process}
        """How a value is written where the driver has no type for it, such as a time in SQLite."""

    def execute(self, connection: Connection, rows: list[dict[str, Any]]) -> CursorResult[Any]:
        parameters = [self._parameters(row) for row in rows]
        # One row goes as a plain statement: a batch of one costs more than it saves.
        return connection.exec_driver_sql(
            self._text, parameters if len(parameters) > 1 else parameters[0]
        )

    def _parameters(self, row: dict[str, Any]) -> tuple[Any, ...]:
        if self._processors:
            row = row | {name: write(row[name]) for name, write in self._processors.items()}
        return tuple([row[name] for name in self._positions])
