"""Catalogues of a few toys, where a test chooses how many of each are in stock."""

from typing import Any

from backend.catalog.catalog import Catalog, catalog
from backend.catalog.toy import Toy


def changed_toy(product_id: str, **changes: Any) -> Toy:
    """Return a toy of the shop with `changes`, which are spelled as in Python."""
    toy = catalog().get(product_id)
    assert toy is not None
    return toy.model_copy(update=changes)


def small_catalog(stock: dict[str, int]) -> Catalog:
    """Return a catalogue of these toys of the shop, with these units on the shelf."""
    return Catalog(changed_toy(product_id, stock=units) for product_id, units in stock.items())
