"""What a report may hold when it is shown, whatever is in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import resources

from atfault.model.report import Report
from atfault.report.html import render_html
from atfault.report.issue import render_issue
from atfault.report.json import dumps, loads
from atfault.report.layout import ANSI
from atfault.report.text import render

MAX_SHOWN = 8 << 20
"""Characters of a text report, however much is in it."""
TAGS = frozenset(
    "html head meta title style body main h1 h2 section p b span ul li details summary div table "
    "tr td code u abbr footer svg g line path rect text marker defs ol pre em a small th thead "
    "tbody strong i br dl dt dd a button script".split()
)
ATTRIBUTES = frozenset(
    "lang charset http-equiv content name class title open colspan style viewbox width height d x "
    "y x1 x2 y1 y2 id role aria-label fill rx points marker-end transform text-anchor tabindex "
    "href rel type hidden".split()
)
LINK = re.compile(r"#[\w-]+|https://github\.com/atfault/atfault/blob/main/docs/causes/[\w-]+\.md")
"""Where a page leads: to a place in it, or to what we say of a cause."""
SCRIPT = (resources.files("atfault.report") / "page" / "page.js").read_text("utf-8")
"""The one that runs."""


def check(report: Report) -> None:
    """Every form in which a report is shown can be made, and obeys nothing of what it shows."""
    assert loads(dumps(report)) is not None
    for width, verbose in ((100, False), (40, True)):
        text = render(report, width=width, verbose=verbose)
        _printable(text)
        assert len(text) < MAX_SHOWN, len(text)
    coloured = render(report, style=ANSI)
    assert coloured.count("\x1b") % 2 == 0
    _printable(render_issue(report))
    page = render_html(report)
    page.encode()
    _printable(page)
    reader = _Page()
    reader.feed(page)
    assert reader.scripts == [SCRIPT]


def _printable(text: str) -> None:
    hidden = [c for c in text if not c.isprintable() and c != "\n"]
    assert not hidden, f"it holds {hidden[0]!r}"


class _Page(HTMLParser):
    """Raises AssertionError at what is none of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, f"<{tag}>"
        for name, value in attrs:
            assert name in ATTRIBUTES, f"<{tag} {name}={value!r}>"
            assert name != "href" or LINK.fullmatch(value or ""), f"a link to {value!r}"
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"<!--{data}-->")
