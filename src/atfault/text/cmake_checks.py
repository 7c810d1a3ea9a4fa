"""Checks of CMake's that failed, and what their compiler said of it.

The log says that a check failed, and not why; CMake writes the output of each to a file of its own.

    -- Performing Test HAVE_X - Failed                    the log
    -- Looking for lber.h - not found

    Performing C++ SOURCE FILE Test HAVE_X failed with the following output:      CMakeError.log,
    … output, until the next such line …                                           to CMake 3.25
    Determining if the include file lber.h exists failed with the following output:

      -                                                   CMakeConfigureLog.yaml, from 3.26 on
        kind: "try_compile-v1"
        checks:
          - "Performing Test HAVE_X"
        buildResult:
          variable: "HAVE_X"
          stdout: |
            … output, indented …
          exitCode: 1
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from atfault.model.given import CAUSE, Hit
from atfault.text.complaints import complaint_in
from atfault.text.diagnostics import diagnostic_in
from atfault.text.lines import LogLine

MAX_CHECKS = 400
MAX_LINE = 4000
MAX_OUTPUT = 2000
"""Lines of one check that are looked at."""
_FAILED = re.compile(
    r"-- (?:Performing Test (?P<test>[\w.+-]+) - Failed"
    r"|(?:Looking for|Check (?:if the system|for)|Check size of|Checking for|Detecting)"
    r" (?P<what>.{1,200}?) - (?:not found|failed|failed\b.*|broken|no))$"
)
_HEAD = re.compile(
    r"^(?:Performing (?:\S+ )?(?:SOURCE FILE )?Test (?P<test>[\w.+-]+)"
    r"|Determining (?:if|whether|size of) (?:the )?(?:include files?|function|size of|symbol)?"
    r" ?(?P<what>.{1,300}?)(?: exists?)?(?: in the \S+| is big endian| works)?"
    r"|Detecting (?P<detected>.{1,100}))"
    r" (?:failed|passed) with the following .*output:$"
)
_KEY = re.compile(r"^(?P<indent> {2,12})(?P<item>- )?(?P<key>[A-Za-z]\w*): ?(?P<value>.*)$")
_ITEM = re.compile(
    r"^ {4,12}- \"(?:Performing Test|Looking for|Detecting|Check(?:ing)?(?: for)?|Check size of)"
    r" (?P<what>.*)\"$"
)
BUILD_FOLDERS = (
    re.compile(r"See also \"(?P<path>/[^\"\n]{1,1000})/CMakeFiles/CMake\w+\.\w+\""),
    re.compile(r"-- Build files have been written to: (?P<path>/[^\n]{1,1000})"),
    re.compile(r"Change Dir: '?(?P<path>/[^'\n:]{1,1000}?)/CMakeFiles/"),
    re.compile(r"(?:^|\s)cmake\b.{0,300}\s-B ?(?P<path>[^\s-][^\s]{0,1000})"),
)


class Check(NamedTuple):
    """One that failed, with its output."""

    name: str
    """As the log has it: a variable, a header, a function."""
    variable: str
    output: tuple[tuple[int, str], ...]
    """(number of the line in its file, text)."""


def failed_checks(lines: Sequence[LogLine], before: int) -> tuple[str, ...]:
    """Names of the checks that a log says failed, up to line `before`, in order."""
    found = []
    for line in lines:
        if line.number >= before:
            break
        match = _FAILED.search(line.text)
        if match:
            found.append(match["test"] or match["what"])
    return tuple(dict.fromkeys(found))[-MAX_CHECKS:]


def build_folders(lines: Iterable[LogLine]) -> tuple[str, ...]:
    """Build folders that a log names, absolute or relative."""
    found = []
    for line in lines:
        for pattern in BUILD_FOLDERS:
            match = pattern.search(line.text)
            if match:
                found.append(match["path"].strip("\"'"))
    return tuple(dict.fromkeys(found))


def checks_in(text: str) -> dict[str, Check]:
    """The failed checks of CMakeError.log or CMakeConfigureLog.yaml by name; of several of one name
    the last."""
    lines = [line[:MAX_LINE] for line in text.split("\n")]
    is_yaml = any(line.startswith(("events:", "  kind:", "    kind:")) for line in lines[:20])
    found: dict[str, Check] = {}
    for check in _of_yaml(lines) if is_yaml else _of_error_log(lines):
        found.pop(check.name, None)
        found[check.name] = check
        if len(found) >= MAX_CHECKS:
            break
    return found


def _of_error_log(lines: Sequence[str]) -> Iterator[Check]:
    name = ""
    output: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        match = _HEAD.match(line)
        if match is None:
            if name and len(output) < MAX_OUTPUT:
                output.append((number, line))
            continue
        if name:
            yield Check(name, name, tuple(output))
        name = match["test"] or match["what"] or match["detected"] or ""
        output = []
        if " failed with" not in line:
            name = ""
    if name:
        yield Check(name, name, tuple(output))


def _of_yaml(lines: Sequence[str]) -> Iterator[Check]:
    """As CMake writes it: no other YAML is understood."""
    name = variable = kind = ""
    output: list[tuple[int, str]] = []
    margin = 0
    """Of the text of "stdout: |" that is being read; 0 outside of it."""
    for number, line in enumerate(lines, 1):
        if margin:
            indent = len(line) - len(line.lstrip(" "))
            if not line.strip() or indent >= margin:
                if len(output) < MAX_OUTPUT:
                    output.append((number, line[margin:]))
                continue
            margin = 0
        if line.strip() == "-":
            name = variable = kind = ""
            output = []
            continue
        item = _ITEM.match(line)
        if item is not None:
            name = name or item["what"]
            continue
        key = _KEY.match(line)
        if key is None:
            continue
        if key["key"] == "kind":
            kind = key["value"].strip('"')
        elif key["key"] == "variable":
            variable = key["value"].strip('"')
        elif key["key"] in ("stdout", "stderr") and key["value"].startswith("|"):
            margin = len(key["indent"]) + 2
        elif key["key"] == "exitCode" and key["value"].strip() != "0" and kind.startswith("try_"):
            yield Check(name or variable, variable, tuple(output))


def reason_of(check: Check) -> tuple[int, Hit] | None:
    """(number of the line in the file, what it says) of the first error in a check's output."""
    for number, line in check.output:
        text = line.strip()
        found = diagnostic_in(text)
        if found is not None and found.severity == "error":
            hit = Hit(found.kind, number, text, found.why, found.tool, found.subject)
            return number, hit
        told = complaint_in(text, text.lower(), building=True)
        if told is not None and told[0].rank == CAUSE:
            groups = told[1].groupdict()
            subject = (groups.get("subject") or "").strip()
            return number, Hit(told[0].kind, number, text, told[0].why, told[0].tool, subject)
    return None
