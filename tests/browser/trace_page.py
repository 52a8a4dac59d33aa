"""Phoenix's page of one trace, in a real browser."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """Return the path of a Chromium on this machine: CHROMIUM names it, else PATH has it."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, _BROWSERS)), None)


@contextmanager
def browser_page(browser: str) -> Iterator[Page]:
    """Yield a page of the size that the pictures in the lessons have."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browser, args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            yield chromium.new_page(viewport={"width": 1720, "height": 1000})
        finally:
            chromium.close()


def open_annotations_table(page: Page, trace_link: str) -> None:
    """Open a trace's page and its root span's annotations as a table, as the lesson says."""
    page.goto(trace_link)
    trace = page.get_by_test_id("application-drawer-plane")
    trace.get_by_text("Annotations").first.click()
    trace.get_by_text("Table", exact=True).click()
    trace.get_by_role("table").get_by_text("ordered_items_match").first.wait_for()
