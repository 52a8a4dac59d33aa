"""An order's status follows its age."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.orders.status import PROCESSING_TIME, SHIPPING_TIME, Status, status_at

PLACED = datetime(2026, 6, 1, 12, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
ARRIVAL = PROCESSING_TIME + SHIPPING_TIME
AGES = st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=400))


@pytest.mark.parametrize(
    ("age", "status"),
    [
        (timedelta(0), "processing"),
        (PROCESSING_TIME - INSTANT, "processing"),
        (PROCESSING_TIME, "shipping"),
        (ARRIVAL - INSTANT, "shipping"),
        (ARRIVAL, "delivered"),
        (timedelta(days=4_000), "delivered"),
    ],
)
def test_status_changes_at_these_ages(age: timedelta, status: Status) -> None:
    assert status_at(PLACED + age, placed_at=PLACED, cancelled_at=None) == status


def test_clock_that_runs_behind_means_processing() -> None:
    early = PLACED - timedelta(minutes=5)

    assert status_at(early, placed_at=PLACED, cancelled_at=None) == "processing"


@given(AGES, AGES)
def test_cancelled_stays_cancelled(age: timedelta, cancelled_after: timedelta) -> None:
    status = status_at(PLACED + age, placed_at=PLACED, cancelled_at=PLACED + cancelled_after)

    assert status == "cancelled"


@given(AGES, AGES)
def test_status_never_goes_back(first: timedelta, second: timedelta) -> None:
    order = ["processing", "shipping", "delivered"]
    early, late = sorted([first, second])

    statuses = [
        status_at(PLACED + age, placed_at=PLACED, cancelled_at=None) for age in (early, late)
    ]

    assert order.index(statuses[0]) <= order.index(statuses[1])


@given(AGES, st.integers(min_value=-12, max_value=14))
def test_time_zones_do_not_matter(age: timedelta, hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    now = PLACED + age

    here = status_at(now, placed_at=PLACED, cancelled_at=None)

    assert status_at(now.astimezone(zone), placed_at=PLACED, cancelled_at=None) == here
