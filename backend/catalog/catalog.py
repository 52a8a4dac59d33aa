"""Load the catalogue and look toys up in it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from backend.catalog.toy import Toy

TOYS_FILE = Path(__file__).with_name("toys.json")


class CatalogError(ValueError):
    """The catalogue file is broken; the message names the toy and the field."""


class Catalog:
    """The toys by id, in the order of the file."""

    def __init__(self, toys: Iterable[Toy]) -> None:
        self._toys = {toy.id: toy for toy in toys}

    @classmethod
    def load(cls, path: Path = TOYS_FILE) -> Self:
        """Read and check the catalogue file.

        Raises:
            CatalogError: the file cannot be read, or a toy in it breaks the schema of `Toy`, an
                id or a best-seller rank is there twice.
        """
        try:
            entries = json.loads(path.read_bytes())
        except OSError as error:
            raise CatalogError(f"{path}: cannot be read: {error.strerror}.") from error
        except (ValueError, RecursionError) as error:
            raise CatalogError(f"{path}: is not valid JSON: {error}.") from error
        if not isinstance(entries, list):
            raise CatalogError(f"{path}: expected a list of toys, found {type(entries).__name__}.")
        toys = [_toy(entry, position, path) for position, entry in enumerate(entries, start=1)]
        _require_unique([toy.id for toy in toys], toys, "id", path)
        _require_unique([toy.best_seller_rank for toy in toys], toys, "bestSellerRank", path)
        return cls(toys)

    def get(self, product_id: str) -> Toy | None:
        """Return the toy with this id, or None."""
        return self._toys.get(product_id)

    def __iter__(self) -> Iterator[Toy]:
        return iter(self._toys.values())

    def __len__(self) -> int:
        return len(self._toys)


@cache
def catalog() -> Catalog:
    """Return the shop's catalogue, loaded once a process."""
    return Catalog.load()


def _toy(entry: Any, position: int, path: Path) -> Toy:
    name = entry.get("id") if isinstance(entry, Mapping) else None
    who = str(name) if name else f"toy number {position}"
    try:
        return Toy.model_validate(entry)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'the toy'}: {fault['msg']}"
            for fault in error.errors(include_url=False, include_context=False)
        )
        raise CatalogError(f"{path}: {who}: {faults}.") from error


def _require_unique(values: list[Any], toys: list[Toy], field: str, path: Path) -> None:
    first: dict[Any, str] = {}
    for position, (value, toy) in enumerate(zip(values, toys, strict=True), start=1):
        who = f"{toy.id} (toy number {position})"
        if value in first:
            raise CatalogError(f"{path}: {who}: {field} {value} is taken by {first[value]}.")
        first[value] = who
