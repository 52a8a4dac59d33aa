"""Exact pins: the files agree with each other, with pyproject.toml and with what is installed."""

import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.unit.imports import imported_names, python_files
from tests.unit.pins import (
    ROOT,
    exact_version,
    installed_below,
    pins_here,
    project,
    requirements,
)

RUNTIME, DEVELOPMENT, PHOENIX = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-phoenix.txt",
)
DIRECT: list[str] = project()["dependencies"]
TOOLS: list[str] = project()["optional-dependencies"]["dev"]

# Put together here, because this file is tracked too.
REGISTRY_HOSTS = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "registry.npm" + "js.org",
    "registry." + "yarnpkg.com",
    "conda." + "anaconda.org",
    "deb." + "debian.org",
    "proxy.golang" + ".org",
    "crates" + ".io",
]


def _tracked() -> list[str]:
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


@pytest.mark.parametrize(("name", "direct"), [(RUNTIME, DIRECT), (DEVELOPMENT, DIRECT + TOOLS)])
def test_direct_dependencies_are_pinned_as_compiled(name: str, direct: list[str]) -> None:
    pins = pins_here(name)

    for text in direct:
        requirement = Requirement(text)
        assert pins[canonicalize_name(requirement.name)] == exact_version(requirement), text


@pytest.mark.parametrize("name", [RUNTIME, DEVELOPMENT, PHOENIX])
def test_every_line_is_an_exact_pin(name: str) -> None:
    lines = requirements(name)

    assert len(lines) > 50
    assert all(exact_version(line) for line in lines)
    assert not [line for line in lines if line.url]


@pytest.mark.parametrize("text", ["rich>=15", "rich==15.*", "rich~=15.0", "rich", "rich===15.0"])
def test_loose_requirement_is_no_exact_pin(text: str) -> None:
    with pytest.raises(ValueError, match="is no exact pin"):
        exact_version(Requirement(text))


def test_development_holds_every_pin_of_the_runtime() -> None:
    runtime, development = (
        {str(pin) for pin in requirements(name)} for name in (RUNTIME, DEVELOPMENT)
    )

    assert runtime - development == set()


@pytest.mark.parametrize(("name", "direct"), [(RUNTIME, DIRECT), (DEVELOPMENT, DIRECT + TOOLS)])
def test_pins_are_what_the_dependencies_lead_to(name: str, direct: list[str]) -> None:
    # Neither a package that nothing needs, nor one that is needed and not pinned.
    assert installed_below(direct) == pins_here(name)


def test_every_imported_package_is_a_direct_dependency() -> None:
    direct = {canonicalize_name(Requirement(text).name) for text in DIRECT}
    owners = packages_distributions()
    modules = {
        name.split(".")[0]
        for path in python_files(ROOT, "backend", "frontend", "academy")
        if "tests" not in path.parts
        for name in imported_names(path, ROOT)
    }
    packages = modules - sys.stdlib_module_names - {"backend", "frontend", "academy"}

    assert "pydantic" in packages
    for package in packages:
        assert {canonicalize_name(name) for name in owners[package]} & direct, package


def test_phoenix_server_stays_out_of_the_application() -> None:
    assert "arize-phoenix" not in pins_here(DEVELOPMENT)
    assert "arize-phoenix" in pins_here(PHOENIX)


def test_phoenix_pin_is_the_compiled_one() -> None:
    [wanted] = requirements("requirements-phoenix.in")

    assert pins_here(PHOENIX)[wanted.name] == exact_version(wanted)


def test_application_and_server_share_phoenix_parts() -> None:
    server, application = pins_here(PHOENIX), pins_here(RUNTIME)

    for name in ("arize-phoenix-client", "arize-phoenix-otel"):
        assert server[name] == application[name]


def test_no_tracked_file_names_a_registry() -> None:
    found = [
        (name, host)
        for name in _tracked()
        for host in REGISTRY_HOSTS
        if host.encode() in (ROOT / name).read_bytes().lower()
    ]

    assert found == []


def test_lock_files_with_addresses_are_not_tracked() -> None:
    tracked = _tracked()

    assert "pyproject.toml" in tracked
    assert not [name for name in tracked if name.endswith(("uv.lock", "package-lock.json"))]
