"""The HTML page: well-formed, self-contained, nothing foreign in it unescaped."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser

import pytest

from atfault.report.html import PAGES, render_html
from support.crash_reports import hostile_names, null_dereference
from support.hang_reports import hostile_hang
from support.lock_hang_reports import deadlock, self_deadlock, three_processes
from support.samples import SAMPLES

VOID = {"meta", "br", "hr", "!doctype"}
DRAWING = "viewbox role aria-label x y width height rx d".split()
HARMLESS = {
    *DRAWING,
    *("id", "href", "rel", "type", "hidden", "tabindex"),
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
        self.open, self.tags, self.attributes, self.text = [], [], set(), []
        self.links, self.ids = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value for name, value in attrs if name == "href"]
        self.ids += [value for name, value in attrs if name == "id"]
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
    assert not {*checker.tags} & {"link", "img", "iframe", "object", "form", "base"}
    assert checker.attributes <= HARMLESS
    assert "url(" not in page
    assert "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" in page
    assert all(link.startswith(("#thread-", f"{PAGES}/")) for link in checker.links)
    page.encode("utf-8")


@pytest.mark.parametrize("name", SAMPLES)
def test_links_inside_of_the_page_lead_to_one_place(name):
    checker = checked(render_html(SAMPLES[name]()))
    assert len(checker.ids) == len({*checker.ids})
    assert {link[1:] for link in checker.links if link[0] == "#"} <= {*checker.ids}


def scripts_of(page):
    return re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)


@pytest.mark.parametrize("sample", [null_dereference, hostile_names, hostile_hang])
def test_the_one_script_is_that_of_the_hash_and_nothing_foreign_is_in_it(sample):
    page = render_html(sample())
    (script,) = scripts_of(page)
    (allowed,) = re.findall(r"script-src '(.*?)'", page)
    assert (
        allowed == "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    )
    assert script == scripts_of(render_html(null_dereference()))[0]
    assert "http" not in script and "fetch" not in script


@pytest.mark.parametrize("sample", [hostile_names, hostile_hang])
def test_hostile_text_stays_text(sample):
    checker = checked(render_html(sample()))
    assert checker.tags.count("script") == 1  # our own
    assert any("<script>alert('1')</script>" in text for text in checker.text)
    assert not any("\x1b" in text or "\u202e" in text for text in checker.text)


def test_the_call_is_underlined():
    assert "transform(<u>lib.brush_width(None)</u>, scale=2.5)" in render_html(null_dereference())


def test_each_finding_leads_to_the_page_of_its_cause():
    report = null_dereference()
    links = checked(render_html(report)).links
    assert [f"{PAGES}/{one.cause}.md" for one in report.diagnosis] == links
    of_plugin = report.diagnosis[0]._replace(cause="moon-phase")
    page = render_html(report._replace(diagnosis=(of_plugin,)))
    assert checked(page).links == []


def test_threads_that_wait_for_each_other_lead_to_each_other():
    report = deadlock()
    pid = report.process.pid
    links = [link for link in checked(render_html(report)).links if link[0] == "#"]
    ring = [f"#thread-{pid}-{tid}" for tid in (4712, 4713)]
    assert {*ring} <= {*links}


def test_stacks_can_be_copied_and_blocks_that_scroll_be_reached_by_keyboard():
    page = render_html(deadlock())
    assert page.count('<table class="stack">') == page.count('<button type="button" class="copy"')
    assert page.count('<div class="scroll"') == page.count('<div class="scroll" tabindex="0">') > 0


def test_a_cycle_of_several_threads_is_drawn():
    page = render_html(deadlock())
    assert page.count("<svg") == 1
    assert page.count('<g class="who">') == page.count('<g class="what">') == 2
    assert page.count('<g class="waiting">') == page.count('<g class="held">') == 2
    assert render_html(three_processes()).count('<g class="who">') == 3
    assert "<svg" not in render_html(self_deadlock())


def test_the_drawing_is_no_wider_than_a_telephone():
    page = render_html(hostile_hang())
    width = float(page.partition('viewBox="0 0 ')[2].partition(" ")[0])
    assert width <= 390 - 2 * 16
    labels = re.findall(r'<text x="162.0"[^>]*>([^<]*)</text>', page)
    assert labels and all(162 + len(unescape(text)) * 7.3 <= width for text in labels)


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
