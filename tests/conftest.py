"""Stores for the tests of the shop, each on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.catalog.catalog import Catalog, catalog
from backend.orders.store import OrderStore
from tests.databases import POSTGRES_VARIABLE, fresh_postgres, postgres_url, sqlite_url


@pytest.fixture(scope="session")
def toys() -> Catalog:
    """The shop's catalogue."""
    return catalog()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database: the test runs once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path)
        return
    server = postgres_url()
    if server is None:
        pytest.skip(f"{POSTGRES_VARIABLE} names no PostgreSQL server")
    with fresh_postgres(server) as url:
        yield url


@pytest.fixture
def store(database_url: str, toys: Catalog) -> Iterator[OrderStore]:
    """An order store on an empty database, filled with the catalogue's stock."""
    with OrderStore(database_url, toys) as opened:
        yield opened
