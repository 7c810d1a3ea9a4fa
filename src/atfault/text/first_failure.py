"""Of all that a log complains of: what failed first, and what only says so."""

import re
from collections.abc import Sequence

from atfault.model.given import CAUSE, HINT, SUMMARY, Hit
from atfault.text.lines import Kept
from atfault.text.shape import Shape

_NO_MORE = ("exception", "step", "compile")
AT_END = 2
"""Lines at the end, of which one that complains is what ended it."""
_OUTPUT = re.compile(
    r"(?i)^\W{0,8}(?:last \d{1,6} lines of )?(?:stdout|stderr|output|log)\b.{0,40}:$"
)
"""Over what a command printed, in the message of an exception that tells of it."""
RETRIED = ("retry", "certificate")


def first_failure(hits: Sequence[Hit], kept: Kept, shape: Shape) -> Hit | None:
    """What failed first; None where the build went on to its end."""
    if not hits:
        return None
    success = kept.lines[shape.success].number if shape.success >= 0 else 0
    causes = [hit for hit in hits if hit.rank == CAUSE]
    hints = [hit for hit in hits if hit.rank == HINT]
    summaries = [hit for hit in hits if hit.rank == SUMMARY]
    last_failure = max((hit.line for hit in (*causes, *summaries)), default=0)
    done, every = kept.steps
    if success > last_failure and not shape.failed:
        return None
    if done and done == every and not shape.failed and not causes and not summaries:
        return None
    if causes:
        return _better(causes[0], hits, summaries, kept)
    if hints and (summaries or not shape.is_build):
        told = [hit for hit in hints if hit.why != "other" and not is_retry(hit)] or hints
        ends = next((hit.line for hit in summaries), 0)
        checks = [hit for hit in told if hit.why == "waf" and hit.line < ends]
        # Of checks that are not all fatal, the last one was.
        return _better(checks[-1] if checks else told[0], hits, summaries, kept)
    ends_by = [hit for hit in hints[-1:] if hit.line >= kept.lines[-1].number - AT_END]
    if ends_by and ends_by[0].why == "other":
        return ends_by[0]
    return summaries[0] if summaries else None


def _better(first: Hit, hits: Sequence[Hit], summaries: Sequence[Hit], kept: Kept) -> Hit:
    """A hit that says more of the same failure: what a message tells of two lines on, the network
    that failed before "no matching distribution"."""
    if first.why == "no-distribution":
        retry = next((hit for hit in hits if is_retry(hit) and hit.line < first.line), None)
        if retry is not None:
            return retry
    near = [hit for hit in hits if 0 < hit.line - first.line <= 3]
    if first.kind == "exception":  # its message goes on in the lines below
        shown = next(
            (
                one.number
                for one in kept.lines
                if one.number > first.line and _OUTPUT.search(one.text)
            ),
            0,
        )
        near += [hit for hit in hits if shown and hit.line > shown]
        telling = [hit for hit in near if hit.kind not in _NO_MORE]
        return min(telling, key=lambda hit: hit.rank, default=first)
    if first.kind == "compile" and first.why == "other":
        return next((hit for hit in near if hit.kind == "submodule"), first)
    return first


def is_retry(hit: Hit) -> bool:
    """Whether it warns that the network failed, and is tried again."""
    return hit.kind == "network" and hit.rank == HINT and hit.why in RETRIED
