"""Open the database of the order store: SQLite by default, PostgreSQL by URL."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from backend.orders.errors import DatabaseUnavailable, shown

BUSY_SECONDS = 30
"""How long a SQLite connection waits for another one's transaction."""

_BUSY_POLL_SECONDS = 0.02

CONNECT_SECONDS = 5
"""How long PostgreSQL may take to accept a connection."""

_EXAMPLES = "Give a URL such as sqlite:///shop.db or postgresql://user:password@localhost/shop."


def open_engine(database_url: str) -> Engine:
    """Return an engine for `database_url`, which is not connected yet.

    Raises:
        DatabaseUnavailable: the URL is none, names another kind of database, an SQLite database
            in memory (which no second connection could read back), or a file whose folder
            cannot be made.
    """
    url = _parse(database_url)
    if url.get_backend_name() == "postgresql":
        # By place, as on SQLite: psycopg takes parameters by name too, but sorts them each time.
        return create_engine(
            url, paramstyle="format", connect_args={"connect_timeout": CONNECT_SECONDS}
        )
    if not url.database or ":memory:" in url.database or "mode=memory" in str(url):
        raise DatabaseUnavailable(
            _safe(url), "an SQLite database in memory is seen by one connection only", _EXAMPLES
        )
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnavailable(
            _safe(url), f"its folder cannot be made ({error.strerror})", "Choose another place."
        ) from error
    # IMMEDIATE: a transaction takes the write lock with its first change. One that had only read
    # until then could not wait for the lock: SQLite fails it at once, however long the timeout.
    options = {"timeout": BUSY_SECONDS, "isolation_level": "IMMEDIATE"}
    try:
        engine = create_engine(url, connect_args=options)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnavailable(_safe(url), str(error).rstrip("."), _EXAMPLES) from error
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def lock_for_tables(connection: Connection) -> None:
    """Let no other process make tables before this transaction ends, where the database can.

    SQLite's driver begins no transaction for a CREATE TABLE by itself. PostgreSQL needs none of
    this: there the loser of such a race gets an error and can look again.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def database_errors(engine: Engine) -> Iterator[None]:
    """Turn whatever SQLAlchemy raises inside into DatabaseUnavailable.

    IntegrityError passes: it is an answer of a working database, for the caller to read.
    """
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise unavailable(engine, error) from error


def unavailable(engine: Engine, error: SQLAlchemyError) -> DatabaseUnavailable:
    """Return the error for people that tells the database's own reason."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    reason = " ".join(str(cause).split()).rstrip(".?")
    return DatabaseUnavailable(
        _safe(engine.url),
        reason or type(cause).__name__,
        "Check that the address is right, that the database runs and that you may write to it.",
    )


def _parse(database_url: str) -> URL:
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnavailable(_unparsed(database_url), "this is no URL", _EXAMPLES) from error
    # Hosting providers hand out both spellings, SQLAlchemy takes neither without a driver.
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in {"postgresql+psycopg", "sqlite", "sqlite+pysqlite"}:
        raise DatabaseUnavailable(
            _safe(url), f"{url.drivername} is not supported, only SQLite and PostgreSQL", _EXAMPLES
        )
    if "@" in (url.host or ""):
        raise DatabaseUnavailable(
            _unparsed(database_url), "it has more than one @", "Write one in a password as %40."
        )
    if "\0" in database_url or (url.get_backend_name() == "sqlite" and url.host):
        raise DatabaseUnavailable(
            _unparsed(database_url), "this is no path of a database file", _EXAMPLES
        )
    return url


def _safe(url: URL) -> str:
    if url.drivername == "postgresql+psycopg":
        url = url.set(drivername="postgresql")  # as people write it
    hidden = {name: "***" for name in url.query if "pass" in name.lower()}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


def _unparsed(database_url: str) -> str:
    # Where a password would stand in it is anybody's guess, so nothing of it is shown.
    scheme, separator, rest = database_url.partition("://")
    return f"{shown(scheme)[1:-1]}://…" if separator and rest else shown(database_url)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    _switch_to_wal(connection)
    # FULL: an order that was acknowledged survives a power cut, not only a killed process.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    # SQLite does not wait for another connection's lock here, whatever the timeout: two processes
    # that open a new file at once would meet that as "database is locked".
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_BUSY_POLL_SECONDS)
