"""Cents in the database, Decimal dollars in Python, two decimals in JSON."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from backend.money import Dollars, from_cents, to_cents

CENTS = st.integers(min_value=0, max_value=10**12)
DOLLARS: TypeAdapter[Decimal] = TypeAdapter(Dollars)


@given(CENTS)
def test_cents_survive_the_way_through_dollars(cents: int) -> None:
    assert to_cents(from_cents(cents)) == cents


@given(CENTS)
def test_json_always_shows_two_decimals(cents: int) -> None:
    shown = DOLLARS.dump_python(from_cents(cents), mode="json")

    dollars, decimals = shown.split(".")
    assert (int(dollars), int(decimals), len(decimals)) == (cents // 100, cents % 100, 2)


@given(st.lists(st.tuples(CENTS, st.integers(min_value=1, max_value=1_000)), max_size=20))
def test_sums_in_dollars_and_in_cents_agree(lines: list[tuple[int, int]]) -> None:
    in_cents = sum(cents * units for cents, units in lines)
    in_dollars = sum((from_cents(cents) * units for cents, units in lines), start=Decimal(0))

    assert to_cents(in_dollars) == in_cents


def test_sum_that_floats_get_wrong_is_exact() -> None:
    assert 3 * 14.99 + 7 * 22.99 != 205.9

    assert to_cents(3 * Decimal("14.99") + 7 * Decimal("22.99")) == 20590


@pytest.mark.parametrize("dollars", ["0.001", "27.999", "-0.005", "1e-3"])
def test_fraction_of_a_cent_is_refused(dollars: str) -> None:
    with pytest.raises(ValueError, match="fraction of a cent"):
        to_cents(Decimal(dollars))


@pytest.mark.parametrize(("written", "cents"), [("27.99", 2799), ("30", 3000), ("0.1", 10)])
def test_dollars_are_read_from_text(written: str, cents: int) -> None:
    assert to_cents(DOLLARS.validate_python(written)) == cents


@pytest.mark.parametrize("dollars", ["-0.01", "1.005", "NaN", "Infinity", "free", True, None])
def test_what_is_no_amount_is_refused(dollars: object) -> None:
    with pytest.raises(ValidationError):
        DOLLARS.validate_python(dollars)


def test_python_keeps_the_decimal() -> None:
    assert DOLLARS.dump_python(Decimal("27.99")) == Decimal("27.99")
    assert DOLLARS.dump_json(Decimal("30")) == b'"30.00"'
