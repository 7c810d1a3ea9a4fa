"""Which release of a package would fit, from what pip and uv print: nothing is asked of an index.

    ERROR: Ignored the following versions that require a different python version: 1.21.2
           Requires-Python >=3.7,<3.11; 1.21.3 Requires-Python >=3.7,<3.11
    ERROR: Could not find a version that satisfies the requirement numpy==1.21.2 (from versions:
           1.3.0, …, 2.2.1)

What is ignored is listed whatever was asked for, so it is the reason only where the requirement
allows one of those releases. "from versions" are those that this Python could have.
"""

from __future__ import annotations

import re
from typing import Any

from atfault.lazy import load
from atfault.model.given import CAUSE, Given, Hit

MAX_VERSIONS = 2000
_IGNORED = re.compile(
    r"(?<![\w.!+-])(?P<version>[\w.!+-]{1,60}) Requires-Python (?P<python>[^;]{1,100})"
)
_NAME = re.compile(r"(?P<name>[\w.-]{1,100})(?:\[[^\]]{0,100}\])?(?P<specifier>.{0,200})$")


def with_versions(given: Given) -> Given:
    """The text with the release that would fit in `Hit.found`, where no distribution was found."""
    first = given.first
    if first is None or first.why != "no-distribution":
        return given
    named = _NAME.match(first.subject)
    if named is None:
        return given
    hits = [hit for hit in given.hits if hit.why == "no-distribution" and hit.found]
    offered = _versions(hits[0].found if hits else "")
    ignored = next((hit for hit in given.hits if hit.why == "ignored-versions"), None)
    newest = str(offered[-1]) if offered else ""
    first = first._replace(found=newest)
    if offered and _is_older(named["specifier"], offered[0]):
        first = first._replace(kind="python", why="older-release", wanted=str(offered[0]))
    if ignored is not None:
        python = _requires(ignored, named["specifier"])
        if python:
            first = ignored._replace(
                kind="python", subject=first.subject, wanted=python, found=newest, rank=CAUSE
            )
    return given._replace(first=first)


def _is_older(specifier: str, oldest: Any) -> bool:
    """Whether a release is asked for that is older than all which this Python could have. Of an
    index with builds of its own ("2.1.0+cu121") it is not told: that may never have had it."""
    specifiers, versions = load("packaging.specifiers"), load("packaging.version")
    try:
        asked = [
            one for one in specifiers.SpecifierSet(specifier.strip("() ")) if "*" not in one.version
        ]
        return not oldest.local and any(
            one.operator in ("==", "<", "<=") and versions.Version(one.version) < oldest
            for one in asked
        )
    except (specifiers.InvalidSpecifier, versions.InvalidVersion):
        return False


def _versions(text: str) -> list[Any]:
    """Releases, ascending, without pre-releases."""
    versions = load("packaging.version")
    found = []
    for word in text.split(",")[-MAX_VERSIONS:]:
        try:
            found.append(versions.Version(word.strip()))
        except versions.InvalidVersion:
            continue  # "none", or where the line was cut
    return sorted(one for one in found if not one.is_prerelease)


def _requires(ignored: Hit, specifier: str) -> str:
    """What the newest of the ignored releases that would do asks of Python; "" for none."""
    specifiers, versions = load("packaging.specifiers"), load("packaging.version")
    try:
        wanted = specifiers.SpecifierSet(specifier.strip("() "))
    except specifiers.InvalidSpecifier:
        return ""
    best: tuple[Any, str] | None = None
    for match in list(_IGNORED.finditer(ignored.wanted))[-MAX_VERSIONS:]:
        try:
            version = versions.Version(match["version"])
        except versions.InvalidVersion:
            continue
        if wanted.contains(version, prereleases=True) and (best is None or version > best[0]):
            best = version, match["python"].strip()
    return "" if best is None else best[1]
