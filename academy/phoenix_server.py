"""A Phoenix server of this checkout: pinned, in an environment of its own, data in `.wonder-toys/`.

`python -m academy.phoenix_server` runs it until Ctrl-C; the demo and the tests use the class.
"""

import os
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import httpx
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from academy.script import ALL_AS_EXPECTED, console, give_up, run_script
from backend.settings import is_loopback, is_web_address, keep_off_proxies, settings

STATE_FOLDER = Path(__file__).parent.parent / ".wonder-toys"
PHOENIX_COMMAND = STATE_FOLDER / "phoenix-env" / "bin" / "phoenix"

STOPPED = "Phoenix is stopped; what it recorded is kept in .wonder-toys/phoenix."

START_SECONDS = 180
"""How long a start may take: the first one on a slow disk migrates an empty database."""

STOP_SECONDS = 15
_POLL_SECONDS = 0.2
_LOG_LINES = 15


class PhoenixServerError(Exception):
    """Phoenix could not be started. Says what to do."""


def phoenix_answers(url: str) -> bool:
    """Return whether a Phoenix server answers at `url`.

    Raises:
        PhoenixServerError: something else does, or it is no address.
    """
    if not is_web_address(url):
        raise PhoenixServerError(f"{url!r} is no address: give one such as http://localhost:6006.")
    try:
        response = httpx.get(f"{url}/healthz", timeout=5)
    except httpx.ConnectError:
        return False
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, ImportError) as error:
        reason = str(error).rstrip(".") or type(error).__name__
        raise PhoenixServerError(f"{url} does not answer as Phoenix does: {reason}.") from error
    if response.is_success and "x-phoenix-server-version" in response.headers:
        return True
    raise PhoenixServerError(
        f"Something that is not Phoenix answers at {url}. Stop it, or choose another port, as in: "
        "make demo PHOENIX_URL=http://localhost:6106"
    )


class PhoenixServer:
    """One running server. Use it as a context manager: it starts on entry and stops on exit."""

    def __init__(
        self,
        url: str,
        data_folder: Path,
        *,
        notes: Console,
        extra_environment: Mapping[str, str] | None = None,
    ) -> None:
        """Describe a server at `url`, which must be on this machine, with its data in a folder."""
        self.url = url
        self.log = data_folder.with_suffix(".log")
        self._data_folder = data_folder
        self._notes = notes
        self._extra = dict(extra_environment or {})
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            PhoenixServerError: the address is not of this machine, Phoenix is not installed, it
                ended by itself, or it took longer than START_SECONDS.
        """
        address = urlsplit(self.url)
        if address.scheme != "http" or not is_loopback(self.url):
            raise PhoenixServerError(
                f"No Phoenix answers at {self.url}, and only one at http://localhost:<port> can be "
                "started here. Start it there, or leave the address out."
            )
        if not PHOENIX_COMMAND.exists():
            raise PhoenixServerError("Phoenix is not installed here yet: run `make phoenix`.")
        try:
            self._data_folder.mkdir(parents=True, exist_ok=True)
            log = self.log.open("wb")
        except OSError as error:
            raise PhoenixServerError(
                f"Phoenix needs to write to {self._data_folder.parent}: {error}."
            ) from error
        with log:
            # A session of its own: Ctrl-C then reaches this process only, which stops the server
            # in order.
            self._process = subprocess.Popen(
                [PHOENIX_COMMAND, "serve"],
                env=self._environment(address.hostname or "", address.port or 80),
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._wait_until_up(self._process)

    def stop(self) -> None:
        """Stop the server, if it runs, and wait until it has ended."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def wait(self) -> None:
        """Wait until the server ends by itself."""
        if self._process is not None:
            self._process.wait()

    def _environment(self, host: str, port: int) -> dict[str, str]:
        # The reader's own PHOENIX_ variables may name another database or ask for a login.
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("PHOENIX_")
        }
        return inherited | {
            "PHOENIX_HOST": "::1" if host == "::1" else "127.0.0.1",
            "PHOENIX_PORT": str(port),
            # The collector that nothing here uses; its usual port may be taken at any moment.
            "PHOENIX_GRPC_PORT": str(free_port()),
            "PHOENIX_WORKING_DIR": str(self._data_folder.resolve()),
            "PHOENIX_TELEMETRY_ENABLED": "false",
            **self._extra,
        }

    def _wait_until_up(self, process: subprocess.Popen[bytes]) -> None:
        started = time.monotonic()
        if not self._notes.is_terminal:
            self._notes.print(f"Starting Phoenix at {self.url} (10 to 60 seconds)…")
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(
            *columns, console=self._notes, transient=True, disable=not self._notes.is_terminal
        ) as progress:
            progress.add_task(f"Starting Phoenix at {self.url} (10 to 60 seconds)", total=None)
            while not self._is_up():
                if process.poll() is not None:
                    raise PhoenixServerError(self._failure("ended while it started"))
                if time.monotonic() - started > START_SECONDS:
                    raise PhoenixServerError(
                        self._failure(f"did not answer within {START_SECONDS} seconds")
                    )
                time.sleep(_POLL_SECONDS)
        seconds = time.monotonic() - started
        self._notes.print(f"Phoenix is up at {self.url} after {seconds:.0f} seconds.")

    def _is_up(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).is_success
        except httpx.HTTPError:
            return False

    def _failure(self, what: str) -> str:
        lines = self.log.read_text(errors="replace").splitlines()[-_LOG_LINES:]
        quoted = "\n".join(f"    {line}" for line in lines)
        return f"Phoenix {what}. Its log ends so:\n{quoted}\nThe whole log:\n{self.log}"


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with socket.socket() as candidate:
        candidate.bind(("127.0.0.1", 0))
        return int(candidate.getsockname()[1])


def main() -> None:
    """Run Phoenix until Ctrl-C."""
    notes = console(stderr=True)
    url = settings().phoenix_url
    keep_off_proxies(url)
    status = ALL_AS_EXPECTED
    try:
        if phoenix_answers(url):
            notes.print(f"Phoenix already answers at {url}.")
        else:
            with PhoenixServer(url, STATE_FOLDER / "phoenix", notes=notes) as server:
                notes.print("Ctrl-C stops it.")
                server.wait()
    except KeyboardInterrupt:
        notes.print(f"\n{STOPPED}")
    except PhoenixServerError as error:
        status = give_up(notes, str(error))
    raise typer.Exit(status)


if __name__ == "__main__":
    run_script(main)
