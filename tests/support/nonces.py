"""The proof that no rule reads a sentence: a diagnosis made once more, with every sentence of ours
replaced by the same senseless word.

    describe_frame, listed, waits_for, titles …    say "NONCE" instead, whatever they are asked
    names and details of what is waited for        are "NONCE", and so is what a damaged object is

What is found must be the same: cause, confidence, family, blame, and who waits for whom in a ring.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from contextlib import contextmanager

from atfault.diagnose import blame, company, engine, facts, words
from atfault.diagnose.crash import bounds_words, damage, integers
from atfault.diagnose.hang import cycles, parties, titles
from atfault.diagnose.hang import words as hang_words
from atfault.diagnose.hang.stuck import hang_of
from atfault.model import counts
from support import findings_kept

NONCE = "NONCE"
DATA = (words.as_text,)
"""Functions in modules of words that decode, and say nothing."""
SENTENCES = (
    *(blame.thread_words, blame.on_line, blame.what_is_passed, counts.counted),
    *(
        company._words,
        cycles.ring_in_words,
        cycles.step_in_words,
        parties.kind_of,
        damage.names_of,
        damage.no_address,
    ),
    *(facts.describe_frame, facts.describe_mapping, parties.TaskActor.label.fget),
    *(integers.KnownInteger.words.fget, integers.KnownInteger.told),
)
"""Those elsewhere."""


def worded() -> list[types.FunctionType]:
    """All functions whose result is text for people."""
    found = [*SENTENCES]
    for module in (words, hang_words, bounds_words, damage, titles):
        found += [
            one
            for one in vars(module).values()
            if isinstance(one, types.FunctionType)
            and one.__module__ == module.__name__
            and one.__annotations__.get("return") in (str, "str")
            and one not in DATA
        ]
    return list(dict.fromkeys(found))


def _nonce(*args, **kwargs):
    return "NONCE"


@contextmanager
def without_words() -> Iterator[None]:
    """In all modules that have imported them, these functions say NONCE."""
    functions = worded()
    codes = [one.__code__ for one in functions]
    try:
        for one in functions:
            one.__code__ = _nonce.__code__
        yield
    finally:
        for one, code in zip(functions, codes):
            one.__code__ = code


def nameless(case):
    """The case, in which all that is waited for has one name, and all damage looks the same."""
    family = tuple(map(_nameless, case.family))
    return case._replace(process=_nameless(case.process), family=family)


def _nameless(state):
    waiting = state.waiting
    waits, holds = (
        tuple(one._replace(resource=_unnamed(one.resource)) for one in many)
        for many in (waiting.waits, waiting.holds)
    )
    waits = tuple(one._replace(kept=one.kept and one.kept._replace(by=NONCE)) for one in waits)
    tasks = tuple(map(_nameless_task, waiting.tasks))
    damage = tuple(one._replace(problem=NONCE, pattern=NONCE) for one in state.objects.damage)
    return state.with_parts(
        waiting=waiting._replace(waits=waits, holds=holds, tasks=tasks),
        objects=state.objects._replace(damage=damage),
    )


def _nameless_task(task):
    wait = task.wait
    if wait is not None and wait.resource is not None:
        wait = wait._replace(resource=_unnamed(wait.resource))
    holds = tuple(one._replace(resource=_unnamed(one.resource)) for one in task.holds)
    return task._replace(wait=wait, holds=holds, waits_for=NONCE)


def _unnamed(resource):
    return resource._replace(name=NONCE, detail=NONCE)


def verdict(diagnosis, case):
    """All that code decides, as it does not depend on how it is said."""
    return (
        [
            (one.cause, one.confidence, one.family, one.blame, one.about, one.under_guard)
            for one in diagnosis.findings
        ],
        [one.rule for one in diagnosis.not_checked],
        diagnosis.warnings,
        _rings(case),
    )


def _rings(case):
    """The threads and tasks that wait for one another."""
    return [[link.who.key for link in ring] for ring in hang_of(case).rings]


def checked(case, rules=None):
    """The diagnosis of a case, noted for the golden files. AssertionError when words have a part in
    it, or a title doubts twice."""
    found = engine.diagnose(case, rules)
    for one in found.findings:
        doubts = re.findall("perhaps|probably", one.title.lower())
        assert len(doubts) < 2, one.title
    expected = verdict(found, case)
    unnamed = nameless(case)
    with without_words():
        assert verdict(engine.diagnose(unnamed, rules), unnamed) == expected, "a rule reads words"
    findings_kept.note(case, rules, found)
    return found
