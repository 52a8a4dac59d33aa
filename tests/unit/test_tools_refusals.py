"""What the tools refuse: each refusal says why, and nothing was written."""

from decimal import Decimal
from typing import Any

import pytest

from backend.catalog.catalog import Catalog
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT, SOLD_OUT
from tests.unit.lost_tables import drop_tables
from tests.unit.tool_calls import ONE_KIT, address_arguments, check_status, purchase

ADDRESS_FIELDS = ["name", "street", "city", "state", "zip", "country"]


def _line(product_id: Any = KIT, quantity: Any = 1) -> dict[str, Any]:
    return {"productId": product_id, "quantity": quantity}


def _refusal(store: OrderStore, items: Any = ONE_KIT, address: Any = None) -> tuple[str, str]:
    before = [store.stock(toy) for toy in (KIT, BLOCKS, SOLD_OUT)]
    answer = purchase(store, items, address)
    assert answer.keys() == {"status", "code", "reason"}
    assert answer["status"] == "refused"
    assert [store.stock(toy) for toy in (KIT, BLOCKS, SOLD_OUT)] == before
    assert store.list_orders(shopper_id="ada") == []
    return answer["code"], answer["reason"]


@pytest.mark.parametrize(
    "quantity",
    [0, -1, -(10**30), 1.5, 1.0, 1e300, 1_001, 10**30, 10**400, float("nan"), float("-inf")],
    ids=str,
)
def test_number_that_is_no_quantity_is_refused(store: OrderStore, quantity: float) -> None:
    code, reason = _refusal(store, [_line(BLOCKS), _line(KIT, quantity)])

    assert code == "bad_quantity"
    assert reason.startswith("The quantity of 'toy-051' is ")
    assert reason.endswith("it must be a whole number from 1 to 1,000 in one order.")


@pytest.mark.parametrize(
    "quantity", ["1", "two", "", " 1", True, False, None, [1], {"units": 1}, Decimal(1)], ids=repr
)
def test_quantity_that_is_no_number_is_refused(store: OrderStore, quantity: Any) -> None:
    code, reason = _refusal(store, [_line(KIT, quantity)])

    assert code == "bad_quantity"
    assert f"is {quantity!r}: it must be a whole number" in reason


@pytest.mark.parametrize(
    "product_id",
    ["toy-999", "", "TOY-051", "toy-051 ", "x" * 9_000, "\0", "\ud800", 51, True, None, [KIT]],
    ids=lambda product_id: ascii(product_id)[:20],
)
def test_unknown_toy_is_refused(store: OrderStore, product_id: Any) -> None:
    code, reason = _refusal(store, [_line(), _line(product_id)])

    assert code == "unknown_toy"
    assert "use the id of a toy in the catalogue" in reason
    assert len(reason) < 200


def test_lines_are_added_up_before_stock_is_looked_at(store: OrderStore) -> None:
    code, reason = _refusal(store, [_line(KIT, 21), _line(BLOCKS), _line(KIT, 21)])

    assert code == "out_of_stock"
    assert reason == (
        "Only 41 of Dinosaur Explorer Kit (toy-051) left, 42 wanted: order 41 or fewer."
    )


def test_sold_out_toy_is_refused_with_the_rest_of_the_cart(store: OrderStore) -> None:
    code, reason = _refusal(store, [_line(KIT), _line(SOLD_OUT)])

    assert code == "out_of_stock"
    assert f"({SOLD_OUT}) is sold out, 1 wanted: choose another toy." in reason


def test_empty_cart_is_refused(store: OrderStore) -> None:
    assert _refusal(store, []) == (
        "empty_cart",
        "The cart is empty: add at least one toy before buying.",
    )


@pytest.mark.parametrize(
    ("items", "place"),
    [
        ("toy-051", "items: "),
        ({KIT: 1}, "items: "),
        (5, "items: "),
        ([KIT], "items.0: "),
        ([_line(), None], "items.1: "),
        ([{"productId": KIT}], "items.0.quantity: Field required"),
        ([{"quantity": 1}], "items.0.productId: Field required"),
    ],
)
def test_cart_of_another_shape_is_refused(store: OrderStore, items: Any, place: str) -> None:
    code, reason = _refusal(store, items)

    assert code == "invalid_arguments"
    assert place in reason


@pytest.mark.parametrize("field", ADDRESS_FIELDS)
def test_missing_address_field_is_named(store: OrderStore, field: str) -> None:
    address = address_arguments()
    del address[field]

    code, reason = _refusal(store, address=address)

    assert code == "invalid_arguments"
    assert f"shippingAddress.{field}: Field required." in reason


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\t\n", "\u00a0", "\u200b", "\u200b \u2060", "\ufeff", "\u00ad", "\u2800"],
    ids=ascii,
)
def test_address_field_that_looks_blank_is_refused(store: OrderStore, text: str) -> None:
    for field in ADDRESS_FIELDS:
        code, reason = _refusal(store, address=address_arguments(**{field: text}))

        assert code == "invalid_arguments"
        assert f"shippingAddress.{field}: must not be blank." in reason


@pytest.mark.parametrize("filler", ["\u3164", "\u115f", "\u1160", "\uffa0"], ids=ascii)
def test_letter_that_shows_nothing_is_refused(store: OrderStore, filler: str) -> None:
    # Hangul's fillers are letters to Unicode, and print as a blank.
    code, reason = _refusal(store, address=address_arguments(street=filler))

    assert code == "invalid_arguments"
    assert "shippingAddress.street: " in reason


@pytest.mark.parametrize(
    "text",
    [
        "a\0b",
        "\0",
        "7 Teapot\nLane",
        "7\tLane",
        "\x1b[31m7",
        "a\ud800",
        "\udfff",
        "\u202e7",
        "a\u200bb",
    ],
    ids=ascii,
)
def test_character_that_cannot_be_printed_is_refused(store: OrderStore, text: str) -> None:
    for field in ADDRESS_FIELDS:
        code, reason = _refusal(store, address=address_arguments(**{field: text}))

        assert code == "invalid_arguments"
        assert f"shippingAddress.{field}: " in reason


@pytest.mark.parametrize(
    "value", [None, 97201, True, b"97201", ["97201"], {"zip": "97201"}, "9" * 201]
)
def test_address_field_that_is_no_short_text_is_refused(store: OrderStore, value: Any) -> None:
    code, reason = _refusal(store, address=address_arguments(zip=value))

    assert code == "invalid_arguments"
    assert "shippingAddress.zip: " in reason


@pytest.mark.parametrize("address", ["7 Teapot Lane", [], 5, {}])
def test_address_of_another_shape_is_refused(store: OrderStore, address: Any) -> None:
    code, reason = _refusal(store, address=address)

    assert code == "invalid_arguments"
    assert "shippingAddress" in reason


def test_every_fault_of_the_arguments_is_told_at_once(store: OrderStore) -> None:
    _, reason = _refusal(store, "toys", address_arguments(name="", zip=5))

    assert all(place in reason for place in ("items: ", "Address.name: ", "Address.zip: "))


@pytest.mark.parametrize(
    "order_id", ["", "WT", "WT-00000-00000", "\0", "\ud800", "' OR 1=1 --"], ids=ascii
)
def test_order_that_is_not_there_is_refused(store: OrderStore, order_id: str) -> None:
    purchase(store)

    answer = check_status(store, {"orderId": order_id})

    assert (answer["status"], answer["code"]) == ("refused", "order_not_found")
    assert "list your orders" in answer["reason"]


@pytest.mark.parametrize("order_id", [5, True, ["WT-00000-00000"], {}])
def test_order_id_that_is_no_text_is_refused(store: OrderStore, order_id: Any) -> None:
    answer = check_status(store, {"orderId": order_id})

    assert (answer["status"], answer["code"]) == ("refused", "invalid_arguments")


def test_database_that_fails_is_a_refusal(database_url: str, toys: Catalog) -> None:
    with OrderStore(database_url, toys) as store:
        drop_tables(database_url, "order_lines", "orders")

        answers = [purchase(store), check_status(store)]

        assert [answer["code"] for answer in answers] == ["database_unavailable"] * 2
        assert all("orders" in answer["reason"] for answer in answers)
        assert store.stock(KIT) == 41
