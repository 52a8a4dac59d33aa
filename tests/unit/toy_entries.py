"""Entries of a catalogue file as JSON has them, with defaults that pass every check."""

import json
from pathlib import Path
from typing import Any


def toy_entry(**changes: Any) -> dict[str, Any]:
    """Return the JSON object of one toy with `changes`, which are spelled in camelCase."""
    fields = {
        "id": "toy-001",
        "name": "Marble Alley",
        "description": "A run for forty marbles.",
        "details": "Eleven ramps, two bells and a bag for the marbles.",
        "keywords": ["marbles", "ramps"],
        "minAge": 4,
        "maxAge": 9,
        "price": "19.50",
        "stock": 12,
        "category": "Building Sets",
        "dimensions": {"lengthCm": 40, "widthCm": 30.5, "heightCm": 12},
        "maker": "Rolling Works",
        "emoji": "🔵",
        "bestSellerRank": 1,
        "rating": {"average": 4.5, "count": 17},
    }
    return fields | changes


def catalog_file(folder: Path, entries: object) -> Path:
    """Write a catalogue file with `entries` into `folder`."""
    path = folder / "toys.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path
