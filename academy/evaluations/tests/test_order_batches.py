"""Many orders at once: the scores of `evaluate_dataframe`, and errors kept apart from fails."""

import gc
import random

import pandas as pd
import pytest
from phoenix.evals import evaluate_dataframe
from phoenix.evals.utils import to_annotation_dataframe

from academy.evaluations.order_batches import ERROR_COLUMN, SCORE_COLUMN, evaluate_orders
from academy.evaluations.order_checks import ordered_items_match

KIT, ROBOT = "toy-051", "toy-177"
BROKEN_ITEMS = [
    None,
    [],
    KIT,
    {KIT: 1},
    [KIT],
    [{"productId": KIT}],
    [{"productId": 51, "quantity": 1}],
    [{"productId": KIT, "quantity": 0}],
    [{"productId": KIT, "quantity": True}],
    [{"productId": KIT, "quantity": float("nan")}],
]


def items(*lines):
    return [{"productId": toy, "quantity": quantity} for toy, quantity in lines or [(KIT, 1)]]


def stored(order_items):
    return {"order": {"orderId": "WT-4F7KQ-9XB2M", "items": order_items}}


def frame(*rows, **columns):
    return pd.DataFrame(list(rows), columns=["output", "expected"]).assign(**columns)


def drawn_cart(rng):
    return items(*[(f"toy-{rng.randint(1, 4):03}", rng.randint(1, 2)) for _ in range(3)])


def drawn_output(rng, cart):
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice([{"order": None}, {}, {"order": "WT-4F7KQ-9XB2M"}, {"orderId": 1}])
    if kind == 1:
        return stored(rng.choice(BROKEN_ITEMS))
    if kind == 2:
        return stored(drawn_cart(rng))
    return stored(rng.sample([{**line, "name": "a toy"} for line in cart], len(cart)))


def drawn_frame(count):
    rng = random.Random(count)
    carts = [drawn_cart(rng) for _ in range(count)]
    return frame(*[(drawn_output(rng, cart), {"items": cart}) for cart in carts])


def by_phoenix(dataframe):
    return evaluate_dataframe(
        dataframe=dataframe,
        evaluators=[ordered_items_match],
        hide_tqdm_bar=True,
        exit_on_error=False,
        max_retries=0,
    )


def test_scores_are_those_of_evaluate_dataframe():
    orders = drawn_frame(400)

    scores = evaluate_orders(orders)[SCORE_COLUMN].tolist()

    wanted = by_phoenix(orders)[SCORE_COLUMN].tolist()
    assert scores == wanted
    assert [list(score) for score in scores] == [list(score) for score in wanted]
    explanations = {score["explanation"].split(" ")[0] for score in scores}
    assert explanations == {"The", "Expected", "No", "Invalid"}


def test_scores_become_the_same_annotations():
    orders = frame(
        (stored(items()), {"items": items()}),
        (stored(items((ROBOT, 2))), {"items": items()}),
        (None, {"items": items()}),
        span_id=["a1" * 8, "b2" * 8, "c3" * 8],
    )

    annotations = to_annotation_dataframe(dataframe=evaluate_orders(orders))

    wanted = to_annotation_dataframe(dataframe=by_phoenix(orders))
    pd.testing.assert_frame_equal(annotations, wanted)
    assert annotations["label"].fillna("none").tolist() == ["pass", "fail", "none"]
    assert set(annotations["annotator_kind"]) == {"CODE"}


@pytest.mark.parametrize("broken", BROKEN_ITEMS, ids=repr)
def test_broken_cart_is_an_error_and_no_fail(broken):
    judged = evaluate_orders(frame((stored(items()), {"items": broken})))

    assert judged[SCORE_COLUMN].tolist() == [None]
    assert judged[ERROR_COLUMN].iloc[0].startswith("Invalid expected cart: items")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "it must be an object, not nothing."),
        (float("nan"), "it must be an object, not nothing."),
        (pd.NA, "it must be an object, not nothing."),
        ('{"order": null}', "it must be an object, not str."),
        ([stored(items())], "it must be an object, not list."),
        ({5: 1}, "the fields of an object have names of text."),
    ],
    ids=repr,
)
def test_value_that_is_no_object_is_an_error(value, reason):
    orders = frame((value, {"items": items()}), (stored(items()), value))

    judged = evaluate_orders(orders)

    assert judged[SCORE_COLUMN].tolist() == [None, None]
    assert judged[ERROR_COLUMN].tolist() == [
        f"Invalid output: {reason}",
        f"Invalid expected: {reason}",
    ]


def test_error_leaves_the_other_rows_alone():
    good = (stored(items()), {"items": items()})
    orders = frame(good, ("no object", {"items": items()}), (stored(items()), {}), good)

    judged = evaluate_orders(orders)

    assert judged[SCORE_COLUMN].tolist() == by_phoenix(orders)[SCORE_COLUMN].tolist()
    assert [error is None for error in judged[ERROR_COLUMN]] == [True, False, False, True]


def test_duplicate_index_and_other_columns_are_kept():
    right, wrong = stored(items()), stored(items((ROBOT, 1)))
    orders = frame(
        *[(output, {"items": items()}) for output in (right, wrong, right)], day=[3, 1, 2]
    )
    orders.index = pd.Index(["a", "b", "a"], name="run")

    judged = evaluate_orders(orders)

    pd.testing.assert_frame_equal(judged[orders.columns], orders)
    assert [score["label"] for score in judged[SCORE_COLUMN]] == ["pass", "fail", "pass"]


def test_frame_given_is_not_changed():
    orders = frame((stored(items()), {"items": items()}))

    evaluate_orders(orders)

    assert list(orders.columns) == ["output", "expected"]


def test_scores_share_no_metadata():
    orders = frame(*[(stored(items()), {"items": items()})] * 2)

    first, second = evaluate_orders(orders)[SCORE_COLUMN]

    first["metadata"]["reviewed"] = True
    assert second["metadata"] == {}


def test_empty_frame_gets_both_columns():
    judged = evaluate_orders(frame(day=[]))

    assert list(judged.columns) == ["output", "expected", "day", SCORE_COLUMN, ERROR_COLUMN]
    assert judged.empty


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        (["output", "cart"], "output, cart"),
        (["expected"], "expected"),
        (["output", "expected", "output"], "output, expected, output"),
        ([], "none"),
    ],
)
def test_columns_needed_and_found_are_named(columns, found):
    message = f"needs the columns output and expected, each once; it has {found}."

    with pytest.raises(ValueError, match=message):
        evaluate_orders(pd.DataFrame(columns=columns))


def test_garbage_collector_is_left_as_it_was():
    was_enabled = gc.isenabled()
    try:
        for set_collector in (gc.disable, gc.enable):
            set_collector()
            evaluate_orders(frame((stored(items()), {"items": items()})))
            assert gc.isenabled() is (set_collector is gc.enable)
    finally:
        (gc.enable if was_enabled else gc.disable)()
