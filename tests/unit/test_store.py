"""Placing an order, and the stock that it takes."""

from decimal import Decimal

import pytest

from backend.catalog.catalog import Catalog
from backend.money import from_cents
from backend.orders.errors import (
    BadQuantity,
    EmptyCart,
    OrderError,
    OutOfStock,
    UnknownToy,
)
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT, SOLD_OUT, make_address, make_cart
from tests.unit.buying import buy
from tests.unit.set_clock import SetClock
from tests.unit.small_catalog import changed_toy, small_catalog


def test_order_read_back_is_the_order_placed(store: OrderStore) -> None:
    placed = buy(store, (KIT, 2), (BLOCKS, 1))

    assert store.read(placed.order_id, shopper_id="ada") == placed


def test_order_holds_names_prices_and_total(store: OrderStore) -> None:
    order = buy(store, (KIT, 2), (BLOCKS, 1))

    assert order.status == "processing"
    assert [(line.product_id, line.name, line.quantity) for line in order.items] == [
        (KIT, "Dinosaur Explorer Kit", 2),
        (BLOCKS, "Harbor Town Blocks", 1),
    ]
    assert [line.unit_price for line in order.items] == [Decimal("27.99"), Decimal("44.95")]
    assert order.total == Decimal("100.93")


def test_order_holds_address_and_time(shop: OrderStore, clock: SetClock) -> None:
    order = shop.read(buy(shop).order_id, shopper_id="ada")

    assert order.shipping_address == make_address()
    assert order.placed_at == clock.now
    assert order.placed_at.utcoffset() is not None


def test_order_takes_its_units_off_the_shelf(store: OrderStore) -> None:
    blocks = store.stock(BLOCKS)

    buy(store, (KIT, 3), (BLOCKS, 2))

    assert (store.stock(KIT), store.stock(BLOCKS)) == (38, blocks - 2)


def test_lines_keep_the_order_of_the_cart(store: OrderStore) -> None:
    cart = ["toy-120", "toy-001", "toy-199", "toy-051"]

    placed = buy(store, *((toy, 1) for toy in cart))
    saved = store.read(placed.order_id, shopper_id="ada")

    assert [line.product_id for line in saved.items] == cart


def test_two_lines_of_one_toy_become_one(store: OrderStore) -> None:
    order = buy(store, (KIT, 1), (BLOCKS, 1), (KIT, 2))

    assert [(line.product_id, line.quantity) for line in order.items] == [(KIT, 3), (BLOCKS, 1)]
    assert store.stock(KIT) == 38


def test_two_lines_of_one_toy_share_stock(store: OrderStore) -> None:
    with pytest.raises(OutOfStock) as refused:
        buy(store, (KIT, 21), (KIT, 21))

    assert (refused.value.wanted, refused.value.left) == (42, 41)
    assert store.stock(KIT) == 41


def test_last_unit_can_be_bought(store: OrderStore) -> None:
    buy(store, (KIT, 41))

    with pytest.raises(OutOfStock, match="sold out"):
        buy(store, (KIT, 1), key="key-2")
    assert store.stock(KIT) == 0


def test_shortage_says_how_many_are_left(store: OrderStore) -> None:
    with pytest.raises(OutOfStock) as refused:
        buy(store, (KIT, 42))

    assert str(refused.value) == (
        "Only 41 of Dinosaur Explorer Kit (toy-051) left, 42 wanted: order 41 or fewer."
    )


def test_shortage_of_one_toy_sells_none_of_the_others(store: OrderStore) -> None:
    blocks = store.stock(BLOCKS)

    with pytest.raises(OutOfStock, match=SOLD_OUT):
        buy(store, (BLOCKS, 1), (SOLD_OUT, 1), (KIT, 1))

    assert (store.stock(BLOCKS), store.stock(KIT)) == (blocks, 41)
    assert store.list_orders(shopper_id="ada") == []


@pytest.mark.parametrize(
    "quantity",
    [
        *(0, -1, 1.5, 1.0, 10**30, 1_001, "1", "two", True, False, None),
        *(float("nan"), float("inf"), 10**5000, [10**5000]),
    ],
    ids=lambda quantity: type(quantity).__name__,
)
def test_quantity_that_is_no_whole_number_is_refused(store: OrderStore, quantity: object) -> None:
    with pytest.raises(BadQuantity, match="whole number from 1 to 1,000") as refused:
        buy(store, (BLOCKS, 1), (KIT, quantity))

    assert refused.value.product_id == KIT
    assert store.stock(KIT) == 41
    assert store.list_orders(shopper_id="ada") == []


def test_lines_that_are_too_many_in_all_are_refused(store: OrderStore) -> None:
    with pytest.raises(BadQuantity, match=r"1001"):
        buy(store, (KIT, 1_000), (KIT, 1))


@pytest.mark.parametrize("product_id", ["toy-999", "", "TOY-051", " toy-051", 51, None, [KIT]])
def test_unknown_toy_is_refused(store: OrderStore, product_id: object) -> None:
    with pytest.raises(UnknownToy) as refused:
        buy(store, (KIT, 1), (product_id, 1))

    assert refused.value.product_id == product_id
    assert store.stock(KIT) == 41
    assert store.list_orders(shopper_id="ada") == []


def test_empty_cart_is_refused(store: OrderStore) -> None:
    with pytest.raises(EmptyCart, match="cart is empty"):
        store.place(shopper_id="ada", lines=[], address=make_address(), idempotency_key="key-1")

    assert store.list_orders(shopper_id="ada") == []


@pytest.mark.parametrize("lines", [[(KIT, 0)], [("toy-999", 1)], [(SOLD_OUT, 1)]])
def test_refused_purchase_leaves_its_key_free(
    store: OrderStore, lines: list[tuple[object, object]]
) -> None:
    with pytest.raises(OrderError):
        buy(store, *lines)

    assert buy(store, (KIT, 1)).items[0].product_id == KIT


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "\0", "\ud800", "x" * 201, None, 5])
@pytest.mark.parametrize("name", ["shopper_id", "idempotency_key"])
def test_unusable_shopper_or_key_is_a_mistake_of_the_caller(
    store: OrderStore, name: str, text: str
) -> None:
    ids = {"shopper_id": "ada", "idempotency_key": "key-1"} | {name: text}

    with pytest.raises(ValueError, match=name):
        store.place(lines=make_cart(), address=make_address(), **ids)

    assert store.stock(KIT) == 41


def test_longest_texts_are_kept_whole(store: OrderStore) -> None:
    long = "Ŵ" * 200
    address = make_address(name=long, street=long, city=long, state=long, zip=long, country=long)

    placed = store.place(
        shopper_id=long, lines=make_cart(), address=address, idempotency_key="k" * 200
    )

    assert store.read(placed.order_id, shopper_id=long).shipping_address == address


def test_stock_of_an_unknown_toy_is_refused(store: OrderStore) -> None:
    with pytest.raises(UnknownToy, match="toy-999"):
        store.stock("toy-999")


def test_store_opened_again_keeps_orders_and_stock(database_url: str, toys: Catalog) -> None:
    with OrderStore(database_url, toys) as first:
        placed = buy(first, (KIT, 1))

    with OrderStore(database_url, toys) as second:
        assert second.read(placed.order_id, shopper_id="ada") == placed
        assert second.stock(KIT) == 40


def test_toy_that_is_new_in_the_catalogue_gets_its_stock(database_url: str) -> None:
    with OrderStore(database_url, small_catalog({KIT: 10})) as first:
        buy(first, (KIT, 4))

    with OrderStore(database_url, small_catalog({KIT: 10, BLOCKS: 7})) as second:
        assert (second.stock(KIT), second.stock(BLOCKS)) == (6, 7)


def test_old_order_keeps_its_name_and_price(database_url: str) -> None:
    with OrderStore(database_url, small_catalog({KIT: 10})) as store:
        placed = buy(store, (KIT, 2))

    dearer = Catalog([changed_toy(KIT, name="Dinosaur Kit, new", price=from_cents(9_900))])
    with OrderStore(database_url, dearer) as store:
        assert store.read(placed.order_id, shopper_id="ada") == placed
        assert buy(store, (KIT, 1), key="key-2").total == Decimal("99.00")
