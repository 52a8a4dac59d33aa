"""What goes into the store and what comes out of it. JSON spells the fields in camelCase."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel

from backend.money import Dollars
from backend.orders.errors import MAX_QUANTITY, BadQuantity, EmptyCart, UnknownToy
from backend.orders.status import Status

_CAMEL_CASE = ConfigDict(
    alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True, frozen=True
)


# Letters to Unicode, blank to the eye: the fillers of Hangul.
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"


# Persian and Indian spellings need them; every other invisible character is refused.
_JOINERS = "\u200c\u200d"


def _prints(character: str) -> bool:
    return (
        character.isprintable()
        or character in _JOINERS
        # Spaces other than ASCII's: Japanese names hold them, and so does text from web pages.
        or unicodedata.category(character) == "Zs"
    )


def _readable(text: str) -> str:
    # A zero-width space or a lone surrogate passes a length check, yet nobody can deliver to it,
    # and PostgreSQL stores neither NUL nor surrogates.
    if not any(character.isalnum() and character not in _BLANK_LETTERS for character in text):
        raise ValueError("must not be blank")
    if not all(_prints(character) for character in text):
        raise ValueError("must hold printable characters only")
    return text


AddressText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, strict=True, max_length=200),
    AfterValidator(_readable),
]


class CartLine(BaseModel):
    """One toy to buy, and how many of it."""

    # The schema tells models and clients the rule; `cart_totals` applies it to whatever comes, so
    # that a wrong value is refused in the same words on every way into the store.
    model_config = _CAMEL_CASE

    product_id: Annotated[
        Any, WithJsonSchema({"type": "string", "description": "The toy's id, such as toy-051"})
    ]
    quantity: Annotated[
        Any, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MAX_QUANTITY})
    ]


class ShippingAddress(BaseModel):
    """Where an order goes: every field is needed."""

    model_config = _CAMEL_CASE

    name: AddressText = Field(description="Who receives the parcel")
    street: AddressText = Field(description="Street and house number")
    city: AddressText
    state: AddressText = Field(description="State, province or region")
    zip: AddressText = Field(description="Postal code, as text")
    country: AddressText


class OrderLine(BaseModel):
    """A toy of an order, with its name and price when it was bought."""

    model_config = _CAMEL_CASE

    product_id: str
    name: str
    unit_price: Dollars
    quantity: int


class Order(BaseModel):
    """An order as its owner sees it at the time it is read."""

    model_config = _CAMEL_CASE

    order_id: str
    status: Status
    items: tuple[OrderLine, ...]
    """One line a toy, in the order of the cart."""
    total: Dollars
    """US dollars."""
    shipping_address: ShippingAddress
    placed_at: datetime
    """UTC."""


def cart_totals(lines: Iterable[CartLine]) -> dict[str, int]:
    """Return the units wanted of each toy, in the order in which the cart names them.

    Raises:
        EmptyCart: there is no line.
        BadQuantity: a quantity, or the total of one toy, is not a whole number from 1 to
            MAX_QUANTITY. Booleans, floats and text are no whole numbers.
        UnknownToy: a product id is not text.
    """
    totals: dict[str, int] = {}
    for line in lines:
        if not isinstance(line.product_id, str):
            raise UnknownToy(line.product_id)
        if isinstance(line.quantity, bool) or not isinstance(line.quantity, int):
            raise BadQuantity(line.product_id, line.quantity)
        total = totals.get(line.product_id, 0) + line.quantity
        if line.quantity < 1 or total > MAX_QUANTITY:
            raise BadQuantity(line.product_id, line.quantity if line.quantity < 1 else total)
        totals[line.product_id] = total
    if not totals:
        raise EmptyCart
    return totals
