"""The script as people run it, against a real Phoenix and real database files."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from phoenix.client import Client

from tests.databases import POSTGRES_VARIABLE, fresh_postgres, postgres_url

MODULE = "academy.evaluations.check_orders"
MATCH = "The stored product IDs and quantities match the confirmed cart."
MISMATCH = "Expected {'toy-051': 1}; stored {'toy-051': 2}."
NO_ORDER = "No stored order was found."


def check_orders(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", MODULE, *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def sqlite_shop(folder: Path, *statements: str) -> str:
    """Return the URL of a shop's database in which `statements` were run."""
    from backend.catalog.catalog import catalog
    from backend.orders.store import OrderStore

    file = folder / "shop.db"
    url = f"sqlite:///{file}"
    OrderStore(url, catalog()).close()
    with sqlite3.connect(file) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return url


def spans(url: str) -> list:
    client = Client(base_url=url)
    if not client.projects.list(name_contains="wonder-toys"):
        return []
    return client.spans.get_spans(project_identifier="wonder-toys", limit=1000)


def annotations(url: str, span_ids: list[str]) -> list:
    return Client(base_url=url).spans.get_span_annotations(
        span_ids=span_ids, project_identifier="wonder-toys"
    )


def test_three_cases_come_out_as_expected(phoenix_url):
    result = check_orders("--phoenix-url", phoenix_url)

    assert result.returncode == 0, result.stderr
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in result.stdout.split("\n")]
    assert [row for row in rows if row] == [
        ["actual_order", "pass", "pass", MATCH],
        ["changed_quantity", "fail", "fail", MISMATCH],
        ["missing_order", "fail", "fail", NO_ORDER],
    ]
    assert result.stderr == ""


def test_one_trace_with_one_code_annotation_is_recorded(phoenix_url):
    before = {span["context"]["span_id"] for span in spans(phoenix_url)}
    report = json.loads(check_orders("--phoenix-url", phoenix_url, "--json").stdout)
    new = [span for span in spans(phoenix_url) if span["context"]["span_id"] not in before]

    root, tool = sorted(new, key=lambda span: span["start_time"])
    assert (root["name"], root["parent_id"], root["span_kind"]) == ("Purchase check", None, "CHAIN")
    assert (tool["name"], tool["span_kind"]) == ("purchase-product", "TOOL")
    assert tool["parent_id"] == root["context"]["span_id"]
    cart = {"items": [{"productId": "toy-051", "quantity": 1}]}
    assert json.loads(root["attributes"]["input.value"]) == cart
    saved = json.loads(root["attributes"]["output.value"])["order"]
    assert saved["orderId"] == report["orderId"]
    assert report["trace"].endswith(f"/traces/{root['context']['trace_id']}")

    (annotation,) = annotations(phoenix_url, [span["context"]["span_id"] for span in new])
    assert annotation["span_id"] == root["context"]["span_id"]
    assert (annotation["name"], annotation["annotator_kind"]) == ("ordered_items_match", "CODE")
    result = annotation["result"]
    assert (result["label"], result["score"], result["explanation"]) == ("pass", 1, MATCH)


def test_only_the_shops_project_is_made(phoenix_url):
    check_orders("--phoenix-url", phoenix_url)

    names = {project["name"] for project in Client(base_url=phoenix_url).projects.list()}
    assert names - {"default"} == {"wonder-toys"}


def test_order_stays_in_the_database_named(phoenix_url, tmp_path):
    url = sqlite_shop(tmp_path)
    report = json.loads(
        check_orders("--phoenix-url", phoenix_url, "--database-url", url, "--json").stdout
    )

    with sqlite3.connect(tmp_path / "shop.db") as connection:
        stored = connection.execute(
            "SELECT order_id, product_id, quantity FROM orders NATURAL JOIN order_lines"
        ).fetchall()
        left = connection.execute("SELECT quantity FROM stock WHERE product_id = 'toy-051'")
        assert stored == [(report["orderId"], "toy-051", 1)]
        assert left.fetchone() == (40,)
    connection.close()


def test_shop_is_the_database_of_the_settings(phoenix_url, tmp_path, monkeypatch):
    monkeypatch.setenv("WONDER_TOYS_DATABASE_URL", f"sqlite:///{tmp_path}/new/shop.db")
    report = json.loads(check_orders("--phoenix-url", phoenix_url, "--shop", "--json").stdout)

    with sqlite3.connect(tmp_path / "new" / "shop.db") as connection:
        assert connection.execute("SELECT order_id FROM orders").fetchone() == (report["orderId"],)
    connection.close()


def test_shop_and_another_database_exclude_each_other():
    result = check_orders("--shop", "--database-url", "sqlite:///shop.db")

    assert result.returncode == 2
    assert "not both" in result.stderr
    assert "Traceback" not in result.stderr


def test_order_is_bought_and_read_back_in_postgresql(phoenix_url):
    server = postgres_url()
    if server is None:
        pytest.skip(f"{POSTGRES_VARIABLE} names no PostgreSQL server")
    with fresh_postgres(server) as url:
        result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 0, result.stderr
    assert result.stdout.count(MATCH) == 1


def test_database_that_changes_the_order_is_caught(phoenix_url, tmp_path):
    url = sqlite_shop(
        tmp_path,
        "CREATE TRIGGER doubles AFTER INSERT ON order_lines BEGIN "
        "UPDATE order_lines SET quantity = quantity * 2; END",
    )
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 1
    assert result.stdout.count(MISMATCH) == 2
    assert "Not as expected: actual_order." in result.stderr
    latest = next(span for span in spans(phoenix_url) if span["name"] == "Purchase check")
    (annotation,) = annotations(phoenix_url, [latest["context"]["span_id"]])
    assert annotation["result"]["label"] == "fail"


def test_order_that_was_never_saved_is_caught(phoenix_url, tmp_path):
    url = sqlite_shop(
        tmp_path,
        "CREATE TRIGGER forgets AFTER INSERT ON order_lines BEGIN "
        "DELETE FROM order_lines; DELETE FROM orders; END",
    )
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 1
    assert "which the database does not have." in result.stdout
    assert result.stdout.count(NO_ORDER) == 2
    assert result.stdout.count(MISMATCH) == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM order_lines", "items is empty"),
        (
            "UPDATE order_lines SET quantity = 'two'",
            "items[0].quantity must be a whole number above zero, not 'two'",
        ),
    ],
)
def test_order_that_was_saved_wrongly_is_caught(phoenix_url, tmp_path, change, reason):
    url = sqlite_shop(
        tmp_path, f"CREATE TRIGGER harms AFTER INSERT ON order_lines BEGIN {change}; END"
    )
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 1, result.stderr
    assert f"Invalid stored order: {reason}." in result.stdout
    assert "Recorded ordered_items_match" in result.stdout


def test_database_with_a_rule_of_its_own_is_explained(phoenix_url, tmp_path):
    url = sqlite_shop(
        tmp_path,
        "CREATE TRIGGER refuses BEFORE INSERT ON orders BEGIN SELECT RAISE(ABORT, 'closed'); END",
    )
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 2
    assert "cannot be used: closed." in result.stderr
    assert "Traceback" not in result.stderr


def test_sold_out_toy_is_no_verdict(phoenix_url, tmp_path):
    url = sqlite_shop(tmp_path, "UPDATE stock SET quantity = 0 WHERE product_id = 'toy-051'")
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", url)

    assert result.returncode == 2
    assert result.stderr.startswith("The purchase tool refused the order: Dinosaur Explorer Kit")
    assert "sold out" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("database_url", "reason"),
    [
        ("sqlite:////proc/none/shop.db", "its folder cannot be made"),
        ("sqlite://", "in memory"),
        ("mysql://localhost/shop", "not supported"),
        ("shop.db", "this is no URL"),
        ("postgresql://nobody:secret@127.0.0.1:1/shop", "refused"),
    ],
)
def test_database_that_cannot_be_opened_is_explained(phoenix_url, database_url, reason):
    result = check_orders("--phoenix-url", phoenix_url, "--database-url", database_url)

    assert result.returncode == 2
    assert result.stderr.startswith("The order database ")
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
    assert "secret" not in result.stderr
