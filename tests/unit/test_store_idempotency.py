"""The idempotency key: a purchase that is sent twice is bought once."""

import pytest

from backend.catalog.catalog import Catalog
from backend.orders.errors import IdempotencyKeyReused
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT, make_address
from tests.unit.buying import buy
from tests.unit.small_catalog import small_catalog


def test_same_key_returns_the_first_order(store: OrderStore) -> None:
    first = buy(store, (KIT, 2))

    assert buy(store, (KIT, 2)) == first
    assert store.list_orders(shopper_id="ada") == [first]
    assert store.stock(KIT) == 39


def test_same_cart_written_otherwise_is_the_same_purchase(store: OrderStore) -> None:
    first = buy(store, (KIT, 2), (BLOCKS, 1))

    again = buy(store, (BLOCKS, 1), (KIT, 1), (KIT, 1), address=make_address(name=" Ada Quill "))

    assert again == first
    assert store.stock(KIT) == 39


@pytest.mark.parametrize(
    "lines", [[(KIT, 2)], [(BLOCKS, 1)], [(KIT, 1), (BLOCKS, 1)]], ids=["more", "other", "extra"]
)
def test_same_key_with_another_cart_is_refused(
    store: OrderStore, lines: list[tuple[object, object]]
) -> None:
    first = buy(store, (KIT, 1))

    with pytest.raises(IdempotencyKeyReused, match="use a new key") as refused:
        buy(store, *lines)

    assert (refused.value.key, refused.value.order_id) == ("key-1", first.order_id)
    assert store.list_orders(shopper_id="ada") == [first]
    assert store.stock(KIT) == 40


@pytest.mark.parametrize("field", ["name", "street", "city", "state", "zip", "country"])
def test_same_key_with_another_address_is_refused(store: OrderStore, field: str) -> None:
    buy(store)

    with pytest.raises(IdempotencyKeyReused):
        buy(store, address=make_address(**{field: "Elsewhere"}))

    assert store.stock(KIT) == 40


def test_key_is_the_shoppers_own(store: OrderStore) -> None:
    adas, bens = buy(store), buy(store, shopper="ben")

    assert adas.order_id != bens.order_id
    assert store.stock(KIT) == 39


def test_another_key_buys_again(store: OrderStore) -> None:
    first, second = buy(store), buy(store, key="key-2")

    assert first.order_id != second.order_id
    assert store.stock(KIT) == 39


def test_purchase_repeated_after_the_last_unit_was_sold(database_url: str) -> None:
    with OrderStore(database_url, small_catalog({KIT: 1})) as store:
        first = buy(store)

        assert store.stock(KIT) == 0
        assert buy(store) == first


def test_cancelled_purchase_is_not_bought_by_its_key(store: OrderStore) -> None:
    first = buy(store)
    store.cancel(first.order_id, shopper_id="ada")

    again = buy(store)

    assert (again.order_id, again.status) == (first.order_id, "cancelled")
    assert store.stock(KIT) == 41


def test_key_is_known_to_a_store_opened_later(database_url: str, toys: Catalog) -> None:
    with OrderStore(database_url, toys) as first:
        placed = buy(first)

    with OrderStore(database_url, toys) as second:
        assert buy(second) == placed
        assert second.stock(KIT) == 40


def test_order_id_that_is_taken_is_drawn_again(
    store: OrderStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = buy(store).order_id
    ids = iter([taken, "WT-00000-00001"])
    monkeypatch.setattr("backend.orders.store.new_order_id", lambda: next(ids))

    assert buy(store, key="key-2").order_id == "WT-00000-00001"
    assert store.stock(KIT) == 39
