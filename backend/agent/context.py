"""What a tool is told about the turn it runs in, and what no model may choose."""

from dataclasses import dataclass

from backend.orders.store import OrderStore


@dataclass(frozen=True)
class ShopContext:
    """Given to a run by the application; tools read it from their ToolRuntime."""

    shopper_id: str
    """Whose orders these are."""

    conversation_id: str
    """With the tool call's id it makes a purchase's idempotency key."""

    store: OrderStore
