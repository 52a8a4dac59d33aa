"""How fast `evaluate_orders` judges many saved orders, against `evaluate_dataframe`."""

import random
from collections.abc import Callable
from typing import Any

import pandas as pd
from phoenix.evals import evaluate_dataframe

from academy.evaluations.order_batches import SCORE_COLUMN, evaluate_orders
from academy.evaluations.order_checks import ordered_items_match
from bench.bars import Bar, Row
from bench.race import race

ROUNDS = 2
ORDERS = 100_000
"""Orders of a round, others in each, judged in one batch."""

BAR = Bar("judging saved orders", "evaluate_dataframe", 20, "orders/s")


def steps() -> int:
    """Return how often `measure` calls `advance`."""
    return ROUNDS + 1


def measure(advance: Callable[[], None]) -> list[Row]:
    """Judge the same orders with both, and compare the scores."""
    frames = [_drawn_orders(seed) for seed in range(ROUNDS + 1)]
    ours: list[Any] = []
    theirs: list[Any] = []

    def judge_at_once(number: int) -> None:
        ours[:] = [evaluate_orders(frames[number])]

    def judge_one_by_one(number: int) -> None:
        theirs[:] = [
            evaluate_dataframe(
                dataframe=frames[number], evaluators=[ordered_items_match], hide_tqdm_bar=True
            )
        ]

    def compare() -> None:
        if ours[0][SCORE_COLUMN].tolist() != theirs[0][SCORE_COLUMN].tolist():
            raise RuntimeError("evaluate_orders and evaluate_dataframe gave different scores")
        advance()

    seconds = race(ROUNDS, judge_at_once, judge_one_by_one, advance=compare)
    return [Row.from_seconds(BAR, *seconds, orders=ORDERS)]


def _drawn_orders(seed: int) -> pd.DataFrame:
    rng = random.Random(seed)
    return pd.DataFrame([_drawn_order(rng) for _ in range(ORDERS)])


def _drawn_order(rng: random.Random) -> dict[str, Any]:
    cart: list[dict[str, Any]] = [
        {"productId": f"toy-{rng.randint(1, 200):03}", "quantity": rng.randint(1, 3)}
        for _ in range(rng.choice((1, 1, 1, 2, 3)))
    ]
    stored = [{**line, "name": "Dinosaur Explorer Kit", "unitPrice": "27.99"} for line in cart]
    if rng.random() < 0.1:  # what an evaluator is there to find
        stored[0]["quantity"] += 1
    order = None if rng.random() < 0.01 else {"orderId": "WT-4F7KQ-9XB2M", "items": stored}
    return {"output": {"order": order}, "expected": {"items": cart}}
