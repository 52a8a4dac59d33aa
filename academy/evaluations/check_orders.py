"""Place an order, read it back, judge it, and record the verdict in Phoenix.

Exit code 0: every case came out as expected. 1: one did not. 2: the check could not run, or its
verdict could not be recorded; the message says what to do.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from openinference.instrumentation import TracerProvider, suppress_tracing
from phoenix.evals import Score
from rich.console import Console
from rich.table import Table

from academy.evaluations.order_checks import ordered_items_match
from academy.evaluations.practice_purchase import (
    TRACE_NAME,
    PracticePurchase,
    PurchaseRefused,
    practise_purchase,
)
from academy.evaluations.recording import PhoenixRecorder, RecordingError, UnconfirmedError
from academy.script import ALL_AS_EXPECTED, UNEXPECTED, console, give_up, run_script
from backend.catalog.catalog import CatalogError
from backend.orders.errors import DatabaseUnavailable
from backend.settings import PROJECT_NAME, keep_off_proxies, phoenix_base_url, settings
from backend.tracing import traced

NOT_RECORDED = "The verdicts above were not recorded."


@dataclass(frozen=True)
class Verdict:
    """One case: what the evaluator said, and what it should say."""

    case: str
    expected_label: Literal["pass", "fail"]
    score: Score

    @property
    def as_expected(self) -> bool:
        """Whether the evaluator decided as it should."""
        return self.score.label == self.expected_label


def evaluate_cases(purchase: PracticePurchase) -> list[Verdict]:
    """Evaluate the saved order, a copy changed to two kits, and no order at all."""
    # The items come from the cart: an order that was saved without its own is a case as well.
    two_kits = [{**line, "quantity": 2} for line in purchase.expected["items"]]
    changed = {"order": {**(purchase.output["order"] or {}), "items": two_kits}}
    cases: list[tuple[str, dict[str, Any], Literal["pass", "fail"]]] = [
        ("actual_order", purchase.output, "pass"),
        ("changed_quantity", changed, "fail"),
        ("missing_order", {"order": None}, "fail"),
    ]
    # An evaluator traces itself into whatever provider is global, and its spans are not the shop's.
    with suppress_tracing():
        return [
            Verdict(
                case,
                expected_label,
                ordered_items_match.evaluate({"output": output, "expected": purchase.expected})[0],
            )
            for case, output, expected_label in cases
        ]


def main(
    phoenix_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where Phoenix runs. Left out: PHOENIX_COLLECTOR_ENDPOINT, else "
            "http://localhost:6006.",
        ),
    ] = None,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Buy in this database, where the shop's tables are made if they are missing. "
            "Left out: a fresh SQLite file, thrown away in the end.",
        ),
    ] = None,
    shop: Annotated[
        bool, typer.Option("--shop", help="Buy in the shop's database, WONDER_TOYS_DATABASE_URL.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON, for programs.")
    ] = False,
) -> None:
    """Check that the purchase tool saves the products and quantities it was given.

    Places one order for 1 toy-051, reads it back and evaluates it beside two altered copies. The
    verdict on the actual order is recorded in Phoenix, on the trace "Purchase check".
    """
    notes = console(stderr=True)
    if shop:
        if database_url is not None:
            raise typer.BadParameter("give --shop or --database-url, not both")
        database_url = settings().database_url
    try:
        status = _check(
            settings().phoenix_url if phoenix_url is None else phoenix_base_url(phoenix_url),
            database_url,
            as_json,
            notes,
        )
    except PurchaseRefused as refusal:
        advice = "The exercise buys 1 toy-051: restock it, or use another database."
        status = give_up(notes, f"The purchase tool refused the order: {refusal}\n{advice}")
    except (DatabaseUnavailable, CatalogError) as error:
        status = give_up(notes, str(error))
    raise typer.Exit(status)


def _check(phoenix_url: str, database_url: str | None, as_json: bool, notes: Console) -> int:
    secret = settings().phoenix_api_key
    api_key = secret.get_secret_value() if secret else None
    keep_off_proxies(phoenix_url)
    recorder, link, problem = None, None, None
    try:
        with notes.status(f"Looking for Phoenix at {phoenix_url}…"):
            recorder = PhoenixRecorder(phoenix_url, api_key, PROJECT_NAME)
    except RecordingError as error:
        problem = f"{error}\n{NOT_RECORDED}"  # the verdicts are worth having all the same
    tracing = traced(phoenix_url, api_key) if recorder else nullcontext(TracerProvider())
    with (
        notes.status("Placing the order and reading it back…"),
        _database(database_url) as url,
        tracing as provider,
    ):
        purchase = practise_purchase(url, provider)
    verdicts = evaluate_cases(purchase)
    if not as_json:
        _print_table(purchase, verdicts, database_url)
    if recorder:
        try:
            with notes.status("Recording the verdict in Phoenix…"):
                link = _record(recorder, purchase, verdicts[0].score)
        except UnconfirmedError as error:
            problem = f"{error}\nThe verdict may have been recorded: look at the newest trace."
        except RecordingError as error:
            problem = f"{error}\n{NOT_RECORDED}"
    if as_json:
        report = json.dumps(_as_json(purchase, verdicts, link), indent=2)
        console().print(report, soft_wrap=True)
    elif link:
        console().print(f"Recorded {verdicts[0].score.name} on the trace {TRACE_NAME}:")
        console().print(link, soft_wrap=True)
    return _status(verdicts, problem, notes)


def _status(verdicts: list[Verdict], problem: str | None, notes: Console) -> int:
    unexpected = [verdict.case for verdict in verdicts if not verdict.as_expected]
    if unexpected:
        notes.print(f"Not as expected: {', '.join(unexpected)}.", style="bold red")
    if problem:
        return give_up(notes, problem)
    return UNEXPECTED if unexpected else ALL_AS_EXPECTED


def _record(recorder: PhoenixRecorder, purchase: PracticePurchase, score: Score) -> str:
    if not purchase.is_traced:
        raise RecordingError(
            "OpenTelemetry is switched off here: unset OTEL_SDK_DISABLED and OTEL_TRACES_SAMPLER."
        )
    return recorder.record(score, trace_id=purchase.trace_id, span_id=purchase.span_id)


@contextmanager
def _database(database_url: str | None) -> Iterator[str]:
    if database_url is not None:
        yield database_url
        return
    try:
        practice = tempfile.TemporaryDirectory(prefix="wonder-toys-")
    except OSError as error:
        raise DatabaseUnavailable(
            "for practice", str(error), "Set TMPDIR to a folder that you may write to."
        ) from error
    with practice as folder:
        yield f"sqlite:///{Path(folder) / 'practice.db'}"


def _print_table(
    purchase: PracticePurchase, verdicts: list[Verdict], database_url: str | None
) -> None:
    out = console()
    where = "a practice store" if database_url is None else "the database"
    if purchase.output["order"] is None:
        out.print(f"The tool returned the order {purchase.order_id}, which {where} does not have.")
    else:
        out.print(f"Order {purchase.order_id} was placed in {where} and read back.")
    table = Table("Case", "Label", "Expected label", "Explanation")
    for verdict in verdicts:
        table.add_row(
            verdict.case,
            verdict.score.label,
            verdict.expected_label,
            verdict.score.explanation,
            style=None if verdict.as_expected else "bold red",
        )
    out.print(table)


def _as_json(
    purchase: PracticePurchase, verdicts: list[Verdict], link: str | None
) -> dict[str, Any]:
    return {
        "orderId": purchase.order_id,
        "cases": [
            {
                "case": verdict.case,
                "label": verdict.score.label,
                "score": verdict.score.score,
                "expectedLabel": verdict.expected_label,
                "explanation": verdict.score.explanation,
            }
            for verdict in verdicts
        ],
        "recorded": link is not None,
        "trace": link,
    }


if __name__ == "__main__":
    run_script(main)
