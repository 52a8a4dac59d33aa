"""What the lesson tells the reader to look at is there, where the printed link leads."""

import json
import re

import pytest

from academy.evaluations.tests.test_check_orders import MATCH, check_orders
from tests.browser.trace_page import browser_page, find_browser, open_annotations_table


def test_printed_link_shows_the_order_and_its_verdict(phoenix_url: str) -> None:
    browser = find_browser()
    if browser is None:
        pytest.skip("there is no Chromium: install it, or name it in CHROMIUM")
    report = json.loads(check_orders("--phoenix-url", phoenix_url, "--json").stdout)

    with browser_page(browser) as page:
        open_annotations_table(page, report["trace"])
        trace = page.get_by_test_id("application-drawer-plane")
        text = re.sub(r"\s+", " ", trace.inner_text())

    assert "Purchase check" in text
    assert "purchase-product" in text
    assert f'"orderId": "{report["orderId"]}"' in text
    assert MATCH in text
    assert re.search(r"ordered_items_match.*\bCODE\b.*\bpass\b", text)
