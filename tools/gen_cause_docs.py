"""Write docs/causes/: one page for each cause that a rule reports, from the rules' docstrings; and
the list of those pages, to which reports link.

python tools/gen_cause_docs.py            write the pages, remove stale ones
python tools/gen_cause_docs.py --check    exit 1 when they are not fresh
"""

from __future__ import annotations

import inspect
import os
import sys

from atfault.diagnose.order import ordered
from atfault.diagnose.rule import TELLING
from atfault.diagnose.rules import every_rule
from atfault.diagnose.rules.unknown import unknown
from atfault.model.signals import signal_name

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "causes")
LIST = os.path.join(ROOT, "src", "atfault", "report", "page", "causes.txt")
NOTE = "<!-- Made by tools/gen_cause_docs.py from the rules' docstrings; edit those. -->"


def all_rules():
    """The built-in rules in order of their ranking, and `unknown`."""
    yield from every_rule()
    yield unknown


def pages() -> dict[str, str]:
    """File name → text."""
    by_cause: dict[str, list] = {}
    for rule in all_rules():
        for cause in rule.causes:
            by_cause.setdefault(cause, []).append(rule)
    made = {f"{cause}.md": _page(cause, rules) for cause, rules in by_cause.items()}
    made["README.md"] = _index(by_cause)
    made["order.md"] = _order()
    return made


def _page(cause: str, rules: list) -> str:
    rules = sorted(rules, key=lambda rule: rule.rule_id != cause)
    parts = [NOTE, f"# {cause}"]
    for number, rule in enumerate(rules):
        if number:
            parts.append(f"## Also: {rule.rule_id}")
        parts.append(inspect.cleandoc(rule.__doc__))
        if rule.needs:
            parts.append(f"Needs: {', '.join(rule.needs)}.")
    return "\n\n".join(parts) + "\n"


def _index(by_cause: dict[str, list]) -> str:
    lines = [NOTE, "", "# Causes", "", "Of each kind of end the most telling first.", ""]
    for cause, rules in by_cause.items():
        first = next((r for r in rules if r.rule_id == cause), rules[0])
        summary = inspect.cleandoc(first.__doc__).split("\n\n", 1)[0].replace("\n", " ")
        lines.append(f"- [{cause}]({cause}.md): {summary}")
    return "\n".join(lines) + "\n"


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


def listed() -> str:
    """The causes that have a page, a line each."""
    return "".join(f"{cause}\n" for cause in sorted({c for one in all_rules() for c in one.causes}))


def wanted() -> dict[str, str]:
    """Path → text."""
    return {LIST: listed(), **{os.path.join(FOLDER, name): text for name, text in pages().items()}}


def stale() -> list[str]:
    """Paths, below the root, of what is missing, outdated or belongs to no cause."""
    names = os.listdir(FOLDER) if os.path.isdir(FOLDER) else []
    there = {os.path.join(FOLDER, name) for name in names}
    found = sorted(there - set(wanted()))
    found += [path for path, text in wanted().items() if _read(path) != text]
    return [os.path.relpath(path, ROOT) for path in found]


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        for name in stale():
            print(f"{name} is not fresh: run tools/gen_cause_docs.py")
        return 1 if stale() else 0
    os.makedirs(FOLDER, exist_ok=True)
    for name in set(os.listdir(FOLDER)) - set(pages()):
        os.remove(os.path.join(FOLDER, name))
    for path, text in wanted().items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
