"""Pages agree with the repository: links lead somewhere, quoted code is the code."""

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, links

LESSON = "academy/lessons/code-checks.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    for target in links(page):
        if target.startswith(("http://", "https://")):
            continue
        assert (page.parent / target.split("#")[0]).exists(), f"{target} is not there"


def test_rule_in_the_lesson_is_the_rule():
    source = (ROOT / "academy" / "evaluations" / "order_checks.py").read_text()
    quoted = [block.text for block in blocks("python") if "item_quantities(" in block.text]
    quoted += [block.text for block in blocks("python") if "@create_evaluator" in block.text]

    assert len(quoted) == 2
    for text in quoted:
        assert text in source


def test_first_example_of_the_lesson_passes():
    from academy.evaluations.order_checks import compare_items

    first, second = [block.text for block in blocks("python") if block.page == LESSON][:2]
    names: dict = {}
    exec(first, names)
    exec(second, names)

    assert compare_items(names["output"], names["expected"])[0] is True
    assert names["passed"] is False


def test_every_command_is_run_by_a_test():
    """A new command in a page needs a test in test_commands.py, and then its place here."""
    commands = {
        (block.page, " ".join(block.text.replace("\\\n", " ").split())) for block in blocks("bash")
    }
    uv_run = "uv run --python 3.11 --with-requirements backend/requirements.txt"

    assert commands == {
        ("README.md", "make demo"),
        ("README.md", "make test"),
        ("bench/README.md", "make bench"),
        (
            LESSON,
            f"{uv_run} --with pytest python -m pytest "
            "academy/evaluations/tests/test_order_checks.py -q",
        ),
        (
            LESSON,
            f"{uv_run} python -m academy.evaluations.check_orders "
            "--phoenix-url http://localhost:6006",
        ),
    }


def test_help_lists_every_target_with_a_description():
    makefile = (ROOT / "Makefile").read_text()
    phony = next(line for line in makefile.splitlines() if line.startswith(".PHONY:"))

    for target in phony.removeprefix(".PHONY:").split():
        assert f"\n{target}: " in makefile
        rule = next(line for line in makefile.splitlines() if line.startswith(f"{target}: "))
        assert " ## " in rule


def test_example_settings_are_the_settings():
    from backend.settings import Settings

    example = (ROOT / ".env.example").read_text()
    for field in Settings.model_fields.values():
        default = field.default or ""
        assert f"#{field.validation_alias}={default}\n" in example
