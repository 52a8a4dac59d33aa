"""What every script of the academy shares: exit codes, consoles, and how it ends."""

import functools
import os
import signal
import sys
import traceback
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import typer
from rich.console import Console

from backend.settings import SettingsError

ALL_AS_EXPECTED, UNEXPECTED, COULD_NOT_RUN, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: 1 means that a check came out other than expected, and nothing else."""

_PIPE_WIDTH = 140
"""Columns where no terminal says how many it has: an explanation fits on one line."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # The reader has seen enough (`| head -1`); what the script does is still to be done.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.file.fileno())
        os.close(nowhere)


def console(*, stderr: bool = False) -> Console:
    """Return a console for results, or with `stderr` for notes, that prints text as it is."""
    made = _Console(stderr=stderr, highlight=False, markup=False)
    if not made.is_terminal:
        made.width = _PIPE_WIDTH
    return made


def give_up(notes: Console, message: str) -> int:
    """Print why the script could not run, and return the exit code for that."""
    notes.print(message, style="bold red", soft_wrap=True)
    return COULD_NOT_RUN


def run_script(main: Callable[..., None]) -> None:
    """Run `main` as a command line, its parameters as options.

    A fault of the script itself keeps its traceback, and exits as a script that could not run:
    Python's own 1 would read as a check that failed.
    """

    @functools.wraps(main)
    def guarded(*arguments: object, **options: object) -> None:
        _end_in_order_on_signals()
        try:
            main(*arguments, **options)
        except (typer.Exit, typer.BadParameter):
            raise
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except SettingsError as error:
            raise typer.Exit(give_up(console(stderr=True), str(error))) from None
        except Exception:
            traceback.print_exc()
            raise typer.Exit(COULD_NOT_RUN) from None

    app = typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown"
    )
    app.command()(guarded)
    app()


def _end_in_order_on_signals() -> None:
    """Make SIGTERM and SIGHUP end this process by way of its context managers."""

    def leave(number: int, _frame: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGHUP, leave)
