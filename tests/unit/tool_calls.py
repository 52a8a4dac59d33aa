"""Call the agent's tools in a test: everything but what it is about has a default."""

import json
from typing import Any

from backend.agent.context import ShopContext
from backend.agent.direct_call import call_tool
from backend.agent.tools import check_order_status, purchase_product
from backend.orders.store import OrderStore
from tests.builders import KIT, make_address

Result = dict[str, Any]
ONE_KIT = [{"productId": KIT, "quantity": 1}]


def address_arguments(**changes: Any) -> dict[str, Any]:
    """Return a complete address as a model writes it, with `changes`."""
    return make_address().model_dump() | changes


def purchase(
    store: OrderStore,
    items: Any = ONE_KIT,
    address: Any = None,
    *,
    shopper: str = "ada",
    conversation: str = "talk-1",
    call_id: str | None = "call-1",
) -> Result:
    """Return what purchase-product answers, after the way through JSON."""
    arguments = {
        "items": items,
        "shippingAddress": address_arguments() if address is None else address,
    }
    context = ShopContext(shopper, conversation, store)
    return through_json(call_tool(purchase_product, arguments, context, call_id=call_id))


def check_status(
    store: OrderStore, arguments: dict[str, Any] | None = None, *, shopper: str = "ada"
) -> Result:
    """Return what check-order-status answers, after the way through JSON."""
    context = ShopContext(shopper, "talk-1", store)
    return through_json(call_tool(check_order_status, arguments or {}, context))


def through_json(result: Result) -> Result:
    """Return `result` as a reader of its JSON gets it: the same object, or a failed test."""
    assert isinstance(result, dict)
    read = json.loads(json.dumps(result, allow_nan=False))
    assert read == result
    return result
