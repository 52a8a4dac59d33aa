"""Rules that seem right for one kit bought and one kit saved, and are wrong.

Each takes the stored order's items (None: no order) and the wanted ones, and says whether they
match. What it raises means no.
"""

from collections import Counter
from typing import Any

from academy.evaluations.order_checks import item_quantities


def _pairs(items) -> list[tuple[Any, Any]]:
    return [(item.get("productId"), item.get("quantity")) for item in items]


def _totals(items) -> Counter[Any]:
    totals: Counter[Any] = Counter()
    for product_id, quantity in _pairs(items):
        totals[product_id] += quantity
    return totals


def only_ids(stored, wanted):
    return item_quantities(stored).keys() == item_quantities(wanted).keys()


def sets_of_lines(stored, wanted):
    return item_quantities(stored) and set(_pairs(stored)) == set(_pairs(wanted))


def line_by_line(stored, wanted):
    return item_quantities(stored) and _pairs(stored) == _pairs(wanted)


def sorted_lines(stored, wanted):
    return item_quantities(stored) and sorted(_pairs(stored)) == sorted(_pairs(wanted))


def whole_lines(stored, wanted):
    return item_quantities(stored) and stored == wanted


def last_line_wins(stored, wanted):
    return item_quantities(stored) and dict(_pairs(stored)) == dict(_pairs(wanted))


def number_of_units(stored, wanted):
    return sum(item_quantities(stored).values()) == sum(item_quantities(wanted).values())


def extra_products_pass(stored, wanted):
    stored, wanted = item_quantities(stored), item_quantities(wanted)
    return all(stored.get(toy) == quantity for toy, quantity in wanted.items())


def missing_products_pass(stored, wanted):
    stored, wanted = item_quantities(stored), item_quantities(wanted)
    return all(wanted.get(toy) == quantity for toy, quantity in stored.items())


def more_is_fine(stored, wanted):
    stored, wanted = item_quantities(stored), item_quantities(wanted)
    return stored.keys() == wanted.keys() and all(stored[toy] >= wanted[toy] for toy in wanted)


def true_is_one(stored, wanted):
    plain = [{**item, "quantity": 1} if item.get("quantity") is True else item for item in stored]
    return item_quantities(plain) == item_quantities(wanted)


def numbers_are_converted(stored, wanted):
    plain = [
        {**item, "quantity": int(item["quantity"])}
        if type(item.get("quantity")) in {str, float} and float(item["quantity"]).is_integer()
        else item
        for item in stored
    ]
    return item_quantities(plain) == item_quantities(wanted)


def missing_quantity_is_one(stored, wanted):
    plain = [{"quantity": 1, **item} for item in stored]
    return item_quantities(plain) == item_quantities(wanted)


def no_order_passes(stored, wanted):
    return stored is None or item_quantities(stored) == item_quantities(wanted)


def no_items_pass(stored, wanted):
    return stored == [] or item_quantities(stored) == item_quantities(wanted)


def always_passes(stored, wanted):
    return True


def never_passes(stored, wanted):
    return False


def right_rule(stored, wanted):
    return item_quantities(stored) == item_quantities(wanted)


def less_is_fine(stored, wanted):
    stored, wanted = item_quantities(stored), item_quantities(wanted)
    return stored.keys() == wanted.keys() and all(stored[toy] <= wanted[toy] for toy in wanted)


WRONG_RULES = [
    only_ids,
    sets_of_lines,
    line_by_line,
    sorted_lines,
    whole_lines,
    last_line_wins,
    number_of_units,
    extra_products_pass,
    missing_products_pass,
    more_is_fine,
    true_is_one,
    numbers_are_converted,
    missing_quantity_is_one,
    no_order_passes,
    no_items_pass,
    always_passes,
    never_passes,
]
