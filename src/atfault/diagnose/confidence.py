"""How sure a finding is: the one place where that is computed.

A rule claims how sure it is at most. What it rests on, and what may make it untrue, take that down:

    each doubt                           a step down; those of one kind are one
    all evidence was read in memory      certain at most
    one piece of it is inferred          likely at most, and so where one is not there
    a text tells it                      as its source says: what the rule claims
"""

from collections.abc import Iterable

from atfault.model.findings import CONFIDENCES, Confidence, Doubt, DoubtKind, Evidence, EvidenceKind

AT_MOST: dict[EvidenceKind, Confidence] = {"inferred": "likely", "absent": "likely"}
ALL_THE_WAY: tuple[DoubtKind, ...] = ("unread", "other-finding", "goes-on")
"""Doubts that leave a mere possibility: all that a rule looks at stands in what was not read, or
another finding says why, as far as that is known, or the program went on all the same."""


def confidence_of(
    claim: Confidence, evidence: Iterable[Evidence] = (), doubts: Iterable[Doubt] = ()
) -> Confidence:
    """What is left of a claim: never more."""
    lowest = len(CONFIDENCES) - 1
    steps = (lowest if kind in ALL_THE_WAY else 1 for kind in {one.kind for one in doubts})
    doubted = min(CONFIDENCES.index(claim) + sum(steps), lowest)
    caps = (CONFIDENCES.index(AT_MOST[one.kind]) for one in evidence if one.kind in AT_MOST)
    return CONFIDENCES[max((doubted, *caps))]
