"""Let many threads do something at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

Result = TypeVar("Result")

LIMIT_SECONDS = 60
"""After this long a race hangs: the test fails instead of waiting for ever."""


def race(number: int, runner: Callable[[int], Result]) -> list[Result | Exception]:
    """Call `runner` with 0, 1, … in a thread each, all starting together.

    Returns what each returned or raised.
    """
    start = Barrier(number)

    def run(lane: int) -> Result | Exception:
        start.wait(LIMIT_SECONDS)
        try:
            return runner(lane)
        except Exception as error:
            return error

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(run, range(number), timeout=LIMIT_SECONDS))
