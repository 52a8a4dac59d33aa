"""A database that cannot be used: what the error says, and that it never shows a password."""

import socket
import sqlite3
import uuid
from pathlib import Path
from threading import Timer

import psycopg
import pytest
from sqlalchemy import make_url

from backend.catalog.catalog import Catalog
from backend.orders.errors import DatabaseUnavailable
from backend.orders.store import OrderStore
from tests.builders import KIT
from tests.unit.buying import buy
from tests.unit.lost_tables import drop_tables

ON_POSTGRES = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
PASSWORD = "s3same-open"


def _refusal(database_url: str, toys: Catalog) -> str:
    with pytest.raises(DatabaseUnavailable) as refused:
        OrderStore(database_url, toys)
    assert refused.value.url in str(refused.value)
    return str(refused.value)


def _closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def test_folder_of_the_file_is_made(tmp_path: Path, toys: Catalog) -> None:
    path = tmp_path / "new" / "folder" / "shop.db"

    with OrderStore(f"sqlite:///{path}", toys):
        assert path.exists()


def test_folder_that_cannot_be_made_is_told(tmp_path: Path, toys: Catalog) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")

    refusal = _refusal(f"sqlite:///{tmp_path}/file/shop.db", toys)

    assert "its folder cannot be made" in refusal
    assert "Choose another place." in refusal


def test_folder_in_place_of_the_file_is_told(tmp_path: Path, toys: Catalog) -> None:
    assert "unable to open database file" in _refusal(f"sqlite:///{tmp_path}", toys)


def test_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, toys: Catalog) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 500, encoding="utf-8")

    assert "file is not a database" in _refusal(f"sqlite:///{path}", toys)
    assert path.read_text(encoding="utf-8") == "Dear Ada, " * 500


def test_path_that_no_file_can_have_is_told(toys: Catalog) -> None:
    assert "cannot be used" in _refusal("sqlite:///shop\0.db", toys)


@pytest.mark.parametrize(
    "database_url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite+pysqlite:///:memory:",
        "sqlite:///file::memory:?cache=shared&uri=true",
        "sqlite:///file:shop?mode=memory&cache=shared&uri=true",
    ],
)
def test_database_in_memory_is_refused(toys: Catalog, database_url: str) -> None:
    assert "in memory is seen by one connection only" in _refusal(database_url, toys)


@pytest.mark.parametrize(
    "database_url",
    ["mysql://host/shop", "oracle://host/shop", "sqlite+aiosqlite:///shop.db", "mongo://host/shop"],
)
def test_other_kinds_of_database_are_refused(toys: Catalog, database_url: str) -> None:
    refusal = _refusal(database_url, toys)

    assert f"{database_url.split(':')[0]} is not supported" in refusal
    assert "postgresql://user:password@localhost/shop" in refusal


@pytest.mark.parametrize("database_url", ["", "shop.db", "://", "postgresql://host:port/shop"])
def test_what_is_no_url_is_told(toys: Catalog, database_url: str) -> None:
    assert "this is no URL. Give a URL such as sqlite:///shop.db" in _refusal(database_url, toys)


@pytest.mark.parametrize(
    "database_url",
    [
        f"mysql://shop:{PASSWORD}@host/shop",
        f"sqlite://shop:{PASSWORD}@host/shop.db",
        f"postgresql://shop:{PASSWORD}@localhost:1/shop",
        f"postgresql://shop:{PASSWORD}@localhost:1/shop?bogus=1",
        f"postgresql://shop:{PASSWORD}@localhost:port/shop",
        f"postgresql://shop:{PASSWORD}@[::1/shop",
        f"postgresql://localhost:1/shop?user=shop&password={PASSWORD}",
        f"postgresql://shop:at@{PASSWORD}@localhost:1/shop",
    ],
    ids=["dialect", "sqlite", "refused", "option", "port", "host", "query", "at-sign"],
)
def test_password_is_never_shown(toys: Catalog, database_url: str) -> None:
    assert PASSWORD not in _refusal(database_url, toys)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_that_is_away_is_told(toys: Catalog, scheme: str) -> None:
    refusal = _refusal(f"{scheme}://shop@127.0.0.1:{_closed_port()}/shop", toys)

    assert "refused" in refusal
    assert "Check that the address is right, that the database runs" in refusal


def test_lost_table_is_an_error_of_the_database(database_url: str, toys: Catalog) -> None:
    with OrderStore(database_url, toys) as store:
        drop_tables(database_url, "order_lines")

        with pytest.raises(DatabaseUnavailable, match="order_lines"):
            buy(store)

        assert store.stock(KIT) == 41


def test_database_that_stays_locked_is_told(
    tmp_path: Path, toys: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.orders.database.BUSY_SECONDS", 0.05)
    path = tmp_path / "shop.db"
    with OrderStore(f"sqlite:///{path}", toys) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(DatabaseUnavailable, match="database is locked"):
            buy(store)
        assert store.list_orders(shopper_id="ada") == []  # readers need not wait

        other.execute("ROLLBACK")
        other.close()
        assert buy(store).status == "processing"


def test_new_database_that_another_process_writes_is_waited_for(
    tmp_path: Path, toys: Catalog
) -> None:
    # Two processes that open the shop's file for the first time meet like this.
    other = sqlite3.connect(tmp_path / "shop.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = Timer(0.3, other.rollback)
    release.start()
    try:
        with OrderStore(f"sqlite:///{tmp_path}/shop.db", toys) as store:
            assert store.stock(KIT) == 41
    finally:
        release.join()
        other.close()


@ON_POSTGRES
def test_purchase_survives_a_restart_of_postgresql(database_url: str, toys: Catalog) -> None:
    name = f"shop-{uuid.uuid4().hex}"
    url = make_url(database_url).update_query_dict({"application_name": name})
    with OrderStore(url.render_as_string(hide_password=False), toys) as store:
        buy(store)
        assert _end_connections(database_url, name) > 0

        again = buy(store, key="key-2")

        assert store.read(again.order_id, shopper_id="ada") == again
        assert store.stock(KIT) == 39


def _end_connections(database_url: str, application_name: str) -> int:
    with psycopg.connect(database_url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = %s",
            (application_name,),
        )
        return len(ended.fetchall())
