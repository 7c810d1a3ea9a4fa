"""python-version: the package does not fit this Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding
from atfault.model.given import Given, Hit
from atfault.text.tables import table

SINCE = {one["name"]: one["since"] for one in table("removed.tsv")}
"""What is gone → the first Python without it."""


@rule("python-version", family="text", plain_title=True)
def python_version(case: Case) -> Iterator[Finding]:
    """The package, or this release of it, is not made for this version of Python.

    Extension modules use what is inside of the interpreter, which changes with each version: a
    header, a field of a structure or a module of the standard library that is gone means that the
    release is older than the Python. No development package cures that.

    What to do: take a release of the package that has a wheel for this Python, or the Python that
    the release was made for.
    """
    for given, hit in first_of(case, "python"):
        summary, sure = _summary(hit)
        yield told(
            given, hit, summary, sure, evidence=_evidence(given, hit), advice=_advice(given, hit)
        )


def _summary(hit: Hit) -> tuple[str, Confidence]:
    name = hit.subject
    if hit.why == "header":
        this = f"Python {hit.found}" if hit.found else "this Python"
        return f"the package is too old for {this}, which has no {name} any more", "certain"
    if hit.why == "c-api":
        this = f"Python {hit.found}" if hit.found else "this Python"
        return (
            f"the package is too old for {this}, in which {name or 'what it uses'} has changed",
            "likely",
        )
    if hit.why in ("removed-module", "removed-name"):
        whole = f"{hit.wanted}.{name}" if hit.wanted and hit.why == "removed-name" else name
        return f"the package is too old for this Python, which has no {whole} any more", "certain"
    if hit.why == "python-2":
        return "the package was written for Python 2", "certain"
    if hit.why == "too-new":
        return f"Python {hit.found} is newer than this PyO3 knows (up to {hit.wanted})", "certain"
    if hit.why == "wheel-tags":
        return f"{name} was not built for this Python or this system", "certain"
    if hit.why == "older-release":
        return f"{name} has no file for this Python, for which {hit.wanted} is the oldest", "likely"
    if hit.why == "ignored-versions":
        return f"{name or 'the package'} needs Python {hit.wanted}, and this is another", "certain"
    wanted = f"Python {hit.wanted}" if hit.wanted else "another Python"
    have = f", and this is {hit.found}" if hit.found else ""
    who = f"{name} " if name and not name[0].isupper() else "the package "
    return f"{who}needs {wanted}{have}", "certain" if hit.wanted or hit.found else "likely"


def _evidence(given: Given, hit: Hit) -> Iterator[str]:
    base = hit.subject.rpartition("/")[2]
    since = SINCE.get(base) or SINCE.get(base.partition(".")[0])
    if since and since != "3.0":
        yield f"it is gone since Python {since}"
    if hit.why in ("header", "c-api"):
        yield "it is of the interpreter's own insides, which no other package brings"
    if hit.why == "too-new" and any(one.why == "no-stable-abi" for one in given.hits):
        yield "this Python is free-threaded, and has no stable ABI to build for"
    if hit.why == "ignored-versions" and hit.found:
        yield f"of the releases that pip found, the newest for this Python is {hit.found}"


def newest_found(hit: Hit) -> Iterator[Advice | str]:
    """The release that the text itself names."""
    name = re.match(r"[\w.-]+", hit.subject)
    if hit.found and name is not None:
        yield Advice(
            "take the newest release that pip found for this Python",
            f"python -m pip install '{name[0]}=={hit.found}'",
        )
    else:
        yield "take the Python that the release is for, or another release"


def _advice(given: Given, hit: Hit) -> Iterator[Advice | str]:
    package = hit.package if hit.package and hit.why != "requires-python" else ""
    no_stable_abi = any(one.why == "no-stable-abi" for one in given.hits)
    if hit.why == "too-new" and not no_stable_abi:
        yield Advice(
            "build for the stable ABI, if the package can",
            "export PYO3_USE_ABI3_FORWARD_COMPATIBILITY=1",
        )
    if hit.why == "removed-module" and hit.subject.startswith("distutils"):
        yield Advice("setuptools brings a distutils of its own", "python -m pip install setuptools")
    if hit.why in ("ignored-versions", "older-release"):
        yield from newest_found(hit)
    elif package:
        yield Advice(
            "take the newest release that has a wheel for this Python",
            f"python -m pip install --only-binary :all: {package}",
        )
    else:
        yield (
            "take a release of the package that supports this Python, or the Python it was made for"
        )
