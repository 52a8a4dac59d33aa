"""Cancelling an order gives its stock back, once, and only while it is in the warehouse."""

from datetime import timedelta

import pytest

from backend.orders.errors import CannotBeCancelled, OrderNotFound
from backend.orders.shapes import Order
from backend.orders.status import PROCESSING_TIME, SHIPPING_TIME
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT
from tests.unit.buying import buy
from tests.unit.set_clock import SetClock


@pytest.fixture
def order(shop: OrderStore) -> Order:
    """Three kits and two boxes of blocks for Ada."""
    return buy(shop, (KIT, 3), (BLOCKS, 2))


def test_cancelled_order_gives_all_its_stock_back(shop: OrderStore, order: Order) -> None:
    before = shop.stock(KIT), shop.stock(BLOCKS)

    cancelled = shop.cancel(order.order_id, shopper_id="ada")

    assert cancelled == order.model_copy(update={"status": "cancelled"})
    assert shop.read(order.order_id, shopper_id="ada") == cancelled
    assert (shop.stock(KIT), shop.stock(BLOCKS)) == (before[0] + 3, before[1] + 2)


def test_second_cancellation_gives_nothing_back(shop: OrderStore, order: Order) -> None:
    shop.cancel(order.order_id, shopper_id="ada")

    with pytest.raises(CannotBeCancelled, match="is cancelled") as refused:
        shop.cancel(order.order_id, shopper_id="ada")

    assert (refused.value.order_id, refused.value.status) == (order.order_id, "cancelled")
    assert shop.stock(KIT) == 41


def test_only_the_named_order_is_cancelled(shop: OrderStore, order: Order) -> None:
    other = buy(shop, key="key-2")

    shop.cancel(order.order_id, shopper_id="ada")

    assert shop.read(other.order_id, shopper_id="ada").status == "processing"
    assert shop.stock(KIT) == 40


@pytest.mark.parametrize("age", [PROCESSING_TIME, PROCESSING_TIME + SHIPPING_TIME])
def test_order_that_has_left_is_not_cancelled(
    shop: OrderStore, order: Order, clock: SetClock, age: timedelta
) -> None:
    clock.advance(age)

    with pytest.raises(CannotBeCancelled, match=r"is (shipping|delivered)"):
        shop.cancel(order.order_id, shopper_id="ada")

    assert shop.stock(KIT) == 38


def test_cancelling_is_possible_until_the_order_leaves(
    shop: OrderStore, order: Order, clock: SetClock
) -> None:
    clock.advance(PROCESSING_TIME - timedelta(microseconds=1))

    assert shop.cancel(order.order_id, shopper_id="ada").status == "cancelled"


def test_cancelled_order_stays_cancelled(shop: OrderStore, order: Order, clock: SetClock) -> None:
    shop.cancel(order.order_id, shopper_id="ada")
    clock.advance(timedelta(days=30))

    assert shop.read(order.order_id, shopper_id="ada").status == "cancelled"


def test_stranger_cannot_cancel(shop: OrderStore, order: Order) -> None:
    with pytest.raises(OrderNotFound):
        shop.cancel(order.order_id, shopper_id="ben")

    assert shop.read(order.order_id, shopper_id="ada").status == "processing"
    assert shop.stock(KIT) == 38


@pytest.mark.parametrize("written", ["", "WT-00000-00000", "\0", "everything"])
def test_unknown_order_cannot_be_cancelled(shop: OrderStore, order: Order, written: str) -> None:
    with pytest.raises(OrderNotFound):
        shop.cancel(written, shopper_id="ada")

    assert shop.stock(KIT) == 38


def test_units_given_back_can_be_bought(shop: OrderStore, order: Order) -> None:
    shop.cancel(order.order_id, shopper_id="ada")

    again = buy(shop, (KIT, 41), shopper="ben")

    assert again.items[0].quantity == 41
    assert shop.stock(KIT) == 0
