"""A clock that stands still until a test sets it."""

from datetime import UTC, datetime, timedelta


class SetClock:
    """Called by the store for the time; it starts at noon of a day in June."""

    def __init__(self) -> None:
        self.now = datetime(2026, 6, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time it was set to."""
        return self.now

    def advance(self, by: timedelta) -> None:
        """Let this much time pass."""
        self.now += by
