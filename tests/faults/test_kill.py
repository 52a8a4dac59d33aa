"""`kill -9` at any moment: what was acknowledged stays, and nothing is half written."""

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

import pytest

from backend.orders.database import open_engine
from backend.orders.store import OrderStore
from backend.orders.tables import OrderTables
from tests.builders import BLOCKS, KIT
from tests.faults.books import read_books
from tests.faults.child import Child, Say
from tests.unit.buying import buy
from tests.unit.small_catalog import small_catalog

PLENTY = {KIT: 1_000_000, BLOCKS: 1_000_000}
TOYS = small_catalog(PLENTY)
START_LIMIT_SECONDS = 30
LONGEST_LIFE_SECONDS = 0.04
"""Enough for a dozen orders."""


@dataclass
class Acknowledged:
    """What a killed process had said it did."""

    placed: list[str] = field(default_factory=list)
    """Order ids; the first was bought with the key "key-0", and so on."""
    cancelled: set[str] = field(default_factory=set)


def _cart(number: int) -> list[tuple[object, object]]:
    lines: list[tuple[object, object]] = [(KIT, number % 3 + 1), (BLOCKS, number % 2 + 1)]
    return lines[:: 1 if number % 4 else -1]


def _buy(store: OrderStore, shopper: str, number: int) -> str:
    return buy(store, *_cart(number), shopper=shopper, key=f"key-{number}").order_id


def _shop_until_killed(database_url: str, shopper: str, say: Say) -> None:
    store = OrderStore(database_url, TOYS)
    say("ready")
    for number in itertools.count():
        order_id = _buy(store, shopper, number)
        say(f"placed {order_id}")
        if number % 3 == 1:
            store.cancel(order_id, shopper_id=shopper)
            say(f"cancelled {order_id}")


def _killed_shopping(
    database_url: str, shopper: str, first_word: str, seconds: float
) -> Acknowledged:
    """Let a child shop; kill it `seconds` after it said `first_word`."""
    said, words = Acknowledged(), []
    with Child(partial(_shop_until_killed, database_url, shopper)) as child:
        for word in child.words(START_LIMIT_SECONDS):
            words.append(word)
            if word.startswith(first_word):
                break
        words.extend(child.words(seconds))
        child.kill()
        words.extend(child.words(START_LIMIT_SECONDS))  # what it said until it was gone
    assert words.pop(0) == "ready"
    for word in words:
        what, order_id = word.split()
        assert what in {"placed", "cancelled"}, word
        if what == "placed":
            said.placed.append(order_id)
        else:
            said.cancelled.add(order_id)
    return said


def _check_orders(database_url: str, shopper: str, said: Acknowledged) -> None:
    with OrderStore(database_url, TOYS) as store:
        saved = {order.order_id: order for order in store.list_orders(shopper_id=shopper)}
        assert saved.keys() >= set(said.placed)
        for number, order_id in enumerate(said.placed):
            lines = [(line.product_id, line.quantity) for line in saved[order_id].items]
            assert lines == _cart(number)
        cancelled = {order_id for order_id in saved if saved[order_id].status == "cancelled"}
        assert cancelled >= said.cancelled
        assert len(cancelled - said.cancelled) <= 1
        # The purchase that was cut off is sent again: bought once, whether it was written or not.
        again = _buy(store, shopper, len(said.placed))
        orders = store.list_orders(shopper_id=shopper)
        assert {order.order_id for order in orders} == {*said.placed, again}


def _check_books(database_url: str) -> None:
    books = read_books(database_url)
    assert books.odd_orders == []
    assert Counter(books.stock) + books.sold == PLENTY


@pytest.mark.parametrize(
    ("database_url", "rounds"), [("sqlite", 300), ("postgresql", 60)], indirect=["database_url"]
)
def test_no_kill_loses_or_halves_an_order(database_url: str, rounds: int) -> None:
    chance = random.Random(1)
    at_work = 0
    for number in range(rounds):
        # Every fourth may be killed before its first order is written.
        first_word = "ready" if number % 4 == 0 else "placed"
        said = _killed_shopping(
            database_url, f"shopper-{number}", first_word, chance.uniform(0, LONGEST_LIFE_SECONDS)
        )

        _check_orders(database_url, f"shopper-{number}", said)
        _check_books(database_url)
        at_work += len(said.placed) > 1
    # Most kills must have met a process at work, or the test would show nothing.
    assert at_work > rounds / 2


@pytest.mark.parametrize(
    ("database_url", "rounds"), [("sqlite", 40), ("postgresql", 20)], indirect=["database_url"]
)
def test_kill_while_tables_are_made_leaves_a_usable_database(
    database_url: str, rounds: int
) -> None:
    chance = random.Random(2)
    for number in range(rounds):
        with Child(partial(_shop_until_killed, database_url, f"shopper-{number}")) as child:
            list(child.words(chance.uniform(0, 0.02)))
            child.kill()

        with OrderStore(database_url, TOYS) as store:
            _buy(store, "ada", 0)
        _check_books(database_url)
        _drop_all(database_url)


def _drop_all(database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.begin() as connection:
        OrderTables.metadata.drop_all(connection)
    engine.dispose()
