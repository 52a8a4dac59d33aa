"""The pages that people follow, and their blocks of code."""

from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "bench/*.md", "academy/lessons/*.md")
    for page in ROOT.glob(pattern)
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language and its text."""

    page: str
    language: str
    text: str


def blocks(language: str) -> list[Block]:
    """Return every block in `language`, page by page."""
    return [
        Block(str(page.relative_to(ROOT)), token.info.strip(), token.content)
        for page in PAGES
        for token in MarkdownIt().parse(page.read_text())
        if token.type == "fence" and token.info.strip() == language
    ]


def links(page: Path) -> list[str]:
    """Return the targets of a page's links and pictures."""
    inline = [
        child for token in MarkdownIt().parse(page.read_text()) for child in token.children or []
    ]
    return [
        str(child.attrs.get("href") or child.attrs.get("src"))
        for child in inline
        if child.type in ("link_open", "image")
    ]
