"""The HTML page: well-formed, self-contained, nothing foreign in it unescaped."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from atfault.report.html import render_html
from support.reports import hostile_names, null_dereference
from support.samples import SAMPLES

VOID = {"meta", "br", "hr", "!doctype"}
HARMLESS = {"class", "title", "colspan", "open", "lang", "charset", "http-equiv", "content", "name"}


class Checker(HTMLParser):
    """Checks that tags nest; collects tags, attributes and text."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def checked(page):
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


@pytest.mark.parametrize("name", SAMPLES)
def test_the_page_is_well_formed_and_needs_nothing_else(name):
    page = render_html(SAMPLES[name]())
    checker = checked(page)
    assert not checker.tags & {"script", "link", "img", "iframe", "object", "form", "base", "a"}
    assert checker.attributes <= HARMLESS
    assert "url(" not in page
    assert "default-src 'none'" in page
    page.encode("utf-8")


def test_hostile_text_stays_text():
    checker = checked(render_html(hostile_names()))
    assert "script" not in checker.tags
    assert any("<script>alert('1')</script>" in text for text in checker.text)
    assert not any("\x1b" in text or "\u202e" in text for text in checker.text)


def test_the_call_is_underlined():
    assert "transform(<u>lib.brush_width(None)</u>, scale=2.5)" in render_html(null_dereference())
