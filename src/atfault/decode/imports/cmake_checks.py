"""Why a check of CMake's failed, from the file beside the log that CMake keeps their outputs in.

"The compiler must support std::filesystem" may be true, or the check could not link for a library
that is not there. Which check an error rests on stands in the `if` round its `message` where the
source is here; else it is known only where all checks that failed did so for the same reason.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from atfault.folders import current_folder
from atfault.model.given import FailedCheck, Given, Hit, TextPlace
from atfault.snapshot.target_files import GivenFiles
from atfault.text.cmake_checks import Check, build_folders, checks_in, failed_checks, reason_of
from atfault.text.lines import Kept

NAMES = ("CMakeFiles/CMakeConfigureLog.yaml", "CMakeFiles/CMakeError.log")
MAX_FILE = 8 << 20
"""Bytes of such a file that are read, from its end."""
MAX_FOLDERS = 20
MAX_ENTRIES = 1000
MAX_SOURCE = 1 << 20
ROUND = 15
"""Lines above a `message` in which its `if` is looked for."""
OF_CMAKE = ("cmake-error", "broken", "standard", "feature", "cmake", "variables", "compiler")
PROVEN = ("header", "library", "tool", "disk", "memory", "network", "abi")
"""Kinds of errors in a check that are no answer to its question: it could not be asked."""


def with_check(given: Given, kept: Kept, name: str) -> Given:
    """The text with why the check failed that stopped CMake, where that can be found out."""
    first = given.first
    if first is None or first.tool != "cmake" or first.why not in OF_CMAKE:
        return given
    failed = failed_checks(kept.lines, first.line)
    if not failed:
        return given
    for folder, is_told in _folders(kept, name):
        known = _read(folder)
        outputs = {one: known[1][one] for one in failed if one in known[1]} if known else {}
        if known is None or not outputs:
            continue
        found = _the_one(first, outputs, folder)
        if found is None or not (is_told or found[3]):
            continue
        check, number, reason, is_named = found
        return _with_reason(given, first, check, (known[0], number), reason, is_named)
    return given


def _with_reason(
    given: Given, first: Hit, check: Check, where: tuple[str, int], reason: Hit, is_named: bool
) -> Given:
    path, number = where
    told = FailedCheck(check.name, path, number, reason.text, is_named)
    if reason.kind in PROVEN:
        first = first._replace(
            kind=reason.kind, why=reason.why, subject=reason.subject, wanted="", found=""
        )
    return given._replace(first=first, check=told)


def _folders(kept: Kept, name: str) -> Iterator[tuple[str, bool]]:
    """(build folder, whether it is the log's own: one that it names, or lies in) and what lies
    beside it, which may be of another build."""
    beside = os.path.dirname(name) or "." if os.path.isfile(name) else current_folder()
    here = tuple(dict.fromkeys((os.path.abspath(beside), current_folder())))
    named = build_folders(kept.lines)
    count = 0
    for folder in named:
        for base in here:
            yield os.path.normpath(os.path.join(base, folder)), True
            count += 1
            if count >= MAX_FOLDERS:
                break
    for base in here:
        yield base, True
        for folder in (*_builds_below(base), os.path.dirname(base)):
            yield folder, False


def _builds_below(folder: str) -> list[str]:
    """Build folders in a folder, the newest first."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry, _ in zip(entries, range(MAX_ENTRIES)):
                cache = os.path.join(entry.path, "CMakeCache.txt")
                if entry.is_dir(follow_symlinks=False) and os.path.isfile(cache):
                    found.append((os.stat(cache).st_mtime, entry.path))
    except OSError:
        pass
    return [path for _, path in sorted(found, reverse=True)][:MAX_FOLDERS]


def _read(folder: str) -> tuple[str, dict[str, Check]] | None:
    """(path, the failed checks in it)"""
    for name in NAMES:
        path = os.path.join(folder, name)
        text = _text(path, MAX_FILE)
        if text:
            return path, checks_in(text)
    return None


def _text(path: str, size: int) -> str:
    """The end of a regular file, "" where it cannot be read."""
    try:
        file = GivenFiles().find(path)[0]
        if file is None:
            return ""
        fd = file.open()
        try:
            length = os.fstat(fd).st_size
        finally:
            os.close(fd)
        return file.read_upto(size, max(0, length - size)).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _the_one(
    first: Hit, outputs: dict[str, Check], folder: str
) -> tuple[Check, int, Hit, bool] | None:
    """(the check that the error rests on, line in its file, its error, whether it is named)"""
    reasons = {name: found for name, one in outputs.items() if (found := reason_of(one))}
    if not reasons:
        return None
    condition, variables = _source(first, folder)
    words = set(re.findall(r"[\w./+-]+", f"{first.text}\n{first.found}\n{condition}"))
    named = [
        name
        for name in reasons
        if words & {name, outputs[name].variable, variables.get(name, name)}
    ]
    if len(named) == 1:
        number, reason = reasons[named[0]]
        return outputs[named[0]], number, reason, True
    kinds = {(one.kind, one.subject or one.text) for _, one in reasons.values()}
    if len(kinds) != 1 or len(reasons) != len(outputs):
        return None
    name = list(reasons)[-1]
    number, reason = reasons[name]
    return outputs[name], number, reason, False


def _source(first: Hit, folder: str) -> tuple[str, dict[str, str]]:
    """(the `if` that the message stands in, {what is checked: the variable that gets the answer})
    from the project's source; nothing where that is not here."""
    condition = ""
    variables: dict[str, str] = {}
    source = _source_folder(folder)
    for place in (first.place, *first.chain[:2]):
        if place is None or not place.row or not place.file.endswith((".txt", ".cmake")):
            continue
        text = _text(os.path.join(source, place.file), MAX_SOURCE)
        condition = condition or _condition(text.split("\n"), place)
        for match in _CHECKS.finditer(text):
            words = re.findall(r"[\w./+-]+", match["arguments"])
            variables.update(dict.fromkeys(words[:-1], words[-1]))
    return condition, variables


_CHECKS = re.compile(r"(?i)\bcheck_\w{1,60}\s{0,9}\((?P<arguments>[^()]{1,400})\)")


def _condition(lines: list[str], place: TextPlace) -> str:
    """The `if` round a command; "" for none near it, and where another command stands there."""
    row = place.row or 0
    if place.function.lower() not in "".join(lines[row - 1 : row]).lower():
        return ""
    depth = 0
    for line in reversed(lines[max(0, row - 1 - ROUND) : row - 1]):
        bare = line.strip().lower()
        if bare.startswith("endif"):
            depth += 1
        elif bare.startswith(("if(", "if (", "elseif")):
            if depth == 0:
                return line
            depth -= not bare.startswith("else")
    return ""


def _source_folder(build: str) -> str:
    """Of the project that a build folder is of: CMakeCache.txt names it."""
    cache = _text(os.path.join(build, "CMakeCache.txt"), MAX_SOURCE)
    match = re.search(r"(?m)^CMAKE_HOME_DIRECTORY:INTERNAL=(?P<path>/.{1,1000})$", cache)
    return match["path"] if match else os.path.dirname(build)
