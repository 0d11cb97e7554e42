"""Making matplotlib's SVG fit for a page: small, with ids of its own, and without rules that reach beyond it."""

import re
from html import escape
from typing import Final

_ROOT_STYLE: Final = "stroke-linejoin: round; stroke-linecap: butt"
_NUMBERS_IN: Final = re.compile(r'\b(d|x|y|points|transform|width|height)="([^"]*)"')
_FONT: Final = re.compile(r"font-family: ([^;\"]+);? ?")


def for_page(text: str, prefix: str, title: str) -> str:
    """The ``<svg>`` element of a file that matplotlib wrote.

    Args:
        text: the file.
        prefix: what the ids begin with, so that many charts fit one page.
        title: what a screen reader says.
    """
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", "", text, flags=re.DOTALL)
    text = _drop_unused_ids(text)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", text)
    text = _NUMBERS_IN.sub(lambda match: f'{match[1]}="{_shorten(match[2])}"', text)
    fonts = _FONT.search(text)
    text = _FONT.sub("", text)
    text = re.sub(r">\s+<", "><", text)
    text = re.sub(r"<g>\s*</g>|<defs>\s*</defs>", "", text)
    head, _, rest = text.partition(">")
    style = f"{_ROOT_STYLE}; font-family: {fonts[1]}" if fonts else _ROOT_STYLE
    return f'{head} role="img" aria-label="{escape(title)}" style="{style}">{rest}'.strip()


def _drop_unused_ids(text: str) -> str:
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    return re.sub(r' id="([^"]+)"', lambda match: match[0] if match[1] in used else "", text)


def _shorten(numbers: str) -> str:
    """Two decimals are a hundredth of a point; path commands stay apart by single blanks."""
    numbers = re.sub(r"(\.\d\d)\d+", r"\1", numbers)
    return " ".join(numbers.split())
