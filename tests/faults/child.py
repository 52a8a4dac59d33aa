"""Processes forked from the test: they begin at once, and can be killed at any moment."""

import os
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Self

Say = Callable[[str], None]


class Child:
    """A process that does `work`, and whose words come back line by line.

    It ends without the clean-up of the test process, whose open files and connections it must not
    touch. A word that was said arrives, whenever the child is killed.
    """

    def __init__(self, work: Callable[[Say], None]) -> None:
        """Fork; the child calls `work` with the function that says a line."""
        self._ear, mouth = os.pipe()
        self._heard = b""
        self.pid = os.fork()
        if self.pid == 0:
            _do(work, mouth)
        os.close(mouth)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.kill()
        os.close(self._ear)

    def words(self, seconds: float) -> Iterator[str]:
        """Yield each line until the child has ended or `seconds` have passed."""
        until = time.monotonic() + seconds
        while True:
            while b"\n" in self._heard:  # one by one: who stops listening loses none
                line, self._heard = self._heard.split(b"\n", 1)
                yield line.decode()
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._ear], [], [], left)[0]:
                return
            more = os.read(self._ear, 65_536)
            if not more:
                return
            self._heard += more

    def kill(self) -> None:
        """End the child as `kill -9` does, and wait until it is gone."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0


def _do(work: Callable[[Say], None], mouth: int) -> None:
    def say(line: str) -> None:
        # One write below the pipe's atomic size: a line arrives whole or not at all.
        os.write(mouth, f"{line}\n".encode())

    try:
        work(say)
    except BaseException:
        say(f"failed: {traceback.format_exc().splitlines()[-1]}")
    finally:
        os._exit(0)
