"""Find out what a Python file imports, without running it."""

import ast
from collections.abc import Iterator
from pathlib import Path


def python_files(root: Path, *folders: str) -> list[Path]:
    """Return the Python files in these folders of `root`, at any depth."""
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


def imported_names(path: Path, root: Path) -> set[str]:
    """Return every module that `path` imports, and every name that it takes from one.

    Imports inside functions and of type checkers count, relative ones are spelled out, and so do
    those by `import_module` and `__import__` where the name is written in the source.
    """
    package = path.relative_to(root).parent.parts
    return set(_names(ast.parse(path.read_text(encoding="utf-8")), package))


def matches(name: str, prefixes: tuple[str, ...]) -> bool:
    """Return whether `name` is one of the modules `prefixes`, or inside one."""
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def _names(tree: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and _imports_by_call(node.func):
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value


def _imports_by_call(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"import_module", "__import__"}
