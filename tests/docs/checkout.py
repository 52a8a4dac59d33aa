"""A copy of the repository to follow its pages in, with the environments that are installed."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.docs.pages import ROOT


def copy_checkout(folder: Path) -> Path:
    """Copy every file that git tracks or would track, and link the environments."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    for name in names:
        if not (ROOT / name).exists():
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)  # with its time, by which make decides what is new
    (folder / ".venv").symlink_to(ROOT / ".venv")
    (folder / ".wonder-toys").mkdir()
    (folder / ".wonder-toys" / "phoenix-env").symlink_to(ROOT / ".wonder-toys" / "phoenix-env")
    return folder


def provided_tests(text: str, lesson_test: str) -> str:
    """Return the lesson's test file as it is given, without the test that the reader adds."""
    name = lesson_test[: lesson_test.index("(")]
    return f"{text.split(name)[0].rstrip()}\n"


def reader_environment() -> dict[str, str]:
    """Return the environment without the traces of the make that runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def run(
    command: str, folder: Path, *, status: int = 0, timeout: float = 240
) -> subprocess.CompletedProcess[str]:
    """Run a shell command of a page in `folder` and return it, if it ends with `status`."""
    result = subprocess.run(
        command,
        cwd=folder,
        shell=True,
        check=False,
        capture_output=True,
        text=True,
        timeout=timeout,
        env=reader_environment(),
    )
    assert result.returncode == status, f"{command}\n{result.stdout}\n{result.stderr}"
    return result
