"""The agent's order tools: what they buy, what they answer, and what no model can choose."""

import json
from typing import Any, cast

import pytest
from langchain.tools import BaseTool
from pydantic import BaseModel

from backend.agent.tools import check_order_status, purchase_product
from backend.orders.store import OrderStore
from tests.builders import BLOCKS, KIT
from tests.unit.tool_calls import address_arguments, check_status, purchase


def _schema(tool: BaseTool) -> dict[str, Any]:
    return cast(type[BaseModel], tool.tool_call_schema).model_json_schema()


def test_tools_have_the_names_of_the_lessons() -> None:
    assert [tool.name for tool in (purchase_product, check_order_status)] == [
        "purchase-product",
        "check-order-status",
    ]


def test_purchase_answers_with_the_saved_order(store: OrderStore) -> None:
    answer = purchase(store, [{"productId": KIT, "quantity": 2}])

    saved = store.read(answer["orderId"], shopper_id="ada")
    assert answer == saved.model_dump(mode="json")
    assert answer["items"] == [
        {
            "productId": KIT,
            "name": "Dinosaur Explorer Kit",
            "unitPrice": "27.99",
            "quantity": 2,
        }
    ]
    assert (answer["status"], answer["total"]) == ("processing", "55.98")
    assert answer["shippingAddress"] == address_arguments()
    assert store.stock(KIT) == 39


def test_two_lines_of_one_toy_are_added_up(store: OrderStore) -> None:
    answer = purchase(store, [{"productId": KIT, "quantity": units} for units in (20, 21)])

    assert [line["quantity"] for line in answer["items"]] == [41]
    assert store.stock(KIT) == 0


def test_extra_fields_of_a_line_do_not_matter(store: OrderStore) -> None:
    line = {"productId": KIT, "quantity": 1, "unitPrice": "0.01", "name": "Free Kit"}

    answer = purchase(store, [line])

    assert (answer["total"], answer["items"][0]["name"]) == ("27.99", "Dinosaur Explorer Kit")


def test_same_call_twice_buys_once(store: OrderStore) -> None:
    first, second = purchase(store), purchase(store)

    assert first == second
    assert store.stock(KIT) == 40


def test_another_call_buys_again(store: OrderStore) -> None:
    answers = [
        purchase(store),
        purchase(store, call_id="call-2"),
        purchase(store, conversation="talk-2"),
        purchase(store, shopper="ben"),
    ]

    assert len({answer["orderId"] for answer in answers}) == 4
    assert store.stock(KIT) == 37


def test_calls_without_an_id_are_purchases_of_their_own(store: OrderStore) -> None:
    answers = [purchase(store, call_id=None) for _ in range(2)]

    assert answers[0]["orderId"] != answers[1]["orderId"]


@pytest.mark.parametrize("call_id", ["x" * 5_000, "\ud800", "\0", "call 1\n"])
def test_call_ids_of_any_shape_are_taken(store: OrderStore, call_id: str) -> None:
    assert purchase(store, call_id=call_id) == purchase(store, call_id=call_id)
    assert store.stock(KIT) == 40


def test_same_call_with_another_cart_is_refused(store: OrderStore) -> None:
    purchase(store)

    answer = purchase(store, [{"productId": BLOCKS, "quantity": 1}])

    assert (answer["status"], answer["code"]) == ("refused", "idempotency_key_reused")
    assert len(store.list_orders(shopper_id="ada")) == 1


@pytest.mark.parametrize("tool", [purchase_product, check_order_status], ids=lambda tool: tool.name)
def test_model_cannot_say_who_the_shopper_is(tool: BaseTool) -> None:
    schema = _schema(tool)

    assert schema["properties"].keys() <= {"items", "shippingAddress", "orderId"}
    assert not [
        word
        for word in ("shopper", "user", "runtime", "context", "conversation", "key")
        if word in json.dumps(schema["properties"]).lower()
    ]


def test_shopper_among_the_arguments_changes_nothing(store: OrderStore) -> None:
    purchase(store)

    for name in ("shopper_id", "shopperId", "userId"):
        assert check_status(store, {name: "ada"}, shopper="ben") == {"orders": []}


def test_schema_tells_models_what_a_purchase_needs() -> None:
    schema = _schema(purchase_product)

    line, address = (schema["$defs"][name] for name in ("CartLine", "ShippingAddress"))
    assert schema["required"] == ["items", "shippingAddress"]
    assert line["required"] == ["productId", "quantity"]
    assert line["properties"]["productId"]["type"] == "string"
    assert line["properties"]["quantity"] | {"title": ""} == {
        "type": "integer",
        "minimum": 1,
        "maximum": 1_000,
        "title": "",
    }
    assert address["required"] == ["name", "street", "city", "state", "zip", "country"]


def test_one_order_is_looked_up_by_its_id(store: OrderStore) -> None:
    purchase(store)
    bought = purchase(store, call_id="call-2")

    assert check_status(store, {"orderId": bought["orderId"].lower()}) == {"orders": [bought]}


@pytest.mark.parametrize("arguments", [{}, {"orderId": None}])
def test_all_orders_are_looked_up_without_an_id(
    store: OrderStore, arguments: dict[str, Any]
) -> None:
    bought = [purchase(store, call_id=f"call-{number}") for number in range(3)]

    answer = check_status(store, arguments)

    assert answer == {"orders": bought[::-1]}


def test_shopper_without_orders_gets_none(store: OrderStore) -> None:
    assert check_status(store) == {"orders": []}


def test_other_shopper_cannot_see_the_order(store: OrderStore) -> None:
    bought = purchase(store)

    answer = check_status(store, {"orderId": bought["orderId"]}, shopper="ben")

    assert (answer["status"], answer["code"]) == ("refused", "order_not_found")
    assert check_status(store, shopper="ben") == {"orders": []}
