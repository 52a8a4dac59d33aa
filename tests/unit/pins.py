"""Read the pinned requirements, and what the running environment has of them."""

import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)["project"]
    return table


def requirements(name: str) -> list[Requirement]:
    """Return the requirements in a file of backend/."""
    lines = (ROOT / "backend" / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.startswith((" ", "#"))]


def pins_here(name: str) -> dict[str, str]:
    """Return the versions by package that a file of backend/ pins for this Python and system."""
    return {
        canonicalize_name(pin.name): exact_version(pin)
        for pin in requirements(name)
        if pin.marker is None or pin.marker.evaluate()
    }


def exact_version(requirement: Requirement) -> str:
    """Return the one version that `requirement` allows; raise ValueError if it allows more."""
    versions = [
        specifier.version
        for specifier in requirement.specifier
        if specifier.operator == "==" and not specifier.version.endswith("*")
    ]
    if len(versions) != 1 or len(requirement.specifier) != 1:
        raise ValueError(f"{requirement} is no exact pin")
    return versions[0]


def installed_below(direct: list[str]) -> dict[str, str]:
    """Return the installed version of every package that these requirements lead to."""
    versions: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in direct]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        package = distribution(name)
        versions[name] = package.version
        for extra in {"", *requirement.extras}:
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            for text in package.requires or []:
                needed = Requirement(text)
                if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                    waiting.append(needed)
    return versions
