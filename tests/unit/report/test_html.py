"""The HTML page: well-formed, self-contained, nothing foreign in it unescaped."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from atfault.report.html import render_html
from support.crash_reports import hostile_names, null_dereference
from support.hang_reports import hostile_hang
from support.lock_hang_reports import deadlock, self_deadlock, three_processes
from support.samples import SAMPLES

VOID = {"meta", "br", "hr", "!doctype"}
DRAWING = "viewbox role aria-label x y width height rx d text-anchor".split()
HARMLESS = {
    *DRAWING,
    "class",
    "title",
    "colspan",
    "open",
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
}


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


@pytest.mark.parametrize("name", [*SAMPLES, "hostile_hang"])
def test_the_page_is_well_formed_and_needs_nothing_else(name):
    page = render_html({**SAMPLES, "hostile_hang": hostile_hang}[name]())
    checker = checked(page)
    assert not checker.tags & {"script", "link", "img", "iframe", "object", "form", "base", "a"}
    assert checker.attributes <= HARMLESS
    assert "url(" not in page
    assert "default-src 'none'" in page
    page.encode("utf-8")


@pytest.mark.parametrize("sample", [hostile_names, hostile_hang])
def test_hostile_text_stays_text(sample):
    checker = checked(render_html(sample()))
    assert "script" not in checker.tags
    assert any("<script>alert('1')</script>" in text for text in checker.text)
    assert not any("\x1b" in text or "\u202e" in text for text in checker.text)


def test_the_call_is_underlined():
    assert "transform(<u>lib.brush_width(None)</u>, scale=2.5)" in render_html(null_dereference())


def test_a_cycle_of_several_threads_is_drawn():
    page = render_html(deadlock())
    assert page.count("<svg") == 1
    assert page.count('<g class="who">') == page.count('<g class="what">') == 2
    assert page.count('<g class="waiting">') == page.count('<g class="held">') == 2
    assert render_html(three_processes()).count('<g class="who">') == 3
    assert "<svg" not in render_html(self_deadlock())


def test_every_box_lies_within_the_drawing():
    for sample in (deadlock, three_processes, hostile_hang):
        page = render_html(sample())
        width, height = map(float, page.partition('viewBox="0 0 ')[2].partition('"')[0].split())
        for part in page.split("<rect ")[1:]:
            box = {
                k: float(v.strip('"'))
                for k, v in (p.split("=") for p in part.split(">")[0].split())
            }
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
