"""One entry of the catalogue, and the checks that it passes."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from backend.catalog.toy import Toy
from tests.unit.toy_entries import toy_entry


def test_entry_becomes_a_toy() -> None:
    toy = Toy.model_validate(toy_entry())

    assert (toy.id, toy.name, toy.category) == ("toy-001", "Marble Alley", "Building Sets")
    assert (toy.min_age, toy.max_age, toy.stock, toy.best_seller_rank) == (4, 9, 12, 1)
    assert toy.keywords == ("marbles", "ramps")
    assert toy.price == Decimal("19.50")
    assert toy.dimensions.width_cm == 30.5
    assert (toy.rating.average, toy.rating.count) == (4.5, 17)


def test_json_spells_a_toy_as_the_file_does() -> None:
    toy = Toy.model_validate(toy_entry(price="30.00"))

    written = toy.model_dump(mode="json", by_alias=True)

    assert written == toy_entry(price="30.00")


def test_toy_for_one_age_only_is_accepted() -> None:
    toy = Toy.model_validate(toy_entry(minAge=5, maxAge=5))

    assert (toy.min_age, toy.max_age) == (5, 5)


def test_text_loses_the_blanks_around_it() -> None:
    assert Toy.model_validate(toy_entry(name="  Marble Alley \n")).name == "Marble Alley"


def test_sold_out_toy_is_accepted() -> None:
    assert Toy.model_validate(toy_entry(stock=0)).stock == 0


def test_toy_cannot_be_changed() -> None:
    toy = Toy.model_validate(toy_entry())

    with pytest.raises(ValidationError, match="frozen"):
        toy.stock = 99


@pytest.mark.parametrize(
    "product_id",
    ["", "toy-1", "toy-0001", "TOY-001", "toy-abc", " toy-001", "toy-001\n", "toy-00\u0661"],
)
def test_id_of_another_shape_is_refused(product_id: str) -> None:
    with pytest.raises(ValidationError, match="id"):
        Toy.model_validate(toy_entry(id=product_id))


@pytest.mark.parametrize(
    "changes",
    [
        {"dimensions": {"lengthCm": "40", "widthCm": 30, "heightCm": 12}},
        {"dimensions": {"lengthCm": True, "widthCm": 30, "heightCm": 12}},
        {"rating": {"average": "4.5", "count": 17}},
        {"rating": {"average": True, "count": 17}},
    ],
)
def test_measure_that_is_no_number_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=r"lengthCm|average"):
        Toy.model_validate(toy_entry(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "x" * 201},
        {"name": "Marble\0Alley"},
        {"stock": 2**31},
        {"price": "1e30"},
    ],
)
def test_value_that_the_store_cannot_keep_is_refused(changes: dict[str, Any]) -> None:
    # Names, prices and stock go into columns with a length and a range.
    with pytest.raises(ValidationError):
        Toy.model_validate(toy_entry(**changes))
