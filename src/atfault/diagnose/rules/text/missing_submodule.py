"""missing-submodule: other people's code that belongs into the source tree is not there."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.rule import rule
from atfault.diagnose.text.told import first_of, told
from atfault.model.case import Case
from atfault.model.findings import Advice, Confidence, Finding


@rule("missing-submodule", family="text", plain_title=True)
def missing_submodule(case: Case) -> Iterator[Finding]:
    """A folder for other people's code (third_party, extern …) is empty or not there.

    Git fetches submodules only when it is told to, and the archives that GitHub makes of a tag
    ("Source code.zip") have none at all. What the build says next, an unknown command or a header
    that is missing, follows from it. Where the source is on this machine, .gitmodules and the empty
    folder prove it; else the folders tell that the compiler was to look in (`-Ithird_party/fmt`).

    What to do: `git submodule update --init --recursive` in a clone; instead of GitHub's archive
    take a clone with `--recursive`, or the sdist of PyPI.
    """
    for given, hit in first_of(case, "submodule"):
        name = hit.subject.rstrip(".,:") if hit.subject else ""
        summary = (
            f"{name} is empty or not there: a submodule that was not fetched"
            if name
            else ("a submodule was not fetched")
        )
        sure: Confidence = "certain" if hit.why in ("told", "gitmodules") else "likely"
        evidence = []
        if hit.why == "gitmodules":
            evidence.append(f".gitmodules in {hit.found} names {name}, and that folder is empty")
        if hit.why == "include":
            evidence.append(
                f"{hit.wanted} was looked for in {name}, by its name a folder for code of others"
            )
        if hit.why == "vendored":
            evidence.append(
                "by its name the folder is for code of others, which git keeps in submodules"
            )
        yield told(
            given,
            hit,
            summary,
            sure,
            evidence=evidence,
            advice=(
                Advice("in a clone", "git submodule update --init --recursive"),
                "an archive that GitHub makes of a tag has none: clone instead, or take the sdist",
            ),
        )
