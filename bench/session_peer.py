"""A purchase as most tutorials write it: a SQLModel session, and rows that are objects."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlmodel import Session

from backend.catalog.toy import Toy
from backend.money import to_cents
from backend.orders.database import open_engine
from backend.orders.store import utc_now
from backend.orders.tables import OrderLineRow, OrderRow, StockRow
from bench.carts import Cart, full_shelves


@contextmanager
def session_peer(url: str) -> Iterator[Callable[[Cart], OrderRow]]:
    """Yield what buys a cart with a session of its own, in the store's tables at `url`.

    The engine is set up as the store's, so that both are equally durable.
    """
    toys = {toy.id: toy for toy in full_shelves()}
    engine = open_engine(url)

    def buy(cart: Cart) -> OrderRow:
        with Session(engine) as session:
            return _place_order(session, cart, toys)

    try:
        yield buy
    finally:
        engine.dispose()


def _place_order(session: Session, cart: Cart, toys: dict[str, Toy]) -> OrderRow:
    total = 0
    for line in cart.lines:
        stock = session.get(StockRow, line.product_id)
        if stock is None or stock.quantity < line.quantity:
            raise ValueError(f"{line.product_id} is out of stock")
        stock.quantity -= line.quantity
        total += to_cents(toys[line.product_id].price) * line.quantity
    address = cart.address
    order = OrderRow(
        order_id=str(uuid.uuid4()),
        shopper_id=cart.shopper_id,
        idempotency_key=cart.idempotency_key,
        total_cents=total,
        ship_name=address.name,
        ship_street=address.street,
        ship_city=address.city,
        ship_state=address.state,
        ship_zip=address.zip,
        ship_country=address.country,
        placed_at=utc_now(),
    )
    session.add(order)
    session.flush()  # the lines refer to it
    for position, line in enumerate(cart.lines):
        toy = toys[line.product_id]
        session.add(
            OrderLineRow(
                order_id=order.order_id,
                position=position,
                product_id=toy.id,
                name=toy.name,
                unit_price_cents=to_cents(toy.price),
                quantity=line.quantity,
            )
        )
    session.commit()
    session.refresh(order)
    return order
