"""Runs the rules that apply to a process and ranks what they find."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from atfault.contained import contained
from atfault.cpu_deadline import limited_parts
from atfault.diagnose.blame import default_blame
from atfault.diagnose.company import company_evidence, lock_evidence
from atfault.diagnose.crash.reentered import with_reentry
from atfault.diagnose.facts import (
    crash_pc,
    describe_frame,
    interpreter_module,
    interrupted_frame,
    native_frames,
)
from atfault.diagnose.hang.failed_before import with_failures
from atfault.diagnose.order import ordered, steps_aside
from atfault.diagnose.plugins import load_plugins
from atfault.diagnose.rule import Need, Rule, applies, unmet, unread_interpreter
from atfault.diagnose.rules import last_resort, rules_for
from atfault.diagnose.second_look import VAGUE, with_second_look
from atfault.diagnose.words import brief, doubtful, listed
from atfault.model.case import Case
from atfault.model.findings import (
    Blame,
    Confidence,
    Diagnosis,
    Evidence,
    Finding,
    NotChecked,
)
from atfault.model.signals import CRASHES
from atfault.model.state import ProcessState

CONFIDENCES: tuple[Confidence, ...] = ("certain", "likely", "possible")
MAX_FINDINGS = 6
SECONDS = 60.0
"""CPU time for all rules: the one that uses it up is left out by name, as are slow ones after."""
SAY_IT_THEMSELVES = ("data-race", "killed")
"""Causes that have said what the other threads did, or have nothing to do with it."""
EXPLAINED = (
    *("out-of-bounds", "stack-overflow", "integer-division-by-zero", "illegal-instruction"),
    *("misaligned-access", "write-to-read-only", "file-truncated", "shared-memory-full"),
    "gil-not-held",
)
"""Causes that, where they are certain, say by themselves why it happened: what else was seen would
explain another one."""
NOTHING_KNOWN = Finding("unknown", "what happened could not be found out", "possible")
"""Where no rule could be asked at all: the warnings say why."""


class _Found(NamedTuple):
    """A finding with what decides its place."""

    rank: int
    """Of its confidence; 0 is certain."""
    order: int
    """Of its rule among those that it may yield to."""
    rule: Rule
    finding: Finding


def diagnose(case: Case, rules: Sequence[Rule] | None = None) -> Diagnosis:
    """What happened, best explanation first; at least one finding, "unknown" when no rule has one.

    rules: run these alone (for tests); by default the built-in ones that apply to such an end, and
    those that installed packages add through the entry point group "atfault.rules".
    """
    warnings: list[str] = []
    not_checked: list[NotChecked] = []
    found: list[_Found] = []
    chosen = [*rules_for(case), *load_plugins(warnings)] if rules is None else rules
    with limited_parts(SECONDS):
        for order, rule in enumerate(ordered(chosen)):
            before = len(found)
            with contained(f"rule {rule.rule_id}", warnings) as failed:
                _ask(rule, order, case, found, not_checked)
            if failed.is_out_of_time:
                del found[before:]  # what it found first rests on half of what it looks at
                not_checked.append(NotChecked(rule.rule_id, failed.reason))
    findings = _ranked(found)
    if not findings:
        with contained("the rule for what no other explains", warnings):
            findings = [_titled(finding, case) for finding in last_resort()(case)]
    findings = findings or [NOTHING_KNOWN]
    findings[0] = _enriched(findings[0], case, warnings)
    return Diagnosis(
        tuple(_blamed(finding, case.process, warnings) for finding in findings),
        tuple(not_checked),
        tuple(warnings),
    )


def _ask(
    rule: Rule, order: int, case: Case, found: list[_Found], not_checked: list[NotChecked]
) -> None:
    """Add what a rule finds, or why it could not be asked."""
    if not applies(rule, case):
        return
    reason = next(filter(None, (unmet(need, case) for need in rule.needs)), "")
    if reason:
        not_checked.append(NotChecked(rule.rule_id, reason))
        return
    steps, doubt = _doubt(rule, case)
    before = len(found)
    for finding in rule(case):
        rank = min(CONFIDENCES.index(finding.confidence) + steps, len(CONFIDENCES) - 1)
        finding = finding._replace(confidence=CONFIDENCES[rank])
        made = finding._replace(family=finding.family or rule.family)
        found.append(_Found(rank, order, rule, _titled(made, case)))
    if doubt and len(found) == before:
        not_checked.append(NotChecked(rule.rule_id, doubt))


def _doubt(rule: Rule, case: Case) -> tuple[int, str]:
    """(steps by which its findings are less sure than they say, why); (0, "") where it saw all."""
    doubt = next(filter(None, (unmet(need, case) for need in _partly(rule, case))), "")
    if rule.family != "hang":
        return int(bool(doubt)), doubt
    unread = unread_interpreter(case.process)
    if unread:  # who holds and who waits stands there: a mere possibility is left
        return len(CONFIDENCES) - 1, unread
    doubt = doubt or case.process.layout.lacking  # whoever would end the wait may be in the rest
    return int(bool(doubt)), doubt


def _titled(finding: Finding, case: Case) -> Finding:
    """With what was raised, of a case that is about an exception, where the rule gave no title:
    'Uncaught IndexError in thread "MainThread"'."""
    if finding.title or finding.family == "text" or not case.raised:
        return finding
    where = f' in thread "{case.raised_in}"' if case.raised_in else ""
    rank = case.process.process.rank
    where += "" if rank is None else f" of rank {rank.rank}"
    return finding._replace(title=f"Uncaught {case.raised[0].type}{where}")


def _enriched(finding: Finding, case: Case, warnings: list[str]) -> Finding:
    """The first finding with what is to be said of such an end besides, where that may matter."""
    if finding.cause in EXPLAINED and finding.confidence == "certain":
        return finding
    for what, add in ENRICHMENTS:
        with contained(what, warnings):
            finding = add(finding, case)
    return finding


def _blamed(finding: Finding, state: ProcessState, warnings: list[str]) -> Finding:
    """Brief, with the lines at fault."""
    with contained(f"the lines of {finding.cause}", warnings):
        return brief(_with_blame(finding, state))
    return finding


def _partly(rule: Rule, case: Case) -> tuple[str, ...]:
    """The needs without which the rule sees less than it should. What happened inside of the
    interpreter has its reason in the interpreter's state, which rules that tell more look at."""
    pc, interpreter = crash_pc(case.process), interpreter_module(case.process)
    if steps_aside(rule) and pc is not None and interpreter is not None:
        return (Need.INTERPRETER,) if interpreter.start <= pc < interpreter.end else rule.partly
    return rule.partly


def _ranked(found: list[_Found]) -> list[Finding]:
    """Sort by confidence, then as the rules yield to each other; those that step aside do so.

    Of several of those ("the address is not mapped") the first is kept. It is dropped beside a
    telling one that is at least as sure. Beside one that is merely possible it becomes possible
    too, unless it is certain.
    """
    certain, _, possible = range(len(CONFIDENCES))
    telling = [one.rank for one in found if not steps_aside(one.rule) and not one.rule.aside]
    best = min(telling, default=None)
    kept = []
    for one in found:
        if steps_aside(one.rule) and best is not None:
            if best < possible and one.rank >= best:
                continue
            if best == possible and one.rank > certain:
                finding = one.finding._replace(confidence=CONFIDENCES[possible])
                one = one._replace(rank=possible, finding=finding)
        kept.append(one)
    kept.sort(key=lambda one: (one.rank, one.order))
    findings: list[Finding] = []
    stepped_aside = 0
    for one in kept:
        stepped_aside += steps_aside(one.rule)
        if stepped_aside > 1 and steps_aside(one.rule):
            continue
        if all(one.finding.cause != other.cause for other in findings):
            findings.append(one.finding if one.rule.plain_title else _doubted(one.finding))
    return findings[:MAX_FINDINGS]


def _doubted(finding: Finding) -> Finding:
    return finding._replace(title=doubtful(finding.title, finding.confidence))


def _with_packages(finding: Finding, case: Case) -> Finding:
    """Say whose native code it was, in which version."""
    state = case.process
    crashed = state.crashed
    if crashed is None or state.ending.number not in CRASHES or finding.family != "crash":
        return finding
    paths = {frame.module.path for frame in native_frames(crashed)[:200] if frame.module}
    named = [
        f"{one.package} {one.version}"
        for one in state.origins
        if one.package and one.module.path in paths
    ]
    if not named:
        return finding
    text = f"on the stack, above your lines, is native code of {listed(list(dict.fromkeys(named)))}"
    return finding._replace(evidence=(*finding.evidence, Evidence(text)))


def _with_handler(finding: Finding, case: Case) -> Finding:
    """Say that it happened inside of a signal handler, where hardly anything may be called."""
    interrupted = interrupted_frame(case.process.crashed)
    if interrupted is None:
        return finding
    text = (
        f"it happened in a signal handler of native code, which had interrupted "
        f"{describe_frame(interrupted)}; such a handler may call next to nothing, Python and "
        "malloc least of all"
    )
    return finding._replace(evidence=(*finding.evidence, Evidence(text)))


def _with_company(finding: Finding, case: Case) -> Finding:
    """Say which other threads were in the same library, at the same object or wanted its lock."""
    state = case.process
    alone = len(state.threads) < 2 or state.crashed is None
    if alone or state.ending.number not in CRASHES or finding.cause in SAY_IT_THEMSELVES:
        return finding
    company = company_evidence(state) + lock_evidence(state)
    return finding._replace(evidence=finding.evidence + company)


def _with_reentry(finding: Finding, case: Case) -> Finding:
    return with_reentry(finding, case.process) if finding.cause in VAGUE else finding


ENRICHMENTS = (
    ("the packages on the stack", _with_packages),
    ("what other threads did", _with_company),
    ("whether it was in a signal handler", _with_handler),
    ("whether a function was entered again", _with_reentry),
    ("the second look", with_second_look),
    ("what had failed before", with_failures),
)
"""(what it is, for a warning, function), in the order of what they say."""


def _with_blame(finding: Finding, state: ProcessState) -> Finding:
    """Name the user's own lines where the rule named none."""
    if finding.blame:
        # A frame is known by its function's name or the qualified one: the first is as good.
        once: dict[tuple[object, ...], Blame] = {}
        for blame in finding.blame:
            name = blame.function.rpartition(".")[2]
            once.setdefault((blame.file, blame.line, name, blame.thread), blame)
        return finding._replace(blame=_of_process(once.values(), state))
    if finding.cause == "killed":  # its rule knows whether a line is to blame
        return finding
    lines, note = default_blame(state)
    evidence = finding.evidence + ((Evidence(note),) if note else ())
    return finding._replace(blame=_of_process(lines, state), evidence=evidence)


def _of_process(blames: Iterable[Blame], state: ProcessState) -> tuple[Blame, ...]:
    """With the pid of the case's own process where the rule named no other."""
    pid = state.process.pid or None
    return tuple(one if one.pid is not None else one._replace(pid=pid) for one in blames)
