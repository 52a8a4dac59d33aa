"""Rules of `ordered_items_match` that hold for every cart, and wrong rules that its tests catch."""

import inspect
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from academy.evaluations.order_checks import (
    MATCH,
    NO_ORDER,
    compare_items,
    item_quantities,
    ordered_items_match,
)
from academy.evaluations.tests import test_order_checks as provided
from academy.evaluations.tests import wrong_rules

in_any_time = settings(deadline=None)  # other work on the machine is no fault of the rule

# Few ids and small numbers, so that two carts drawn apart are often equal.
LINES = st.lists(
    st.builds(provided.line, st.sampled_from(["toy-051", "toy-177", "TOY-051"]), st.integers(1, 3)),
    min_size=1,
    max_size=5,
)
TOTALS = st.dictionaries(st.text(min_size=1), st.integers(1, 9), min_size=1, max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=12,
)
EXTRA_FIELDS = st.dictionaries(st.sampled_from(["name", "unitPrice"]), st.none() | st.text())
NEARLY_ITEMS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "productId": st.sampled_from(["toy-051", "toy-177", ""]) | JSON,
            "quantity": st.integers(-1, 2) | JSON,
        },
    )
    | JSON,
    max_size=4,
)
STORED_ORDERS = JSON | st.fixed_dictionaries({"items": NEARLY_ITEMS | JSON})


@st.composite
def splits(draw, totals):
    """Draw a cart with these totals: split into lines, shuffled, with other fields in them."""
    lines = []
    for product_id, left in totals.items():
        while left:
            quantity = draw(st.integers(1, left))
            extra = draw(EXTRA_FIELDS)
            lines.append({**extra, "productId": product_id, "quantity": quantity})
            left -= quantity
    return draw(st.permutations(lines))


def totals_of(items: Any) -> dict[str, int] | None:
    """Return the totals of sound items, written down apart from the rule; None for others."""
    totals: Counter[str] = Counter()
    for item in items if isinstance(items, list) else [None]:
        if not isinstance(item, dict) or not {"productId", "quantity"} <= item.keys():
            return None
        product_id, quantity = item["productId"], item["quantity"]
        if type(product_id) is not str or product_id == "":
            return None
        if type(quantity) is not int or quantity <= 0:
            return None
        totals[product_id] += quantity
    return dict(totals) or None


def evaluate_order(order, wanted):
    inputs = {"output": {"order": order}, "expected": {"items": wanted}}
    return ordered_items_match.evaluate(inputs)[0]


@in_any_time
@given(LINES, LINES)
def test_two_carts_pass_exactly_when_their_totals_are_equal(stored, wanted):
    result = evaluate_order({"items": stored}, wanted)

    equal = totals_of(stored) == totals_of(wanted)
    assert (result.label, result.score) == (("pass", 1) if equal else ("fail", 0))
    assert (result.explanation == MATCH) is equal


@in_any_time
@given(st.data(), TOTALS)
def test_splitting_and_order_of_lines_do_not_matter(data, totals):
    stored, wanted = data.draw(splits(totals)), data.draw(splits(totals))

    result = evaluate_order({"items": stored, "total": "1.00"}, wanted)

    assert (result.label, result.explanation) == ("pass", MATCH)


@in_any_time
@given(st.data(), TOTALS, st.sampled_from(["more", "less", "extra", "missing"]))
def test_one_unit_or_product_off_always_fails(data, totals, mistake):
    wrong = dict(totals)
    product_id = data.draw(st.sampled_from(sorted(totals)))
    if mistake == "more":
        wrong[product_id] += 1
    elif mistake == "less" and wrong[product_id] > 1:
        wrong[product_id] -= 1
    elif mistake == "extra":
        wrong[max(totals) + "x"] = 1
    else:
        del wrong[product_id]

    stored = data.draw(splits(wrong))

    assert evaluate_order({"items": stored}, data.draw(splits(totals))).label == "fail"


@in_any_time
@given(TOTALS, TOTALS)
def test_mismatch_names_both_totals(wanted, stored):
    passed, explanation = compare_items(
        {"order": {"items": [provided.line(*pair) for pair in stored.items()]}},
        {"items": [provided.line(*pair) for pair in wanted.items()]},
    )

    assert passed or explanation == f"Expected {wanted}; stored {stored}."


@in_any_time
@given(STORED_ORDERS)
def test_any_stored_order_gets_a_verdict(order):
    result = evaluate_order(order, [provided.line("toy-051", 1)])

    totals = totals_of(order.get("items")) if isinstance(order, dict) else None
    assert result.label == ("pass" if totals == {"toy-051": 1} else "fail")
    if not isinstance(order, dict):
        assert result.explanation == NO_ORDER
    elif totals is None:
        assert result.explanation.startswith("Invalid stored order: items")
        assert result.explanation.endswith(".")


@in_any_time
@given(NEARLY_ITEMS | JSON, STORED_ORDERS)
def test_broken_reference_always_raises(items, order):
    if totals_of(items) is None:
        with pytest.raises(ValueError, match="Invalid expected cart: items"):
            evaluate_order(order, items)
    else:
        assert evaluate_order({"items": items}, items).label == "pass"


@in_any_time
@given(LINES, LINES)
def test_quantities_of_two_carts_add_up(first, second):
    together = Counter(item_quantities(first)) + Counter(item_quantities(second))

    assert item_quantities(first + second) == together


@in_any_time
@given(NEARLY_ITEMS | JSON)
def test_items_are_counted_or_refused(items):
    totals = totals_of(items)
    if totals is None:
        with pytest.raises(ValueError, match=r"^items.*[^.]$"):
            item_quantities(items)
    else:
        assert item_quantities(items) == totals


@in_any_time
@given(LINES, LINES)
def test_arguments_are_left_as_they_are(stored, wanted):
    before = repr((stored, wanted))

    evaluate_order({"items": stored}, wanted)

    assert repr((stored, wanted)) == before


def names_of_tests_that_catch(
    rule: Callable[[Any, Any], Any],
    monkeypatch: pytest.MonkeyPatch,
    tests: list[Callable[[], None]],
) -> list[str]:
    """Run `tests` with the verdicts of `rule` and the explanations of the right one."""

    def compare(output: Mapping[str, Any], expected: Mapping[str, Any]) -> tuple[bool, str]:
        _, explanation = compare_items(output, expected)  # raises for a broken reference
        order = output["order"]
        try:
            passed = bool(rule(order and order["items"], expected["items"]))
        except (ValueError, TypeError, AttributeError):
            passed = False
        return passed, explanation

    monkeypatch.setattr("academy.evaluations.order_checks.compare_items", compare)
    caught = []
    for test in tests:
        try:
            test()
        except AssertionError:
            caught.append(test.__name__)
    return caught


def the_eleven() -> list[Callable[[], None]]:
    """Return the provided tests, without those a learner has added."""
    functions = inspect.getmembers(provided, inspect.isfunction)
    tests = [function for name, function in functions if name.startswith("test_")]
    return [test for test in tests if test.__name__ != "test_too_few_items_is_rejected"]


def test_too_few_items_is_rejected_by_the_learners_test():
    result = provided.evaluate([provided.line("toy-051", 1)], [provided.line("toy-051", 2)])

    assert (result.label, result.score) == ("fail", 0)


@pytest.mark.parametrize("rule", wrong_rules.WRONG_RULES, ids=lambda rule: rule.__name__)
def test_provided_tests_catch_a_wrong_rule(rule, monkeypatch):
    assert names_of_tests_that_catch(rule, monkeypatch, the_eleven())


def test_provided_tests_accept_the_right_rule(monkeypatch):
    assert names_of_tests_that_catch(wrong_rules.right_rule, monkeypatch, the_eleven()) == []
    assert len(the_eleven()) >= 11


def test_only_the_learners_test_catches_too_few_items(monkeypatch):
    learners = test_too_few_items_is_rejected_by_the_learners_test

    assert names_of_tests_that_catch(
        wrong_rules.less_is_fine, monkeypatch, [*the_eleven(), learners]
    ) == [learners.__name__]


@pytest.mark.parametrize(
    "quantity", [2**63, 10**5000, -(10**5000), [10**5000]], ids=lambda _: "huge"
)
def test_number_without_end_is_an_invalid_order(quantity):
    stored = {"order": {"items": [provided.line(provided.KIT, quantity)]}}

    passed, explanation = compare_items(stored, {"items": [provided.line(provided.KIT, 1)]})

    assert not passed
    assert explanation.startswith("Invalid stored order: items[0].quantity ")
