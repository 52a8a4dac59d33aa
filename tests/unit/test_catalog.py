"""The shop's own catalogue: what lessons, searches and questions to the agent rely on."""

from decimal import Decimal

import pytest

from backend.catalog.catalog import Catalog, catalog
from backend.catalog.toy import Toy


def _dinosaurs_for_a_six_year_old(toys: Catalog) -> list[Toy]:
    return [
        toy
        for toy in toys
        if "dinosaur" in toy.keywords and toy.stock > 0 and toy.min_age <= 6 <= toy.max_age
    ]


def test_two_hundred_toys_are_numbered_in_order(toys: Catalog) -> None:
    assert len(toys) == 200
    assert [toy.id for toy in toys] == [f"toy-{number:03}" for number in range(1, 201)]


def test_the_lessons_kit_is_as_they_say(toys: Catalog) -> None:
    kit = toys.get("toy-051")

    assert kit is not None
    assert kit.name == "Dinosaur Explorer Kit"
    assert (kit.min_age, kit.max_age) == (3, 8)
    assert (kit.price, kit.stock) == (Decimal("27.99"), 41)


def test_toys_fill_twenty_five_categories(toys: Catalog) -> None:
    assert len({toy.category for toy in toys}) == 25


def test_best_seller_ranks_have_no_gap(toys: Catalog) -> None:
    assert sorted(toy.best_seller_rank for toy in toys) == list(range(1, 201))


def test_every_toy_has_its_own_name(toys: Catalog) -> None:
    assert len({toy.name.casefold() for toy in toys}) == 200


def test_some_toys_are_sold_out(toys: Catalog) -> None:
    assert any(toy.stock == 0 for toy in toys)


@pytest.mark.parametrize("dear", [False, True])
def test_several_dinosaurs_suit_a_six_year_old(toys: Catalog, dear: bool) -> None:
    found = [
        toy for toy in _dinosaurs_for_a_six_year_old(toys) if (toy.price >= Decimal(25)) is dear
    ]

    assert len(found) >= 3


def test_no_dinosaur_costs_less_than_a_dollar(toys: Catalog) -> None:
    assert not [toy for toy in _dinosaurs_for_a_six_year_old(toys) if toy.price < 1]


def test_unknown_id_gets_no_toy(toys: Catalog) -> None:
    assert toys.get("toy-999") is None


def test_catalogue_is_loaded_once() -> None:
    assert catalog() is catalog()
