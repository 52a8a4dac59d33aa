"""Money: whole US cents where it is stored, Decimal dollars in Python, "27.99" in JSON."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field, PlainSerializer

CENTS_PER_DOLLAR = 100


def to_cents(dollars: Decimal) -> int:
    """Return `dollars` in whole cents.

    Raises:
        ValueError: `dollars` has a fraction of a cent.
    """
    cents = dollars * CENTS_PER_DOLLAR
    if cents != int(cents):
        raise ValueError(f"{dollars} dollars has a fraction of a cent")
    return int(cents)


def from_cents(cents: int) -> Decimal:
    """Return whole `cents` as dollars with exactly two decimals."""
    return Decimal(cents).scaleb(-2)


def _two_decimals(dollars: Decimal) -> str:
    return f"{dollars:.2f}"


# Text in JSON, because a JSON number can neither keep "30.00" nor be read without floats.
Dollars = Annotated[
    Decimal,
    Field(ge=0, decimal_places=2),
    PlainSerializer(_two_decimals, return_type=str, when_used="json"),
]
