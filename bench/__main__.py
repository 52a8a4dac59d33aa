"""Measure the bars and print them as a table.

Exit code 0: all are held. 1: one is missed. 2: none is missed, but one could not be measured.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from academy.script import ALL_AS_EXPECTED, COULD_NOT_RUN, UNEXPECTED, console, run_script
from bench import batches, check_orders, purchases
from bench.bars import Row


class Part(StrEnum):
    """What can be measured by itself."""

    PURCHASES = "purchases"
    CHECK_ORDERS = "check_orders"
    BATCHES = "batches"


Steps = Callable[[], int]
Measure = Callable[[Callable[[], None]], list[Row]]

_MEASURES: dict[Part, tuple[Steps, Measure]] = {
    Part.PURCHASES: (purchases.steps, purchases.measure),
    Part.CHECK_ORDERS: (check_orders.steps, check_orders.measure),
    Part.BATCHES: (batches.steps, batches.measure),
}
_STYLES = {"held": "green", "missed": "bold red", "not measured": "bold yellow"}


def main(
    parts: Annotated[
        list[Part] | None, typer.Argument(help="What to measure. Left out: everything.")
    ] = None,
) -> None:
    """Measure the shop and the academy against peers that take turns with them.

    Takes two to three minutes. Exit code 0: every bar is held. 1: one is missed. 2: one could not
    be measured.
    """
    rows = _measured(parts or list(Part))
    _print_table(rows)
    verdicts = {row.verdict for row in rows}
    if "missed" in verdicts:
        raise typer.Exit(UNEXPECTED)
    raise typer.Exit(COULD_NOT_RUN if "not measured" in verdicts else ALL_AS_EXPECTED)


def _measured(parts: Sequence[Part]) -> list[Row]:
    rows = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # Drawn after each round: a thread that draws would take its time from the contenders.
    with Progress(
        *columns, TimeElapsedColumn(), console=console(stderr=True), auto_refresh=False
    ) as progress:
        for part in parts:
            steps, measure = _MEASURES[part]
            task = progress.add_task(f"Measuring {part}", total=steps())
            progress.refresh()

            def advance() -> None:
                progress.advance(task)  # noqa: B023
                progress.refresh()

            rows += measure(advance)
    return rows


def _print_table(rows: Sequence[Row]) -> None:
    table = Table("Ours", "Peer", "Ratio", "Required", "Verdict", "Ours alone", "Peer alone")
    for row in rows:
        table.add_row(
            row.bar.ours,
            row.bar.peer,
            "" if row.ratio is None else f"{row.ratio:.2f}",
            row.bar.requirement,
            row.verdict,
            _figure(row.ours, row.bar.unit),
            _figure(row.peer, row.bar.unit),
            style=_STYLES.get(row.verdict),
        )
    console().print(table)
    for row in rows:
        if row.problem:
            console().print(f"{row.bar.ours} was not measured: {row.problem}", soft_wrap=True)


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    return f"{value:.2f} {unit}" if unit == "s" else f"{value:,.0f} {unit}"


if __name__ == "__main__":
    run_script(main)
