"""A broken catalogue file: the error names the toy and the field."""

from pathlib import Path
from typing import Any

import pytest

from backend.catalog.catalog import Catalog, CatalogError
from tests.unit.toy_entries import catalog_file, toy_entry

WRONG_FIELDS = [
    ("wrong type of text", {"name": 5}, "name"),
    ("blank text", {"maker": "  "}, "maker"),
    ("text for a list", {"keywords": "marbles"}, "keywords"),
    ("no keywords", {"keywords": []}, "keywords"),
    ("blank keyword", {"keywords": ["marbles", ""]}, "keywords.1"),
    ("text for an age", {"minAge": "4"}, "minAge"),
    ("age below zero", {"minAge": -1}, "minAge"),
    ("age of a grown-up", {"maxAge": 19}, "maxAge"),
    ("ages in the wrong order", {"minAge": 9, "maxAge": 8}, "minAge"),
    ("unknown field", {"colour": "red"}, "colour"),
    ("Python's spelling", {"min_age": 4}, "min_age"),
    ("float stock", {"stock": 41.0}, "stock"),
    ("text for stock", {"stock": "41"}, "stock"),
    ("boolean stock", {"stock": True}, "stock"),
    ("negative stock", {"stock": -1}, "stock"),
    ("unknown category", {"category": "Socks"}, "category"),
    ("negative price", {"price": "-1.00"}, "price"),
    ("price of nothing", {"price": "0.00"}, "price"),
    ("three decimals", {"price": "27.999"}, "price"),
    ("price in words", {"price": "cheap"}, "price"),
    ("no number as price", {"price": float("nan")}, "price"),
    ("rank below one", {"bestSellerRank": 0}, "bestSellerRank"),
    ("too many stars", {"rating": {"average": 5.1, "count": 3}}, "rating.average"),
    ("flat box", {"dimensions": {"lengthCm": 1, "widthCm": 1, "heightCm": 0}}, "heightCm"),
    ("missing measure", {"dimensions": {"lengthCm": 1, "widthCm": 1}}, "heightCm"),
]


def _refusal(path: Path) -> str:
    with pytest.raises(CatalogError) as caught:
        Catalog.load(path)
    return str(caught.value)


def test_sound_file_is_loaded(tmp_path: Path) -> None:
    entries = [toy_entry(id="toy-002", bestSellerRank=2), toy_entry()]

    toys = Catalog.load(catalog_file(tmp_path, entries))

    assert [toy.id for toy in toys] == ["toy-002", "toy-001"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [(changes, field) for _, changes, field in WRONG_FIELDS],
    ids=[name for name, _, _ in WRONG_FIELDS],
)
def test_wrong_field_is_named_with_its_toy(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    second = toy_entry(id="toy-002", bestSellerRank=2) | changes

    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), second]))

    assert "toy-002: " in refusal
    assert field in refusal.split("toy-002: ")[1]
    assert "toy-001" not in refusal


@pytest.mark.parametrize("field", sorted(toy_entry().keys() - {"id"}))
def test_missing_field_is_named_with_its_toy(tmp_path: Path, field: str) -> None:
    second = toy_entry(id="toy-002", bestSellerRank=2)
    del second[field]

    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), second]))

    assert f"toy-002: {field}: Field required." in refusal


def test_toy_without_id_is_named_by_its_place(tmp_path: Path) -> None:
    second = toy_entry(bestSellerRank=2)
    del second["id"]

    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), second]))

    assert "toy number 2: id: Field required." in refusal


def test_all_faults_of_a_toy_are_told_at_once(tmp_path: Path) -> None:
    refusal = _refusal(catalog_file(tmp_path, [toy_entry(stock=1.5, price="-2", minAge=99)]))

    assert all(f"{field}: " in refusal for field in ("stock", "price", "minAge"))


def test_id_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), toy_entry(bestSellerRank=2)]))

    assert "toy-001 (toy number 2): id toy-001 is taken by toy-001 (toy number 1)." in refusal


def test_rank_that_is_there_twice_names_both_toys(tmp_path: Path) -> None:
    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), toy_entry(id="toy-002")]))

    assert "toy-002 (toy number 2): bestSellerRank 1 is taken by toy-001" in refusal


@pytest.mark.parametrize("entry", [None, 5, "toy-001", []])
def test_entry_that_is_no_object_is_named_by_its_place(tmp_path: Path, entry: object) -> None:
    refusal = _refusal(catalog_file(tmp_path, [toy_entry(), entry]))

    assert "toy number 2: " in refusal


@pytest.mark.parametrize(
    "content", [b"", b"[{]", b"toys", b"[1, 2", b"\xff\xfe[]", b"[" * 100_000], ids=len
)
def test_file_that_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "toys.json"
    path.write_bytes(content)

    assert f"{path}: is not valid JSON" in _refusal(path)


@pytest.mark.parametrize("content", [{}, {"toys": []}, "toys", 5, None])
def test_file_that_is_no_list_is_refused(tmp_path: Path, content: object) -> None:
    assert "expected a list of toys" in _refusal(catalog_file(tmp_path, content))


def test_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.json"

    assert f"{path}: cannot be read: No such file" in _refusal(path)


def test_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    assert f"{tmp_path}: cannot be read" in _refusal(tmp_path)
