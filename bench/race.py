"""Measure contenders side by side: what else the machine does slows them all alike."""

import time
from collections.abc import Callable


def race(
    rounds: int, *contenders: Callable[[int], object], advance: Callable[[], None]
) -> list[list[float]]:
    """Return the seconds that each contender took in each round.

    Every round runs all of them, one after the other, with the round's number. A round before the
    first warms up and does not count; `rounds` + 1 of them are run, numbered from 0.
    """
    seconds: list[list[float]] = [[] for _ in contenders]
    for number in range(rounds + 1):
        for times, contender in zip(seconds, contenders, strict=True):
            start = time.perf_counter()
            contender(number)
            times.append(time.perf_counter() - start)
        advance()
    return [times[1:] for times in seconds]
