"""Reading orders: by their owner only, newest first, with the status of the moment."""

from datetime import timedelta, timezone

import pytest

from backend.orders.errors import OrderNotFound
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT, make_address
from tests.unit.buying import buy
from tests.unit.set_clock import SetClock


def test_order_is_found_as_people_type_its_id(shop: OrderStore) -> None:
    placed = buy(shop)
    typed = f" {placed.order_id.lower().replace('-', '')} "

    assert shop.read(typed, shopper_id="ada") == placed


def test_order_of_another_shopper_does_not_exist(shop: OrderStore) -> None:
    placed = buy(shop)

    with pytest.raises(OrderNotFound) as not_hers:
        shop.read(placed.order_id, shopper_id="ben")
    with pytest.raises(OrderNotFound) as not_there:
        shop.read("WT-00000-00000", shopper_id="ben")

    # The same sentence for both: a stranger must not learn which ids are taken.
    assert str(not_hers.value).replace(placed.order_id, "WT-00000-00000") == str(not_there.value)


@pytest.mark.parametrize("written", ["", "WT", "all", "WT-4F7KQ-9XB2M'--", "\0", "\ud800", "%"])
def test_what_is_no_order_id_is_not_found(shop: OrderStore, written: str) -> None:
    buy(shop)

    with pytest.raises(OrderNotFound, match="which looks like"):
        shop.read(written, shopper_id="ada")


def test_orders_are_listed_newest_first(shop: OrderStore, clock: SetClock) -> None:
    placed = []
    for number in range(3):
        placed.append(buy(shop, key=f"key-{number}"))
        clock.advance(timedelta(seconds=1))

    assert shop.list_orders(shopper_id="ada") == placed[::-1]


def test_only_the_shoppers_own_orders_are_listed(shop: OrderStore) -> None:
    adas = buy(shop)
    buy(shop, shopper="ben")

    assert shop.list_orders(shopper_id="ada") == [adas]
    assert shop.list_orders(shopper_id="eve") == []


def test_shopper_ids_are_compared_exactly(shop: OrderStore) -> None:
    buy(shop)

    assert [shop.list_orders(shopper_id=name) for name in ("Ada", "ada ", "ad%", "ad_")] == [[]] * 4


def test_status_follows_the_clock(shop: OrderStore, clock: SetClock) -> None:
    order_id, seen = buy(shop).order_id, []
    for days in (0, 1, 3):
        clock.advance(timedelta(days=days))
        seen.append(shop.read(order_id, shopper_id="ada").status)

    assert seen == ["processing", "shipping", "delivered"]
    assert shop.list_orders(shopper_id="ada")[0].status == "delivered"


def test_clock_of_another_time_zone_means_the_same_moment(
    shop: OrderStore, clock: SetClock
) -> None:
    moment = clock.now
    clock.now = moment.astimezone(timezone(timedelta(hours=5, minutes=30)))

    placed = buy(shop)

    assert shop.read(placed.order_id, shopper_id="ada").placed_at == moment


def test_repeated_purchase_shows_the_status_of_now(shop: OrderStore, clock: SetClock) -> None:
    placed = buy(shop)
    clock.advance(timedelta(days=2))

    assert buy(shop) == placed.model_copy(update={"status": "shipping"})


def test_order_in_json_is_camel_case_with_two_decimals(shop: OrderStore) -> None:
    placed = buy(shop, (KIT, 1), (BLOCKS, 1))

    assert placed.model_dump(mode="json") == {
        "orderId": placed.order_id,
        "status": "processing",
        "items": [
            {"productId": KIT, "name": placed.items[0].name, "unitPrice": "27.99", "quantity": 1},
            {
                "productId": BLOCKS,
                "name": placed.items[1].name,
                "unitPrice": "44.95",
                "quantity": 1,
            },
        ],
        "total": "72.94",
        "shippingAddress": make_address().model_dump(),
        "placedAt": "2026-06-01T12:00:00Z",
    }


@pytest.mark.parametrize("shopper", ["", " ", "\0", "x" * 201])
def test_unusable_shopper_is_a_mistake_of_the_caller(shop: OrderStore, shopper: str) -> None:
    with pytest.raises(ValueError, match="shopper_id"):
        shop.list_orders(shopper_id=shopper)
    with pytest.raises(ValueError, match="shopper_id"):
        shop.read("WT-00000-00000", shopper_id=shopper)
