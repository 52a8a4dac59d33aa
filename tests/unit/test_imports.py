"""Who may import whom: the shop's layers, and evaluators that a reader can lift out."""

import sys
from pathlib import Path

import pytest

from tests.unit.imports import imported_names, matches, python_files

ROOT = Path(__file__).parents[2]

AGENTS = ("langchain", "langchain_core", "langgraph", "langchain_anthropic", "langchain_openai")
HTTP = ("fastapi", "starlette", "uvicorn", "httpx", "requests", "urllib.request", "http")
PHOENIX = ("phoenix", "openinference", "opentelemetry")

FORBIDDEN = {
    "backend": ("frontend", "academy", "tests", "bench"),
    "frontend": ("academy", "tests", "bench"),
    "academy": ("tests", "bench"),
    "backend/agent": ("backend.api", "backend.main", "fastapi", "starlette", "uvicorn"),
    "backend/catalog": (
        *("backend.agent", "backend.api", "backend.main", "backend.orders", "backend.tracing"),
        *(AGENTS + HTTP + PHOENIX),
    ),
    "backend/orders": (
        *("backend.agent", "backend.api", "backend.main", "backend.tracing"),
        *(AGENTS + HTTP + PHOENIX),
    ),
}
"""What no file in the folder may import."""

MADE_FOR_WHAT_IT_MEASURES: dict[str, tuple[str, ...]] = {}
"""By evaluator file: the library beside phoenix.evals that its own measure needs."""


def _forbidden_imports(root: Path, folder: str) -> list[str]:
    return [
        f"{path.relative_to(root)} imports {name}"
        for path in python_files(root, folder)
        if "tests" not in path.relative_to(root).parts  # tests may use helpers of other tests
        for name in sorted(imported_names(path, root))
        if matches(name, FORBIDDEN[folder])
    ]


def _evaluators() -> list[Path]:
    folder = ROOT / "academy" / "evaluations"
    return sorted([*folder.glob("*_checks.py"), *folder.glob("code_checks/*.py")])


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_layer_imports_only_what_lies_below(folder: str) -> None:
    assert _forbidden_imports(ROOT, folder) == []


@pytest.mark.parametrize("folder", ["backend", "academy", "backend/catalog", "backend/orders"])
def test_layer_has_files_to_look_at(folder: str) -> None:
    assert len(python_files(ROOT, folder)) >= 3


def test_evaluators_import_phoenix_evals_and_python_only() -> None:
    standard = tuple(sys.stdlib_module_names)
    for path in _evaluators():
        allowed = (*standard, "phoenix.evals", *MADE_FOR_WHAT_IT_MEASURES.get(path.name, ()))
        names = {name for name in imported_names(path, ROOT) if not matches(name, allowed)}
        assert names == set(), path.name


def test_order_checks_is_among_the_evaluators() -> None:
    order_checks = ROOT / "academy" / "evaluations" / "order_checks.py"

    assert order_checks in _evaluators()
    assert "phoenix.evals" in imported_names(order_checks, ROOT)


def test_nothing_imports_the_phoenix_server() -> None:
    # The server has an environment of its own, where the application's three packages are not.
    parts = ("phoenix.otel", "phoenix.client", "phoenix.evals")
    names = {
        name
        for path in python_files(ROOT, "backend", "frontend", "academy", "bench")
        for name in imported_names(path, ROOT)
        if matches(name, ("phoenix",)) and name != "phoenix"
    }

    assert names
    assert {name for name in names if not matches(name, parts)} == set()


@pytest.mark.parametrize(
    "line",
    [
        "import backend.agent.tools",
        "import os, langgraph.graph as graph",
        "from backend.agent import tools",
        "from backend import agent",
        "from ..agent.tools import purchase_product",
        "from .. import agent",
        "def later():\n    import phoenix.otel",
        "if TYPE_CHECKING:\n    from langchain.tools import ToolRuntime",
        "import importlib\nimportlib.import_module('backend.agent.tools')",
        "__import__('fastapi')",
    ],
)
def test_walker_finds_a_forbidden_import(tmp_path: Path, line: str) -> None:
    path = tmp_path / "backend" / "orders" / "store.py"
    path.parent.mkdir(parents=True)
    path.write_text(f"{line}\n", encoding="utf-8")

    found = _forbidden_imports(tmp_path, "backend/orders")

    assert found
    assert all(finding.startswith("backend/orders/store.py imports ") for finding in found)


@pytest.mark.parametrize(
    "line",
    [
        "import sqlalchemy",
        "from backend.catalog.catalog import catalog",
        "from . import errors",
        "import backend.agents_of_change",
        "text = 'import fastapi'  # from langchain",
    ],
)
def test_walker_lets_other_imports_pass(tmp_path: Path, line: str) -> None:
    path = tmp_path / "backend" / "orders" / "store.py"
    path.parent.mkdir(parents=True)
    path.write_text(f"{line}\n", encoding="utf-8")

    assert _forbidden_imports(tmp_path, "backend/orders") == []
