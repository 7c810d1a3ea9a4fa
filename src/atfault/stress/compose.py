"""What the campaigns found → a report of kind "stress"."""

from collections.abc import Sequence
from typing import NamedTuple

from atfault.folders import current_folder
from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.report import SCHEMA_ID, ProcessReport, PythonReport, Report, now
from atfault.model.stress import StressEnvironment, StressPackage, StressReport
from atfault.source import SourceReader
from atfault.stacks.mine import is_mine
from atfault.stress.campaign import THREAD_BOUND
from atfault.stress.plan import Plan
from atfault.stress.tally import Findings, Tally
from atfault.stress.verdict import Verdict, cures, judge

CONTEXT_LINES = 2
MAX_BLAMES = 3
LONGER = 5
"""Times the budget, for what this one was too short for."""


class Judged(NamedTuple):
    """One environment with its verdict."""

    found: Findings
    verdict: Verdict


def compose(plan: Plan, findings: Sequence[Findings], command: tuple[str, ...]) -> Report:
    """The report; findings: of the user's environment, then of the one to compare it with."""
    judged = [Judged(found, judge(found)) for found in findings]
    first = judged[0]
    children = tuple(
        _child(report, one, several=len(judged) > 1)
        for one in judged
        for tally in one.found.phases
        for report in tally.reports
    )
    python = first.found.python
    return Report(
        schema=SCHEMA_ID,
        kind="stress",
        created=now(),
        command=command,
        process=ProcessReport(
            pid=None,
            ppid=None,
            executable=python.get("executable") or first.found.environment.python,
            argv=None,
            cwd=current_folder(),
            python=PythonReport(
                python["version"], python["implementation"], python["free_threaded"]
            )
            if python
            else None,
            exit_code=None,
        ),
        signal=None,
        diagnosis=(_finding(plan, judged),),
        not_checked=(),
        threads=(),
        children=children,
        warnings=_warnings(judged),
        headline=_headline(judged),
        stress=StressReport(
            target=plan.target,
            setup=plan.setup,
            threads=plan.threads,
            iterations=plan.iterations,
            calls=first.found.calls,
            seed=plan.seed,
            close=plan.close,
            environments=tuple(_environment(one) for one in judged),
        ),
    )


def _child(report: Report, one: Judged, *, several: bool) -> Report:
    """A crash or hang, with the environment it was in where there are two."""
    if not several:
        return report
    relation = f"{report.process.relation}, in {one.found.environment.name}"
    return report._replace(process=report.process._replace(relation=relation))


def _headline(judged: list[Judged]) -> str:
    first = judged[0].verdict
    if len(judged) == 1:
        return first.headline
    second = judged[1]
    other = second.found.environment.name
    if second.verdict.cause == first.cause:
        return (
            f"{first.headline}, nor in {other}"
            if first.cause == "no-race-found"
            else (f"{first.headline}, in {other} likewise")
        )
    words = {
        "data-race": "it is not thread-safe",
        "no-race-found": "no race was found",
        "fails-alone": "it fails in a single thread",
        "unknown": "it fails even one call at a time",
    }
    return f"{first.headline}; in {other} {words[second.verdict.cause]}"


def _finding(plan: Plan, judged: list[Judged]) -> Finding:
    found, verdict = judged[0]
    evidence = [Evidence(text) for text in (*verdict.evidence, *_notes(found))]
    for other in judged[1:]:
        text = f"{other.verdict.cause} ({other.verdict.confidence}): {other.verdict.summary}"
        evidence.append(Evidence(f"in {other.found.environment.name} {text}"))
    return Finding(
        cause=verdict.cause,
        summary=verdict.summary,
        confidence=verdict.confidence,
        blame=_blame(found, verdict),
        evidence=tuple(evidence),
        advice=_advice(plan, judged),
    )


def _blame(found: Findings, verdict: Verdict) -> tuple[Blame, ...]:
    """The line of the failure, then where the target is defined."""
    places: list[Blame] = []
    if verdict.failure is not None and verdict.failure.file:
        failure = verdict.failure
        places.append(Blame(failure.file, failure.line, failure.function, ""))
    place = found.place
    is_known = verdict.cause != "no-race-found" and place.get("file") and place.get("line")
    if is_known and (not places or is_mine(place["file"], found.info)):
        places.append(Blame(place["file"], place["line"], place["function"], ""))
    once = {(blame.file, blame.line): blame for blame in reversed(places)}
    source = SourceReader()
    shown = [
        blame
        if blame.line is None
        else blame._replace(source=source.excerpt(blame.file, blame.line, CONTEXT_LINES))
        for blame in reversed(once.values())
    ]
    return tuple(shown[:MAX_BLAMES])


def _advice(plan: Plan, judged: list[Judged]) -> tuple[Advice, ...]:
    found, verdict = judged[0]
    phases = {tally.name: tally for tally in found.phases}
    setup = f" --setup {plan.setup}" if plan.setup else ""
    again = f"atfault stress {plan.target}{setup} --seed {plan.seed}"
    if verdict.cause == "data-race":
        advice = _cures_in_words(phases)
        if not advice:
            text = "look longer, to know whether a lock helps"
            advice.append(Advice(text, f"{again} --budget {plan.budget * LONGER:g}"))
        if len(judged) == 1:
            advice.append(
                Advice(
                    "does another release behave? for a report to its maintainers",
                    f"{again} --compare OTHER_VENV",
                )
            )
        return tuple(advice)
    if verdict.cause == "fails-alone":
        return (Advice("mend that first: threads have no part in it"),)
    if verdict.cause == "no-race-found":
        return (Advice("look longer, until something fails", f"{again} --until-failure"),)
    return (Advice("the same with another seed, or a longer --budget, may tell more"),)


def _cures_in_words(phases: dict[str, Tally]) -> list[Advice]:
    """What the runs have shown to help."""
    advice = []
    if cures(phases["locked"], phases["free"]):
        advice.append(Advice("hold one lock round each of these calls: it cured it here"))
    if cures(phases["own"], phases["free"]):
        instance = "give each thread an instance of its own (threading.local)"
        advice.append(
            Advice(f"or {instance}: so did that" if advice else f"{instance}: it cured it here")
        )
    return advice


def _notes(found: Findings) -> list[str]:
    """What the reader must know of how the results were judged."""
    notes = []
    if found.reference == "sequence":
        notes.append(
            "the target returns something else at each call: its results were compared as a whole, "
            "in whatever order the threads got them"
        )
    elif found.reference == "partly":
        notes.append(
            "the target is not deterministic (two single-threaded runs differ): only the parts of "
            "its results that are always the same were compared"
        )
    elif found.reference == "nothing":
        notes.append(
            "the target is not deterministic (two single-threaded runs differ): its results could "
            "not be compared; only crashes, hangs and exceptions would have been noticed"
        )
    elif found.reference == THREAD_BOUND:
        notes.append(
            "what the target returns depends on the thread that calls it: its results could not be "
            "compared; only crashes, hangs and exceptions would have been noticed"
        )
    rounded = sum(tally.rounded for tally in found.phases)
    if rounded:
        text = next(tally.rounded_text for tally in found.phases if tally.rounded)
        notes.append(
            f"{rounded:,} results differ in their last digits only ({text}), as sums taken in "
            "another order do: not counted as wrong"
        )
    if found.python.get("free_threaded"):
        state = "on" if found.python.get("gil_enabled") else "off"
        notes.append(f"a free-threaded build of Python; the GIL was {state}")
    return notes


def _warnings(judged: list[Judged]) -> tuple[str, ...]:
    warnings = [
        f"interrupted by Ctrl-C in {one.found.environment.name}: the counts are those up to then"
        for one in judged
        if one.found.interrupted
    ]
    for one in judged:
        for tally in one.found.phases:
            for report in tally.reports:
                warnings += [text for text in report.warnings if "could not be" in text]
    return tuple(dict.fromkeys(warnings))


def _environment(one: Judged) -> StressEnvironment:
    found, verdict = one
    python = found.python
    return StressEnvironment(
        name=found.environment.name,
        executable=found.environment.python,
        version=python.get("version", ""),
        implementation=python.get("implementation", ""),
        free_threaded=python.get("free_threaded", False),
        gil_enabled=python.get("gil_enabled", True),
        packages=tuple(StressPackage(*pair) for pair in sorted(found.packages.items())),
        cause=verdict.cause,
        confidence=verdict.confidence,
        summary=verdict.summary,
        reference=found.reference,
        phases=tuple(tally.phase() for tally in found.phases),
        notes=tuple(_notes(found)),
    )
