"""The commands of README and lessons, run as the reader runs them."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.docs.checkout import copy_checkout, provided_tests, reader_environment, run
from tests.docs.pages import ROOT, blocks

LESSON = "academy/lessons/code-checks.md"
TEST_FILE = "academy/evaluations/tests/test_order_checks.py"
RULE_FILE = "academy/evaluations/order_checks.py"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the repository that a test may change."""
    if not (ROOT / ".venv" / ".runtime").exists() or shutil.which("uv") is None:
        pytest.skip("this runs under `make test`, which installs what the pages need")
    copy = copy_checkout(tmp_path / "wonder-toys")
    # The developer may be a reader too, who has followed the lesson in this very checkout.
    file = copy / TEST_FILE
    file.write_text(provided_tests(file.read_text(), lesson_test()))
    return copy


def lesson_command(part: str) -> str:
    return next(
        block.text for block in blocks("bash") if block.page == LESSON and part in block.text
    )


def lesson_test() -> str:
    return next(block.text for block in blocks("python") if "def test_" in block.text)


def lines_of_table(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("┃", "│", "┏", "┡", "└"))]


def test_provided_tests_are_eleven(checkout):
    assert "11 passed" in run(lesson_command("pytest"), checkout).stdout


def test_twelfth_test_passes_and_catches_a_weaker_rule(checkout):
    with (checkout / TEST_FILE).open("a") as tests:
        tests.write(f"\n\n{lesson_test()}")
    assert "12 passed" in run(lesson_command("pytest"), checkout).stdout

    rule = checkout / RULE_FILE
    weaker = rule.read_text().replace("if stored == wanted:", "if set(stored) == set(wanted):")
    assert weaker != rule.read_text()
    rule.write_text(weaker)
    output = run(lesson_command("pytest"), checkout, status=1).stdout
    assert "2 failed, 10 passed" in output
    assert "test_too_few_items_are_rejected" in output
    assert "test_too_many_items_are_rejected" in output


def test_check_of_the_lesson_records_in_phoenix(checkout, phoenix_url):
    command = lesson_command("check_orders").replace("http://localhost:6006", phoenix_url)
    output = run(command, checkout).stdout

    printed = next(block.text for block in blocks("text") if block.page == LESSON)
    assert printed.strip() in output
    assert output.splitlines()[-1].startswith(f"{phoenix_url}/projects/")


def test_demo_prints_what_the_readme_says_and_stops_phoenix(checkout, free_url):
    result = run(f"make demo WAIT=0 PHOENIX_URL={free_url}", checkout)

    shown = next(block.text for block in blocks("text") if block.page == "README.md")
    assert lines_of_table(result.stdout) == lines_of_table(shown)
    assert result.stdout.splitlines()[-1].startswith(f"{free_url}/projects/")
    assert "Installing" not in result.stdout
    assert not answers(free_url)


@pytest.mark.parametrize("target", ["demo", "phoenix"])
def test_phoenix_stays_up_until_interrupted(checkout, free_url, target):
    running = subprocess.Popen(
        ["make", target, f"PHOENIX_URL={free_url}"],
        cwd=checkout,
        env=reader_environment(),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with running:
        assert running.stderr is not None
        for line in running.stderr:
            if "Ctrl-C stops it" in line:
                break
        assert answers(free_url)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        rest = running.stderr.read()

    assert "Phoenix is stopped" in rest
    assert "Traceback" not in rest
    assert not answers(free_url)


def test_interrupted_demo_leaves_a_phoenix_of_others_alone(checkout, phoenix_url):
    demo = subprocess.Popen(
        [ROOT / ".venv/bin/python", "-m", "academy.demo", "--phoenix-url", phoenix_url],
        cwd=checkout,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with demo:
        assert demo.stderr is not None
        assert "already answers" in demo.stderr.readline()
        os.killpg(demo.pid, signal.SIGINT)
        rest = demo.stderr.read()

    assert demo.returncode == 2
    assert "Phoenix is stopped" not in rest
    assert answers(phoenix_url)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_demo_that_is_terminated_stops_phoenix(checkout, free_url, number):
    demo = subprocess.Popen(
        [ROOT / ".venv/bin/python", "-m", "academy.demo", "--phoenix-url", free_url],
        cwd=checkout,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    wait_until(lambda: answers(free_url))
    demo.send_signal(number)

    assert demo.wait(60) == 128 + number
    assert not answers(free_url)


def test_demo_says_what_occupies_the_port(checkout, free_url):
    port = free_url.rsplit(":", 1)[1]
    web = subprocess.Popen(
        [ROOT / ".venv/bin/python", "-m", "http.server", port, "--bind", "127.0.0.1"],
        cwd=checkout,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: answers(free_url))
        result = run(f"make demo WAIT=0 PHOENIX_URL={free_url}", checkout, status=2)
    finally:
        web.kill()
        web.wait()

    assert "Something that is not Phoenix answers" in result.stderr


def test_make_test_runs_tests(checkout):
    output = run(f"make test TESTS='{TEST_FILE} -q'", checkout).stdout

    assert "11 passed" in output


def answers(url: str) -> bool:
    try:
        httpx.get(f"{url}/healthz", timeout=5)
    except httpx.TransportError:
        return False
    return True


def wait_until(condition, limit: float = 120) -> None:
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.1)
