"""Order ids: their shape, and what people make of them when they type one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.orders.order_ids import canonical_order_id, new_order_id

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHAPE = re.compile(f"WT-[{LETTERS}]{{5}}-[{LETTERS}]{{5}}")
LOOKALIKES = {"0": "0Oo", "1": "1IiLl"}


@st.composite
def ids_as_people_type_them(draw: st.DrawFn) -> tuple[str, str]:
    """Draw an id, and a way of writing it."""
    letters = draw(st.text(LETTERS, min_size=10, max_size=10))
    typed = "".join(
        draw(st.sampled_from(LOOKALIKES.get(letter, letter + letter.lower()))) for letter in letters
    )
    hyphen, another = draw(st.sampled_from(["-", ""])), draw(st.sampled_from(["-", ""]))
    prefix = draw(st.sampled_from(["WT", "wt", "Wt"]))
    around = draw(st.sampled_from(["", " ", "\t", "\n"]))
    written = f"{around}{prefix}{hyphen}{typed[:5]}{another}{typed[5:]}{around}"
    return f"WT-{letters[:5]}-{letters[5:]}", written


def test_ids_are_short_upper_case_and_never_repeat() -> None:
    ids = [new_order_id() for _ in range(100_000)]

    assert len(set(ids)) == len(ids)
    assert all(SHAPE.fullmatch(order_id) for order_id in ids)


def test_every_place_takes_every_letter() -> None:
    # A place that never changes would be bits that a stranger need not guess.
    places = zip(*(new_order_id().replace("-", "")[2:] for _ in range(5_000)), strict=True)

    assert [len(set(letters)) for letters in places] == [32] * 10


@given(ids_as_people_type_them())
def test_all_ways_of_writing_mean_the_same_id(written: tuple[str, str]) -> None:
    order_id, as_typed = written

    assert canonical_order_id(as_typed) == order_id


@pytest.mark.parametrize(
    "written",
    ["wt-4f7kq-9xb2m", "WT4F7KQ9XB2M", " WT-4F7KQ-9XB2M ", "wt4f7kq-9xb2m", "WT-4F7KQ9XB2M\n"],
)
def test_case_hyphens_and_blanks_do_not_matter(written: str) -> None:
    assert canonical_order_id(written) == "WT-4F7KQ-9XB2M"


def test_letters_read_as_digits_are_put_right() -> None:
    assert canonical_order_id("WT-OIL00-olioi") == "WT-01100-01101"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "WT",
        "WT-",
        "4F7KQ-9XB2M",
        "WT-4F7KQ-9XB2",
        "WT-4F7KQ-9XB2M7",
        "WT-4F7KU-9XB2M",
        "WT--4F7KQ-9XB2M",
        "XT-4F7KQ-9XB2M",
        "WT-4F7KQ-9XB2M WT-4F7KQ-9XB2M",
        "WT-4F7KQ-9XB2\0",
        "WT-4F7KQ-9XB2\ud800",
        "WT-\u0664F7KQ-9XB2M",
        "WT-%____-%____",
    ],
)
def test_what_cannot_be_an_id_is_none(written: str) -> None:
    assert canonical_order_id(written) is None


@given(st.text(st.characters(codec=None)))
def test_any_text_is_an_id_or_none(written: str) -> None:
    order_id = canonical_order_id(written)

    assert order_id is None or SHAPE.fullmatch(order_id)
