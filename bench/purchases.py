"""How fast `OrderStore.place` is, against the bare drivers and against a session a purchase."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import make_url, text

from academy.phoenix_server import STATE_FOLDER
from backend.orders.database import open_engine
from backend.orders.errors import DatabaseUnavailable
from backend.orders.store import OrderStore
from bench.bare_peers import bare_postgres, bare_sqlite
from bench.bars import Bar, NotMeasured, Row
from bench.carts import Cart, drawn_carts, full_shelves
from bench.race import race
from bench.session_peer import session_peer
from tests.databases import POSTGRES_VARIABLE, fresh_postgres, postgres_url, sqlite_url

ROUNDS = 30
CARTS = 200
"""Purchases of each contender in a round."""

RAM_DISK = Path("/dev/shm")
"""Where a commit waits for no disk, and only what the code itself takes is left."""

Buy = Callable[[Cart], object]

POSTGRES = Bar("purchase, PostgreSQL", "psycopg, same rows", 0.6, "orders/s")

_BOOKS = text(
    "SELECT (SELECT count(*) FROM orders), (SELECT sum(total_cents) FROM orders),"
    " (SELECT count(*) FROM order_lines), (SELECT sum(quantity) FROM order_lines),"
    " (SELECT sum(quantity) FROM stock)"
)


def steps() -> int:
    """Return how often `measure` calls `advance`."""
    return (ROUNDS + 1) * (bool(postgres_url()) + 1 + RAM_DISK.is_dir())


def measure(advance: Callable[[], None]) -> list[Row]:
    """Measure the purchases on each database."""
    carts = drawn_carts((ROUNDS + 1) * CARTS)
    try:
        rows = [_on_postgres(carts, advance)]
    except NotMeasured as reason:
        rows = [Row(POSTGRES, problem=str(reason))]
    STATE_FOLDER.mkdir(exist_ok=True)  # the disk that the shop's own database is on
    rows += _on_sqlite("purchase, SQLite", STATE_FOLDER, carts, advance)
    if RAM_DISK.is_dir():
        rows += _on_sqlite("purchase, SQLite in memory", RAM_DISK, carts, advance)
    return rows


def _on_postgres(carts: Sequence[Cart], advance: Callable[[], None]) -> Row:
    server = postgres_url()
    if server is None:
        raise NotMeasured(f"{POSTGRES_VARIABLE} names no PostgreSQL server")
    try:
        with fresh_postgres(server) as our_url, fresh_postgres(server) as bare_url:
            _make_tables(bare_url)
            with _store(our_url) as ours, bare_postgres(bare_url, carts) as bare:
                seconds = _race(carts, ours, bare, advance=advance)
            _compare_books(our_url, bare_url)
    except (psycopg.Error, DatabaseUnavailable) as error:
        raise NotMeasured(" ".join(str(error).split())) from error
    return Row.from_seconds(POSTGRES, *seconds, orders=CARTS)


def _on_sqlite(
    title: str, parent: Path, carts: Sequence[Cart], advance: Callable[[], None]
) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="bench-", dir=parent) as folder:
        our_url, bare_url, session_url = (sqlite_url(Path(folder)) for _ in range(3))
        _make_tables(bare_url)
        _make_tables(session_url)
        file = make_url(bare_url).database or ""
        with (
            _store(our_url) as ours,
            bare_sqlite(file, carts) as bare,
            session_peer(session_url) as session,
        ):
            seconds = _race(carts, ours, bare, session, advance=advance)
        _compare_books(our_url, bare_url, session_url)
    our_seconds, bare_seconds, session_seconds = seconds
    to_bare = Bar(title, "sqlite3, same rows", 0.2, "orders/s")
    # All contenders commit once. Where that takes a millisecond, it is most of what each does and
    # no code is twice as fast as another: on a disk this ratio tells about the disk.
    on_disk = parent == STATE_FOLDER and RAM_DISK.is_dir()
    to_session = Bar(title, "a session a purchase", None if on_disk else 2.5, "orders/s")
    return [
        Row.from_seconds(to_bare, our_seconds, bare_seconds, orders=CARTS),
        Row.from_seconds(to_session, our_seconds, session_seconds, orders=CARTS),
    ]


@contextmanager
def _store(url: str) -> Iterator[Buy]:
    with OrderStore(url, full_shelves()) as store:
        yield lambda cart: store.place(
            shopper_id=cart.shopper_id,
            lines=cart.lines,
            address=cart.address,
            idempotency_key=cart.idempotency_key,
        )


def _make_tables(url: str) -> None:
    OrderStore(url, full_shelves()).close()


def _race(carts: Sequence[Cart], *buyers: Buy, advance: Callable[[], None]) -> list[list[float]]:
    def in_rounds(buy: Buy) -> Callable[[int], None]:
        def buy_a_round(number: int) -> None:
            for cart in carts[number * CARTS : (number + 1) * CARTS]:
                buy(cart)

        return buy_a_round

    return race(ROUNDS, *map(in_rounds, buyers), advance=advance)


def _compare_books(*urls: str) -> None:
    """Make sure that every contender did the whole work."""
    books = []
    for url in urls:
        engine = open_engine(url)
        with engine.connect() as connection:
            books.append(tuple(connection.execute(_BOOKS).one()))
        engine.dispose()
    if len(set(books)) > 1:
        raise RuntimeError(f"the contenders' databases differ: {books}")
