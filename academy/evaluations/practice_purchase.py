"""The exercise's purchase: a fixed cart goes to the purchase tool, and the order is read back."""

import copy
import uuid
from dataclasses import dataclass
from typing import Any

from openinference.instrumentation import TracerProvider
from opentelemetry.trace import Status, StatusCode, format_span_id, format_trace_id

from backend.agent.context import ShopContext
from backend.agent.direct_call import call_tool
from backend.agent.tools import purchase_product
from backend.catalog.catalog import catalog
from backend.orders.errors import OrderNotFound
from backend.orders.store import OrderStore

TRACE_NAME = "Purchase check"
SHOPPER_ID = "purchase-check"
CONFIRMED_CART = [{"productId": "toy-051", "quantity": 1}]
SHIPPING_ADDRESS = {
    "name": "Robin Reader",
    "street": "1 Practice Lane",
    "city": "Springfield",
    "state": "IL",
    "zip": "62701",
    "country": "USA",
}


class PurchaseRefused(Exception):
    """The purchase tool did not sell the cart. The message is the tool's reason."""


@dataclass(frozen=True)
class PracticePurchase:
    """What the evaluator needs, and the root span of the trace that shows it."""

    expected: dict[str, Any]
    """`{"items": […]}`: the cart as the shopper confirmed it."""

    output: dict[str, Any]
    """`{"order": {…}}`: the order as it was read back, None where there was none."""

    order_id: str
    """The id that the purchase tool returned."""

    trace_id: str
    span_id: str

    is_traced: bool
    """Whether OpenTelemetry keeps the spans; its own variables can switch it off."""


def practise_purchase(database_url: str, provider: TracerProvider) -> PracticePurchase:
    """Send the cart to the purchase tool, then read the order back by the returned id.

    The span `Purchase check` has the confirmed items as its input and the saved order as its
    output, and the purchase tool's span under it.

    Raises:
        PurchaseRefused: the tool bought nothing.
        DatabaseUnavailable: the database cannot be opened, or failed.
    """
    expected = {"items": copy.deepcopy(CONFIRMED_CART)}
    tracer = provider.get_tracer(__name__)
    with (
        OrderStore(database_url, catalog()) as store,
        tracer.start_as_current_span(TRACE_NAME, openinference_span_kind="chain") as span,
    ):
        is_traced = span.is_recording()
        span.set_input(expected)
        answer = call_tool(
            purchase_product,
            {"items": CONFIRMED_CART, "shippingAddress": SHIPPING_ADDRESS},
            ShopContext(SHOPPER_ID, conversation_id=uuid.uuid4().hex, store=store),
            call_id=uuid.uuid4().hex,
        )
        if answer["status"] == "refused":
            span.set_output(answer)
            span.set_status(Status(StatusCode.ERROR, answer["reason"]))
            raise PurchaseRefused(answer["reason"])
        output = {"order": _read_back(database_url, answer["orderId"])}
        span.set_output(output)
        span.set_status(Status(StatusCode.OK))
        context = span.get_span_context()
        return PracticePurchase(
            expected=expected,
            output=output,
            order_id=answer["orderId"],
            trace_id=format_trace_id(context.trace_id),
            span_id=format_span_id(context.span_id),
            is_traced=is_traced,
        )


def _read_back(database_url: str, order_id: str) -> dict[str, Any] | None:
    # A store of its own, and so a new connection: it shows what is in the database, not what the
    # connection that wrote it remembers.
    with OrderStore(database_url, catalog()) as store:
        try:
            order = store.read(order_id, shopper_id=SHOPPER_ID)
        except OrderNotFound:
            return None
        # Without warnings: a quantity that is none is for the evaluator to judge.
        return order.model_dump(mode="json", warnings=False)
