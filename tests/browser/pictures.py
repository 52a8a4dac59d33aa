"""Take the lessons' pictures anew, from a run of our own: `make pictures`."""

import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from academy.phoenix_server import PhoenixServer, free_port
from tests.browser.trace_page import browser_page, find_browser, open_annotations_table

IMAGES = Path(__file__).parents[2] / "academy" / "lessons" / "images"


def main() -> int:
    """Write the pictures; return 0, or 2 where there is no browser."""
    notes = Console(stderr=True)
    browser = find_browser()
    if browser is None:
        notes.print("There is no Chromium here: install it, or name it in CHROMIUM.")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        url = f"http://localhost:{free_port()}"
        with PhoenixServer(url, Path(folder) / "phoenix", notes=notes):
            link = _recorded_trace(url)
            with browser_page(browser) as page:
                open_annotations_table(page, link)
                trace = page.get_by_test_id("application-drawer-plane")
                trace.get_by_label("Wrap each row").click()
                page.mouse.move(0, 0)  # away from the button, whose hint would cover the table
                page.screenshot(path=IMAGES / "purchase-check.png", animations="disabled")
    notes.print(f"Wrote {IMAGES / 'purchase-check.png'}")
    return 0


def _recorded_trace(url: str) -> str:
    command = [sys.executable, "-m", "academy.evaluations.check_orders", "--phoenix-url", url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return output.split()[-1]


if __name__ == "__main__":
    sys.exit(main())
