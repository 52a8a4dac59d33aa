"""An order's status, which follows its age by the clock; only a cancellation is stored."""

from datetime import datetime, timedelta
from typing import Literal

Status = Literal["processing", "shipping", "delivered", "cancelled"]

PROCESSING_TIME = timedelta(days=1)
"""How long an order stays in the warehouse, where it can be cancelled."""

SHIPPING_TIME = timedelta(days=3)
"""How long it is on its way after that."""


def status_at(now: datetime, *, placed_at: datetime, cancelled_at: datetime | None) -> Status:
    """Return the status at `now` of an order placed and perhaps cancelled at these times."""
    if cancelled_at is not None:
        return "cancelled"
    age = now - placed_at
    if age < PROCESSING_TIME:
        return "processing"
    if age < PROCESSING_TIME + SHIPPING_TIME:
        return "shipping"
    return "delivered"
