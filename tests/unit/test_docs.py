"""What the documents say is so."""

from __future__ import annotations

import glob
import os
import re
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES = ["README.md", "CONTRIBUTING.md"] + sorted(
    os.path.relpath(path, ROOT)
    for path in glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)
)
HERE = "https://github.com/atfault/atfault/blob/main/"
"""Begins a link to a file of this repository, where the page may be read elsewhere."""
COMMAND = re.compile(r"^\$? *atfault ([a-z]+)((?: [^#\n]*)?)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def text_of(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return file.read()


def shown_commands(page):
    """(subcommand, its options) of every line of a code block, or in backticks, that is typed."""
    text = text_of(page)
    blocks = text.split("```")[1::2]
    inline = re.findall(r"`([^`\n]+)`", "".join(text.split("```")[::2]))
    for part in (*blocks, *inline):
        for name, rest in COMMAND.findall(part):
            own = rest.partition(" -- ")[0] if name == "run" else rest
            yield name, set(re.findall(r"(?<=\s)--[a-z-]+", own))


def help_of(name):
    result = subprocess.run(
        [sys.executable, "-m", "atfault", name, "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "src")},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_page_of_the_json_report_is_fresh():
    result = subprocess.run(
        [sys.executable, "tools/gen_json_docs.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout


def test_every_command_shown_exists_with_its_options():
    shown = {}
    for page in PAGES:
        for name, options in shown_commands(page):
            shown.setdefault(name, set()).update(options)
    assert {"run", "core", "attach", "show", "list"} <= shown.keys()
    for name, options in shown.items():
        text = help_of(name)
        missing = [option for option in options if option not in text and option != "--help"]
        assert missing == [], f"atfault {name}"


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    folder = os.path.dirname(os.path.join(ROOT, page))
    places = {
        to: os.path.join(ROOT, to.removeprefix(HERE)) if to.startswith(HERE) else f"{folder}/{to}"
        for to in LINK.findall(text_of(page))
        if to.startswith(HERE) or ":" not in to
    }
    assert [to for to, path in places.items() if not os.path.exists(path)] == []


def test_each_page_is_in_the_navigation_of_the_site():
    site = text_of("mkdocs.yml")
    pages = [page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")]
    assert [page for page in pages if not re.search(rf"[ ]{re.escape(page)}$", site, re.M)] == []


def test_the_make_targets_of_the_readme_exist():
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        targets = set(re.findall(r"^([a-z]+):", file.read(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", text_of("README.md"))) <= targets
