"""Shared by every test: a clean environment, and real Phoenix servers for those that ask."""

import os
import socket
from collections import Counter
from collections.abc import Iterator

import pytest

NO_SKIPS = "WONDER_TOYS_NO_SKIPS"
"""Set in CI, where everything that a test needs must be there: a skipped test then fails."""


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the settings of the shell that runs the tests, and of its `.env`."""
    from backend.settings import Settings, settings

    for name in list(os.environ):
        if name.startswith(("PHOENIX_", "OTEL_", "WONDER_TOYS_DATABASE")):
            monkeypatch.delenv(name)
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    settings.cache_clear()
    yield
    settings.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Fail what would be skipped, where nothing may be."""
    report = yield
    if report.skipped and os.environ.get(NO_SKIPS) and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and {NO_SKIPS} is set: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests were skipped, and why."""
    reasons = Counter(report.longrepr[-1] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} tests {reason[0].lower()}{reason[1:]}")


def _free_url() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


@pytest.fixture
def free_url() -> str:
    """An address of this machine where nothing answers."""
    return _free_url()


def _phoenix(folder: "os.PathLike[str]", environment: dict[str, str]) -> Iterator[str]:
    from pathlib import Path

    from rich.console import Console

    from academy.phoenix_server import PHOENIX_COMMAND, PhoenixServer

    if not PHOENIX_COMMAND.exists():
        pytest.skip("Phoenix is not installed: run `make install`")
    notes = Console(stderr=True)
    server = PhoenixServer(
        _free_url(), Path(folder) / "phoenix", notes=notes, extra_environment=environment
    )
    with server:
        yield server.url


@pytest.fixture(scope="session")
def phoenix_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Phoenix, empty when the tests begin."""
    yield from _phoenix(tmp_path_factory.mktemp("phoenix"), {})


@pytest.fixture(scope="session")
def locked_phoenix_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Phoenix that asks for an API key."""
    login = {"PHOENIX_ENABLE_AUTH": "true", "PHOENIX_SECRET": "a1" * 16}
    yield from _phoenix(tmp_path_factory.mktemp("locked"), login)
