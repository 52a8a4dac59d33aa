"""The demo: Phoenix up, one purchase checked, and a link to look at.

`--no-wait` stops what was started and exits with the check's status, for scripts and CI.
"""

import subprocess
import sys
from contextlib import ExitStack
from typing import Annotated

import typer

from academy.phoenix_server import (
    STATE_FOLDER,
    STOPPED,
    PhoenixServer,
    PhoenixServerError,
    phoenix_answers,
)
from academy.script import COULD_NOT_RUN, console, give_up, run_script
from backend.settings import keep_off_proxies, phoenix_base_url, settings


def main(
    phoenix_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where Phoenix runs, or is to run. Left out: PHOENIX_COLLECTOR_ENDPOINT, else "
            "http://localhost:6006.",
        ),
    ] = None,
    wait: Annotated[
        bool, typer.Option(help="Leave Phoenix running until Ctrl-C, if it was started here.")
    ] = True,
) -> None:
    """Start Phoenix unless one answers, run the purchase check, and leave Phoenix to the reader."""
    notes = console(stderr=True)
    url = settings().phoenix_url if phoenix_url is None else phoenix_base_url(phoenix_url)
    keep_off_proxies(url)
    status, started = COULD_NOT_RUN, False
    try:
        with ExitStack() as stack:
            started = not phoenix_answers(url)
            if started:
                server = PhoenixServer(url, STATE_FOLDER / "phoenix", notes=notes)
                stack.enter_context(server)
            else:
                notes.print(f"Phoenix already answers at {url}.")
            status = _check_orders(url)
            if started and wait:
                notes.print(f"\nPhoenix stays at {url} for you to look around. Ctrl-C stops it.")
                server.wait()
        if started:
            notes.print(f"{STOPPED} `make phoenix` shows it again.")
    except KeyboardInterrupt:
        if started:
            notes.print(f"\n{STOPPED}")
    except PhoenixServerError as error:
        give_up(notes, str(error))
    raise typer.Exit(status)


def _check_orders(url: str) -> int:
    # As a process of its own: the very command that the lesson has the reader type.
    command = [sys.executable, "-m", "academy.evaluations.check_orders", "--phoenix-url", url]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    run_script(main)
