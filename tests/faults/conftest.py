"""Tests that fork: Python 3.12 warns of forking beside threads, and ours have ended by then."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of this folder fork."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"))
