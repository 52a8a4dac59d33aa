"""The mistakes that `ordered_items_match` must catch, and the carts it must accept.

The lesson `code-checks` has the learner add a twelfth test below these eleven.
"""

import pytest
from phoenix.evals import Score

from academy.evaluations.order_checks import item_quantities, ordered_items_match

KIT, ROBOT = "toy-051", "toy-177"


def line(product_id, quantity, **extra):
    return {"productId": product_id, "quantity": quantity, **extra}


def evaluate(stored, wanted) -> Score:
    output = {"order": None if stored is None else {"items": stored}}
    return ordered_items_match.evaluate({"output": output, "expected": {"items": wanted}})[0]


def test_matching_order_passes():
    result = evaluate([line(KIT, 1)], [line(KIT, 1)])

    assert (result.label, result.score) == ("pass", 1)
    assert result.explanation == "The stored product IDs and quantities match the confirmed cart."
    assert (result.name, result.kind, result.direction) == (
        "ordered_items_match",
        "code",
        "maximize",
    )


def test_too_many_items_are_rejected():
    result = evaluate([line(KIT, 2)], [line(KIT, 1)])

    assert (result.label, result.score) == ("fail", 0)
    assert result.explanation == "Expected {'toy-051': 1}; stored {'toy-051': 2}."


def test_different_product_is_rejected():
    result = evaluate([line(ROBOT, 1)], [line(KIT, 1)])

    assert (result.label, result.score) == ("fail", 0)
    assert result.explanation == "Expected {'toy-051': 1}; stored {'toy-177': 1}."


def test_extra_product_is_rejected():
    result = evaluate([line(KIT, 1), line(ROBOT, 1)], [line(KIT, 1)])

    assert (result.label, result.score) == ("fail", 0)
    assert result.explanation == "Expected {'toy-051': 1}; stored {'toy-051': 1, 'toy-177': 1}."


def test_missing_product_is_rejected():
    result = evaluate([line(KIT, 1)], [line(KIT, 1), line(ROBOT, 1)])

    assert (result.label, result.score) == ("fail", 0)


def test_missing_order_is_rejected():
    result = evaluate(None, [line(KIT, 1)])

    assert (result.label, result.score) == ("fail", 0)
    assert result.explanation == "No stored order was found."


def test_one_line_of_two_equals_two_lines_of_one():
    one_line, two_lines = [line(KIT, 2)], [line(KIT, 1), line(KIT, 1)]

    assert evaluate(one_line, two_lines).label == "pass"
    assert evaluate(two_lines, one_line).label == "pass"


def test_order_of_lines_and_extra_fields_do_not_matter():
    stored = [line(ROBOT, 1, unitPrice="34.50"), line(KIT, 1, name="Dinosaur Explorer Kit")]

    assert evaluate(stored, [line(KIT, 1), line(ROBOT, 1)]).label == "pass"


def test_invalid_stored_items_are_rejected():
    broken = [
        ([line(KIT, 0)], "items[0].quantity must be a whole number above zero, not 0"),
        ([line(KIT, -1)], "items[0].quantity must be a whole number above zero, not -1"),
        ([line(KIT, True)], "items[0].quantity must be a whole number above zero, not True"),
        ([line(KIT, 1.0)], "items[0].quantity must be a whole number above zero, not 1.0"),
        ([line(KIT, "1")], "items[0].quantity must be a whole number above zero, not '1'"),
        ([line(KIT, float("nan"))], "items[0].quantity must be a whole number above zero, not nan"),
        ([{"productId": KIT}], "items[0].quantity must be a whole number above zero, not None"),
        ([{"quantity": 1}], "items[0].productId must be text, not None"),
        ([line(51, 1)], "items[0].productId must be text, not 51"),
        ([line(KIT, 1), KIT], "items[1] must be an object, not str"),
        ({KIT: 1}, "items must be a list, not dict"),
        ([], "items is empty"),
    ]
    for stored, reason in broken:
        result = evaluate(stored, [line(KIT, 1)])

        assert (result.label, result.score) == ("fail", 0)
        assert result.explanation == f"Invalid stored order: {reason}."


def test_broken_reference_raises_instead_of_failing_the_purchase():
    output = {"order": {"items": [line(KIT, 1)]}}
    references: list[dict] = [{}, {"items": []}, {"items": None}, {"items": [line(KIT, 0)]}]
    for reference in references:
        with pytest.raises(ValueError, match="Invalid expected cart: items"):
            ordered_items_match.evaluate({"output": output, "expected": reference})


def test_item_quantities_adds_up_each_product():
    items = [line(KIT, 1), line(ROBOT, 2), line(KIT, 3)]

    assert item_quantities(items) == {KIT: 4, ROBOT: 2}
