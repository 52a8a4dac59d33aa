"""Random purchases, cancellations and days gone by, against a store made of dictionaries."""

import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    invariant,
    multiple,
    rule,
)

from backend.orders.errors import (
    CannotBeCancelled,
    IdempotencyKeyReused,
    OrderNotFound,
    OutOfStock,
)
from backend.orders.status import PROCESSING_TIME
from backend.orders.store import OrderStore
from tests.databases import sqlite_url
from tests.unit.buying import buy
from tests.unit.set_clock import SetClock
from tests.unit.small_catalog import small_catalog

Cart = list[tuple[str, int]]

INITIAL = {"toy-051": 9, "toy-001": 4, "toy-002": 1}
SHOPPERS = ("ada", "ben")
CARTS = st.lists(
    st.tuples(st.sampled_from(list(INITIAL)), st.integers(1, 3)), min_size=1, max_size=4
)


@dataclass
class ModelOrder:
    """What the store should know of an order."""

    shopper: str
    key: str
    cart: Cart
    state: Literal["in the warehouse", "sent", "cancelled"] = "in the warehouse"

    @property
    def units(self) -> dict[str, int]:
        """The units of each toy in all."""
        totals: Counter[str] = Counter()
        for toy, quantity in self.cart:
            totals[toy] += quantity
        return dict(totals)


class StoreMachine(RuleBasedStateMachine):
    """The store beside its model: every rule does the same to both."""

    placed: Bundle[str] = Bundle("placed")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="wonder-toys-"))
        self.url = sqlite_url(self.folder)
        self.clock = SetClock()
        self.store = self._open()
        self.stock = dict(INITIAL)
        self.orders: dict[str, ModelOrder] = {}
        self.keys = 0

    def _open(self) -> OrderStore:
        return OrderStore(self.url, small_catalog(INITIAL), clock=self.clock)

    def _buy(self, order: ModelOrder) -> str:
        return buy(self.store, *order.cart, shopper=order.shopper, key=order.key).order_id

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.store.close()
        shutil.rmtree(self.folder)

    @rule(target=placed, shopper=st.sampled_from(SHOPPERS), cart=CARTS)
    def place(self, shopper: str, cart: Cart) -> MultipleResults[str]:
        """Buy, or be told what is short."""
        self.keys += 1
        order = ModelOrder(shopper, f"key-{self.keys}", cart)
        short = {toy: self.stock[toy] for toy in order.units if order.units[toy] > self.stock[toy]}
        if short:
            with pytest.raises(OutOfStock) as refused:
                self._buy(order)
            assert short[refused.value.product_id] == refused.value.left
            return multiple()
        order_id = self._buy(order)
        self.orders[order_id] = order
        for toy in order.units:
            self.stock[toy] -= order.units[toy]
        return multiple(order_id)

    @rule(order_id=placed)
    def repeat(self, order_id: str) -> None:
        """Send a purchase again, its lines in another order."""
        order = self.orders[order_id]
        assert self._buy(replace(order, cart=order.cart[::-1])) == order_id

    @rule(order_id=placed, cart=CARTS)
    def reuse_the_key(self, order_id: str, cart: Cart) -> None:
        """Send another cart with the key of an earlier purchase."""
        other = replace(self.orders[order_id], cart=cart)
        assume(other.units != self.orders[order_id].units)
        with pytest.raises(IdempotencyKeyReused, match=order_id):
            self._buy(other)

    @rule(order_id=placed)
    def cancel(self, order_id: str) -> None:
        """Cancel an order, which may be cancelled or sent already."""
        order = self.orders[order_id]
        if order.state != "in the warehouse":
            with pytest.raises(CannotBeCancelled):
                self.store.cancel(order_id, shopper_id=order.shopper)
            return
        self.store.cancel(order_id, shopper_id=order.shopper)
        order.state = "cancelled"
        for toy in order.units:
            self.stock[toy] += order.units[toy]

    @rule(order_id=placed)
    def meddle(self, order_id: str) -> None:
        """Cancel an order as the other shopper."""
        stranger = next(name for name in SHOPPERS if name != self.orders[order_id].shopper)
        with pytest.raises(OrderNotFound):
            self.store.cancel(order_id, shopper_id=stranger)

    @rule()
    def wait_until_orders_are_sent(self) -> None:
        """Let a day pass."""
        self.clock.advance(PROCESSING_TIME)
        for order in self.orders.values():
            if order.state == "in the warehouse":
                order.state = "sent"

    @rule()
    def open_again(self) -> None:
        """Close the store and open it anew."""
        self.store.close()
        self.store = self._open()

    @invariant()
    def stock_and_sold_units_are_as_at_first(self) -> None:
        """Compare the shelf with the model, and with what the store's own orders hold."""
        sold: Counter[str] = Counter()
        for shopper in SHOPPERS:
            for order in self.store.list_orders(shopper_id=shopper):
                if order.status != "cancelled":
                    sold.update({line.product_id: line.quantity for line in order.items})
        stock = {toy: self.store.stock(toy) for toy in INITIAL}
        assert stock == self.stock
        assert {toy: stock[toy] + sold[toy] for toy in INITIAL} == INITIAL

    @invariant()
    def every_shopper_sees_their_orders(self) -> None:
        """Compare ids, lines and cancellations with the model."""
        for shopper in SHOPPERS:
            seen = {
                order.order_id: (
                    {line.product_id: line.quantity for line in order.items},
                    order.status == "cancelled",
                )
                for order in self.store.list_orders(shopper_id=shopper)
            }
            assert seen == {
                order_id: (order.units, order.state == "cancelled")
                for order_id, order in self.orders.items()
                if order.shopper == shopper
            }


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(max_examples=40, stateful_step_count=30)
