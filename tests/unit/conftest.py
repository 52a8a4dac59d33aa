"""A store whose time stands still, and properties that may take their time."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from backend.catalog.catalog import Catalog
from backend.orders.store import OrderStore
from tests.unit.set_clock import SetClock

# Other work on the machine is no fault of the property.
settings.register_profile("in any time", deadline=None)
settings.load_profile("in any time")


@pytest.fixture
def clock() -> SetClock:
    """The clock of `shop`."""
    return SetClock()


@pytest.fixture
def shop(database_url: str, toys: Catalog, clock: SetClock) -> Iterator[OrderStore]:
    """An order store on an empty database, whose clock the test sets."""
    with OrderStore(database_url, toys, clock=clock) as store:
        yield store
