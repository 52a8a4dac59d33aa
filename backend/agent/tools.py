"""The agent's tools for orders, thin over the order store.

Docstrings and descriptions here are text that the model reads. Every tool returns a JSON object; a
refusal is one too: `{"status": "refused", "code": …, "reason": …}`, the reason written so that a
model or a person can act on it.
"""

import hashlib
import json
import uuid
from typing import Annotated, Any, cast

from langchain.tools import ToolRuntime, tool
from pydantic import Field, ValidationError

from backend.agent.context import ShopContext
from backend.orders.errors import DatabaseUnavailable, OrderError
from backend.orders.shapes import CartLine, ShippingAddress

Result = dict[str, Any]

_SHOWN_FAULTS = 8


@tool("purchase-product")
def purchase_product(
    items: Annotated[list[CartLine], Field(description="What to buy, a line a toy")],
    shippingAddress: Annotated[  # noqa: N803 - the spelling that the lessons show
        ShippingAddress, Field(description="Where to send it; ask for what is missing")
    ],
    runtime: ToolRuntime[ShopContext],
) -> Result:
    """Buy toys for the shopper and have them sent to the shipping address.

    Returns the saved order: orderId, status, items with names, unit prices in US dollars and
    quantities, total, shippingAddress. If status is "refused", nothing was bought and the reason
    says what to change.
    """
    context = runtime.context
    try:
        order = context.store.place(
            shopper_id=context.shopper_id,
            lines=items,
            address=shippingAddress,
            idempotency_key=_idempotency_key(context.conversation_id, runtime.tool_call_id),
        )
    except (OrderError, DatabaseUnavailable) as error:
        return _refusal(error)
    return order.model_dump(mode="json")


@tool("check-order-status")
def check_order_status(
    runtime: ToolRuntime[ShopContext],
    orderId: Annotated[  # noqa: N803
        str | None, Field(description="One order's id; leave it out for all orders, newest first")
    ] = None,
) -> Result:
    """Look up the shopper's orders: status, items, total, shipping address and time of purchase."""
    context = runtime.context
    try:
        if orderId is None:
            orders = context.store.list_orders(shopper_id=context.shopper_id)
        else:
            orders = [context.store.read(orderId, shopper_id=context.shopper_id)]
    except (OrderError, DatabaseUnavailable) as error:
        return _refusal(error)
    return {"orders": [order.model_dump(mode="json") for order in orders]}


def _idempotency_key(conversation_id: str, tool_call_id: str | None) -> str:
    # Hashed, because providers choose the call's id and its length. A call without an id is not
    # repeatable, so it gets a key of its own.
    both = [conversation_id, tool_call_id or uuid.uuid4().hex]
    return hashlib.sha256(json.dumps(both).encode()).hexdigest()


def _refusal(error: OrderError | DatabaseUnavailable) -> Result:
    return {"status": "refused", "code": error.code, "reason": str(error)}


def _invalid_arguments(error: ValidationError) -> Result:
    faults = [
        f"{'.'.join(map(str, fault['loc']))}: {fault['msg'].removeprefix('Value error, ')}"
        for fault in error.errors(include_url=False, include_context=False)
    ]
    if len(faults) > _SHOWN_FAULTS:
        faults[_SHOWN_FAULTS:] = [f"and {len(faults) - _SHOWN_FAULTS} more"]
    return {
        "status": "refused",
        "code": "invalid_arguments",
        "reason": f"The arguments are not as the tool needs them: {'; '.join(faults)}.",
    }


for _tool in (purchase_product, check_order_status):
    # LangChain's type asks for text, but passes on what it gets; every result here is an object.
    _tool.handle_validation_error = cast(Any, _invalid_arguments)
