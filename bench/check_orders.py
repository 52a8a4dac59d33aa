"""How long the purchase check takes, against a process that only imports what it needs."""

import subprocess
import sys
from collections.abc import Callable, Sequence

from academy.phoenix_server import PhoenixServerError, phoenix_answers
from backend.settings import settings
from bench.bars import Bar, NotMeasured, Row
from bench.race import race

ROUNDS = 7

BAR = Bar("the purchase check", "its imports alone", 2.5, "s")

IMPORTS = (
    "import langchain.tools, openinference.instrumentation.langchain, phoenix.client, "
    "phoenix.evals, phoenix.otel, pydantic_settings, rich, sqlmodel, typer"
)


def steps() -> int:
    """Return how often `measure` calls `advance`."""
    return ROUNDS + 1


def measure(advance: Callable[[], None]) -> list[Row]:
    """Run both as whole processes. The check leaves a trace in Phoenix each time."""
    url = settings().phoenix_url
    check = [sys.executable, "-m", "academy.evaluations.check_orders", "--phoenix-url", url]
    imports = [sys.executable, "-c", IMPORTS]
    try:
        if not phoenix_answers(url):
            raise NotMeasured(f"no Phoenix answers at {url}: start one with `make phoenix`")
        seconds = race(ROUNDS, lambda _: _run(check), lambda _: _run(imports), advance=advance)
    except (NotMeasured, PhoenixServerError) as reason:
        return [Row(BAR, problem=str(reason))]
    return [Row.from_seconds(BAR, *seconds)]


def _run(command: Sequence[str]) -> None:
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    if result.returncode:
        reason = " ".join(result.stderr.split())
        raise NotMeasured(f"{' '.join(command[1:])} ended with {result.returncode}: {reason}")
