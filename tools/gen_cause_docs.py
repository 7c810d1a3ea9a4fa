"""Write docs/causes/: one page for each cause that a rule reports, from the rules' docstrings and
the example in docs/examples/<cause> (tools/doc_examples.py); their list in mkdocs.yml, and the one
that reports link to.

python tools/gen_cause_docs.py            write the pages, remove stale ones
python tools/gen_cause_docs.py --check    exit 1 when they are not fresh
"""

from __future__ import annotations

import difflib
import inspect
import os
import sys

from atfault.diagnose.order import ordered
from atfault.diagnose.rule import TELLING
from atfault.diagnose.rules import every_rule
from atfault.diagnose.rules.unknown import unknown
from atfault.model.signals import signal_name
from doc_examples import ROOT, Example, examples

FOLDER = os.path.join(ROOT, "docs", "causes")
SITE = os.path.join(ROOT, "mkdocs.yml")
LIST = os.path.join(ROOT, "src", "atfault", "report", "page", "causes.txt")
NOTE = (
    "<!-- Made by tools/gen_cause_docs.py from the rules' docstrings and docs/examples; "
    "edit those. -->"
)
NAV_BEGIN = "      # Made by tools/gen_cause_docs.py, up to the next comment.\n"
NAV_END = "      # Made up to here.\n"
GROUPS = {
    "crash": "Crashes",
    "killed": "Ended from outside",
    "hang": "Hangs",
    "exception": "Exceptions and imports",
    "cuda": "On a GPU",
    "numba": "Numba",
    "text": "Builds",
    "neither": "Nothing to explain, or no explanation",
}
"""Of the index: by the library that a cause is called after, else by the family of its own rule."""
NEITHER = ("none", "unknown")
NOTHING = ("has nothing to say of it.", "finds nothing in it that failed.")
"""Of a program, and of a text."""
LANGUAGES = {".py": "python", ".c": "c", ".cpp": "cpp", ".h": "cpp", ".txt": "text"}
"""What the files of an example are coloured as."""


def all_rules():
    """The built-in rules in order of their ranking, and `unknown`."""
    yield from every_rule()
    yield unknown


def pages() -> dict[str, str]:
    """File name → text, of docs/causes."""
    by_cause = _by_cause()
    shown = examples()
    made = {f"{cause}.md": _page(cause, rules, shown[cause]) for cause, rules in by_cause.items()}
    made["README.md"] = _index(_grouped(by_cause))
    made["order.md"] = _order()
    return made


def site() -> str:
    """The text of mkdocs.yml, with the pages of the causes in its navigation."""
    text = _read(SITE)
    lines = ["      - causes/README.md\n"]
    for title, firsts in _grouped(_by_cause()).items():
        lines.append(f"      - {title}:\n")
        lines += [f"          - {cause}: causes/{cause}.md\n" for cause in firsts]
    before, rest = text.split(NAV_BEGIN)
    return before + NAV_BEGIN + "".join(lines) + NAV_END + rest.split(NAV_END)[1]


def _by_cause() -> dict[str, list]:
    by_cause: dict[str, list] = {}
    for rule in all_rules():
        for cause in rule.causes:
            by_cause.setdefault(cause, []).append(rule)
    return by_cause


def _page(cause: str, rules: list, example: Example) -> str:
    """What it is, an example, what is similar, and what else finds it."""
    first, *others = sorted(rules, key=lambda rule: rule.rule_id != cause)
    parts = [NOTE, f"# {cause}", *_told(first), *_example(example), *_similar(example)]
    for rule in others:
        parts += [f"## Also: {rule.rule_id}", *_told(rule)]
    return "\n\n".join(parts) + "\n"


def _told(rule) -> list[str]:
    needs = [f"Needs: {', '.join(rule.needs)}."] if rule.needs else []
    return [inspect.cleandoc(rule.__doc__), *needs]


def _example(example: Example) -> list[str]:
    if example.none_yet:
        return ["## An example", f"There is none here: {example.none_yet}"]
    is_text = " explain " in example.command
    title = "A text that tells of it" if is_text else "A program that fails so"
    parts = [f"## {title}", example.story.strip()]
    parts += [_file(example, name) for name in example.names("bad")]
    typed = "".join(f"$ {line}\n" for line in example.lines("bad"))
    parts.append(_block("", typed + example.text("report.txt")))
    parts += ["## The same, cured", example.cure.strip()]
    parts += [_changed(example, name) for name in example.names("good")]
    if example.twin_build:
        parts.append(_block("", "".join(f"$ {line}\n" for line in example.lines("good"))))
        return [*parts, "Now there is nothing to be said."]
    return [*parts, f"`{example.typed('good')}` {NOTHING[is_text]}"]


def _file(example: Example, name: str) -> str:
    kind = LANGUAGES[os.path.splitext(name)[1]]
    return _block(f'{kind} title="{name}" linenums="1"', example.text(name))


def _changed(example: Example, name: str) -> str:
    """The whole of a file of the twin; of a program with the lines that it replaces."""
    before = f"bad{name.removeprefix('good')}"
    if os.path.splitext(name)[1] == ".txt":
        return _file(example, name)
    old, new = example.text(before).splitlines(), example.text(name).splitlines()
    lines = list(difflib.unified_diff(old, new, n=len(old), lineterm=""))[3:]
    return _block(f'diff title="{name}"', "\n".join(lines))


def _block(kind: str, text: str) -> str:
    fence = "```" if "```" not in text else "````"
    return f"{fence}{kind}\n{text.rstrip()}\n{fence}"


def _similar(example: Example) -> list[str]:
    """Other causes, and how to tell this one from them."""
    lines = [f"- [{cause}]({cause}.md): {how}" for cause, how in example.similar.items()]
    return ["## What looks like it", "\n".join(lines)] if lines else []


def _index(grouped: dict[str, dict[str, object]]) -> str:
    parts = [NOTE, "# Causes", "Of each kind of end the most telling first."]
    for title, firsts in grouped.items():
        lines = []
        for cause, first in firsts.items():
            summary = inspect.cleandoc(first.__doc__).split("\n\n", 1)[0].replace("\n", " ")
            lines.append(f"- [{cause}]({cause}.md): {summary}")
        parts += [f"## {title}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _grouped(by_cause: dict[str, list]) -> dict[str, dict[str, object]]:
    """Title → cause → the rule that is about it first of all."""
    groups: dict[str, dict[str, object]] = {title: {} for title in GROUPS.values()}
    for cause, rules in by_cause.items():
        first = next((r for r in rules if r.rule_id == cause), rules[0])
        groups[_group(cause, first)][cause] = first
    return groups


def _group(cause: str, first) -> str:
    library = cause.partition("-")[0]
    kind = library if library in GROUPS else "neither" if cause in NEITHER else first.family
    return GROUPS[kind]


def _order() -> str:
    """Who yields to whom, as the rules declare it."""
    rules = ordered(all_rules())
    lines = [NOTE, "", "# Which finding comes first", ""]
    lines += [
        "The surer finding comes first. Of those that are as sure, each comes after the ones that",
        "its rule yields to. A rule that yields to *all that tell why* says what happened rather",
        "than why: its finding is left out where one of those has found something as sure, and",
        "becomes a mere possibility beside a possible one.",
        "",
        "| rule | reports | runs at | yields to |",
        "| --- | --- | --- | --- |",
    ]
    for rule in rules:
        ends = ", ".join(_end(number) for number in sorted(rule.on)) or "any end"
        names = ["all that tell why" if name == TELLING else name for name in rule.yields_to]
        beside = ["stands beside the others"] if rule.aside else []
        lines.append(
            f"| {rule.rule_id} | {', '.join(rule.causes)} | {ends} | {', '.join(names + beside)} |"
        )
    return "\n".join(lines) + "\n"


def _end(number: int) -> str:
    return signal_name(number) if number else "alive"


def stale() -> list[str]:
    """Paths of pages that are missing, outdated or belong to no cause."""
    wanted = _wanted()
    return [
        os.path.relpath(path, ROOT)
        for path in sorted(_there() | set(wanted))
        if not os.path.exists(path) or _read(path) != wanted.get(path)
    ]


def listed() -> str:
    """The causes that have a page, a line each."""
    return "".join(f"{cause}\n" for cause in sorted(_by_cause()))


def _wanted() -> dict[str, str]:
    """Absolute path → text."""
    made = {os.path.join(FOLDER, name): text for name, text in pages().items()}
    return {**made, SITE: site(), LIST: listed()}


def _there() -> set[str]:
    """Absolute paths of the pages that there are."""
    return {os.path.join(FOLDER, name) for name in os.listdir(FOLDER)}


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        found = stale()
        for path in found:
            print(f"{path} is not fresh: run tools/gen_cause_docs.py")
        return 1 if found else 0
    os.makedirs(FOLDER, exist_ok=True)
    wanted = _wanted()
    for path in _there() - set(wanted):
        os.remove(path)
    for path, text in wanted.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
