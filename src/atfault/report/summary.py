"""A report as a short page of Markdown: for the summary of a job, or a comment on a change."""

from __future__ import annotations

from atfault.model.findings import Advice, Finding
from atfault.model.report import Report
from atfault.report.escape import clean, code, crop, prose
from atfault.report.headline import headline
from atfault.report.issue import explained, stack_blocks, telling_run
from atfault.report.places import Places
from atfault.report.sections import section

MAX_TITLE = 200
MAX_ADVICE = 8
MAX_CHILDREN = 10
MAX_SENTENCE = 2000


def render_markdown(report: Report, cwd: str = "") -> str:
    """The text, with a newline at its end: what happened, why, the next step, and the stacks in a
    part that opens. The processes that died with it follow, each as a section of its own.

    cwd: the reader's folder, to which paths are shown relative.
    """
    blocks = [_block(report, cwd, "##")]
    blocks += [_block(child, cwd, "###") for child in report.children[:MAX_CHILDREN]]
    more = len(report.children) - MAX_CHILDREN
    if more > 0:
        blocks.append(f"… and {more} more processes")
    return "\n\n".join(blocks) + "\n"


def _block(report: Report, cwd: str, mark: str) -> str:
    places = Places(report, cwd)
    title = prose(crop(clean(report.headline or headline(report)), MAX_TITLE))
    parts = (
        section("writing what happened", lambda: explained(report, places), _lost),
        section("writing the next step", lambda: _next(report.diagnosis[0], places), _lost),
        section("writing the stacks", lambda: _stacks(telling_run(report), places), _lost),
    )
    return "\n\n".join([f"{mark} {title}", *("\n".join(lines) for lines in parts if lines)])


def _lost(text: str) -> str:
    return prose(clean(text))


def _next(finding: Finding, places: Places) -> list[str]:
    if not finding.advice:
        return []
    return ["**Next**", "", *(_step(one, finding, places) for one in finding.advice[:MAX_ADVICE])]


def _step(advice: Advice, finding: Finding, places: Places) -> str:
    told = prose(places.told(advice.text, finding)[:MAX_SENTENCE])
    command = f": {code(advice.command[:MAX_SENTENCE])}" if advice.command else ""
    return f"- {told}{command}"


def _stacks(report: Report, places: Places) -> list[str]:
    blocks = stack_blocks(report, places)
    if not blocks:
        return []
    return ["<details><summary>Stacks, most recent call last</summary>", *blocks, "", "</details>"]
