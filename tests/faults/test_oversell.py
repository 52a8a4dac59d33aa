"""Many shoppers at once: stock is never sold twice, and nobody waits for ever."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from backend.orders.errors import CannotBeCancelled, IdempotencyKeyReused, OutOfStock
from backend.orders.shapes import Order
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT
from tests.faults.books import read_books
from tests.faults.child import Child, Say
from tests.faults.racing import LIMIT_SECONDS, race
from tests.unit.buying import buy
from tests.unit.small_catalog import small_catalog

FEW = small_catalog({KIT: 10, BLOCKS: 7})


@pytest.fixture
def small_store(database_url: str) -> Iterator[OrderStore]:
    """A store with ten kits and seven boxes of blocks."""
    with OrderStore(database_url, FEW) as store:
        yield store


def _outcomes(results: list[Order | Exception]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_ten_of_sixty_four_shoppers_get_the_ten_kits(
    small_store: OrderStore, database_url: str
) -> None:
    results = race(64, lambda lane: buy(small_store, (KIT, 1), shopper=f"shopper-{lane}"))

    assert _outcomes(results) == {"Order": 10, "OutOfStock": 54}
    assert all(result.left == 0 for result in results if isinstance(result, OutOfStock))
    books = read_books(database_url)
    assert (books.stock[KIT], books.sold[KIT], books.orders) == (0, 10, 10)
    assert books.odd_orders == []


def test_carts_in_opposite_orders_do_not_block_each_other(
    small_store: OrderStore, database_url: str
) -> None:
    carts = [[(KIT, 1), (BLOCKS, 1)], [(BLOCKS, 1), (KIT, 1)]]

    results = race(64, lambda lane: buy(small_store, *carts[lane % 2], shopper=f"shopper-{lane}"))

    assert _outcomes(results) == {"Order": 7, "OutOfStock": 57}
    books = read_books(database_url)
    assert books.stock == {KIT: 3, BLOCKS: 0}
    assert books.sold == {KIT: 7, BLOCKS: 7}
    assert books.odd_orders == []


def test_one_key_in_sixteen_threads_is_one_order(
    small_store: OrderStore, database_url: str
) -> None:
    results = race(16, lambda _: buy(small_store, (KIT, 2)))

    assert _outcomes(results) == {"Order": 16}
    assert len({result.order_id for result in results if isinstance(result, Order)}) == 1
    books = read_books(database_url)
    assert (books.stock[KIT], books.orders) == (8, 1)


def test_one_key_with_two_carts_sells_one_of_them(
    small_store: OrderStore, database_url: str
) -> None:
    results = race(16, lambda lane: buy(small_store, ((KIT, BLOCKS)[lane % 2], 1)))

    assert _outcomes(results) == {"Order": 8, "IdempotencyKeyReused": 8}
    assert (
        len({error.order_id for error in results if isinstance(error, IdempotencyKeyReused)}) == 1
    )
    assert read_books(database_url).orders == 1


def test_one_key_for_the_last_unit_succeeds_for_all(database_url: str) -> None:
    with OrderStore(database_url, small_catalog({KIT: 1})) as store:
        results = race(16, lambda _: buy(store, (KIT, 1)))

        assert _outcomes(results) == {"Order": 16}
        assert store.stock(KIT) == 0


def test_cancelling_in_sixteen_threads_gives_stock_back_once(
    small_store: OrderStore, database_url: str
) -> None:
    order_id = buy(small_store, (KIT, 4), (BLOCKS, 5)).order_id

    results = race(16, lambda _: small_store.cancel(order_id, shopper_id="ada"))

    assert _outcomes(results) == {"Order": 1, "CannotBeCancelled": 15}
    assert {error.status for error in results if isinstance(error, CannotBeCancelled)} == {
        "cancelled"
    }
    assert read_books(database_url).stock == {KIT: 10, BLOCKS: 7}


def test_buying_and_cancelling_at_once_keeps_the_sum(
    small_store: OrderStore, database_url: str
) -> None:
    def come_and_go(lane: int) -> int:
        carts = [[(KIT, 1), (BLOCKS, 1)], [(BLOCKS, 1), (KIT, 1)]]
        bought = 0
        for number in range(6):
            try:
                order = buy(small_store, *carts[lane % 2], shopper=f"s-{lane}", key=f"k-{number}")
            except OutOfStock:
                continue
            bought += 1
            if number < 5:
                small_store.cancel(order.order_id, shopper_id=f"s-{lane}")
        return bought

    results = race(16, come_and_go)

    assert not [result for result in results if isinstance(result, Exception)]
    books = read_books(database_url)
    assert {toy.id: books.stock[toy.id] + books.sold[toy.id] for toy in FEW} == {KIT: 10, BLOCKS: 7}
    assert books.odd_orders == []


@pytest.mark.parametrize("attempt", range(5))
def test_processes_that_open_a_new_database_at_once_all_succeed(
    database_url: str, attempt: int
) -> None:
    del attempt  # who comes first differs from time to time

    def open_and_count(say: Say) -> None:
        with OrderStore(database_url, FEW) as store:
            say(f"{store.stock(KIT)} kits")

    assert _together(6, open_and_count) == ["10 kits"] * 6
    assert read_books(database_url).stock == {KIT: 10, BLOCKS: 7}


def test_processes_that_buy_at_once_share_the_stock(database_url: str) -> None:
    def buy_what_there_is(say: Say) -> None:
        with OrderStore(database_url, FEW) as store:
            for number in range(10):
                try:
                    buy(store, (KIT, 1), shopper=f"shopper-{os.getpid()}", key=f"key-{number}")
                except OutOfStock:
                    say("sold out")
                    return
                say("bought")

    assert Counter(_together(6, buy_what_there_is))["bought"] == 10
    books = read_books(database_url)
    assert (books.stock[KIT], books.sold[KIT], books.orders) == (0, 10, 10)


def _together(number: int, work: Callable[[Say], None]) -> list[str]:
    ready, go = os.pipe()

    def wait_and_work(say: Say) -> None:
        os.close(go)
        os.read(ready, 1)  # returns when the last writer, the test, closes the pipe
        work(say)

    with ExitStack() as stack:
        children = [stack.enter_context(Child(wait_and_work)) for _ in range(number)]
        os.close(ready)
        os.close(go)
        return [word for child in children for word in child.words(LIMIT_SECONDS)]
