"""Many saved orders against their confirmed carts at once, by the rule of `order_checks`.

`phoenix.evals.evaluate_dataframe` takes any evaluator, and for each row validates, copies, traces
and times the call. A rule that compares two dictionaries needs none of it, and is over twenty
times as fast without: `bench/` measures both.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pandas as pd

from academy.evaluations.order_checks import compare_items, ordered_items_match

NEEDED_COLUMNS = ("output", "expected")

NAME, KIND = ordered_items_match.name, ordered_items_match.kind
DIRECTION = ordered_items_match.direction
SCORE_COLUMN, ERROR_COLUMN = f"{NAME}_score", f"{NAME}_error"


def evaluate_orders(dataframe: pd.DataFrame) -> pd.DataFrame:
    """Return a copy of `dataframe` with a score, or else an error, in each row.

    `output` and `expected` hold what `ordered_items_match` takes, as it comes out of JSON. The
    column `ordered_items_match_score` gets the dicts that `evaluate_dataframe` would write, for
    `to_annotation_dataframe` to read. A row that cannot be judged has None there and the reason
    in `ordered_items_match_error`, where all others have None: a broken cart or a missing output
    says nothing about the purchase.

    Raises:
        ValueError: a needed column is not there, or is there twice.
    """
    names = list(dataframe.columns)
    if any(names.count(needed) != 1 for needed in NEEDED_COLUMNS):
        raise ValueError(
            f"The frame needs the columns {' and '.join(NEEDED_COLUMNS)}, each once; "
            f"it has {', '.join(map(str, names)) or 'none'}."
        )
    with _garbage_left_alone():
        pairs = zip(dataframe["output"], dataframe["expected"], strict=True)
        rows = [_judged(output, expected) for output, expected in pairs]
    judged = dataframe.copy()
    # As objects: left to itself, pandas takes the errors for text and turns None into NaN.
    for column, values in (
        (SCORE_COLUMN, [score for score, _ in rows]),
        (ERROR_COLUMN, [error for _, error in rows]),
    ):
        judged[column] = pd.Series(values, index=judged.index, dtype=object)
    return judged


def _judged(output: Any, expected: Any) -> tuple[dict[str, Any] | None, str | None]:
    try:
        _require_objects(output=output, expected=expected)
        passed, explanation = compare_items(output, expected)
    except ValueError as error:
        return None, str(error)
    # A literal: a Score object for each row, made and turned into a dict, takes four times as long.
    score = {
        "name": NAME,
        "score": int(passed),
        "label": "pass" if passed else "fail",
        "explanation": explanation,
        "metadata": {},
        "kind": KIND,
        "direction": DIRECTION,
    }
    return score, None


def _require_objects(**values: Any) -> None:
    for name, value in values.items():
        if not isinstance(value, Mapping):
            raise ValueError(f"Invalid {name}: it must be an object, not {_kind(value)}.")
        if not all(isinstance(key, str) for key in value):
            raise ValueError(f"Invalid {name}: the fields of an object have names of text.")


def _kind(value: Any) -> str:
    # Where a join found no partner pandas puts NaN, which is a float.
    return "nothing" if pd.api.types.is_scalar(value) and pd.isna(value) else type(value).__name__


@contextmanager
def _garbage_left_alone() -> Iterator[None]:
    # A new dict for each row makes Python look for garbage again and again, in every row of the
    # frame, which takes as long as the judging. There is none to find: nothing here is a cycle.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
