"""Runs the rules that apply to a process and ranks what they find."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from atfault import lazy
from atfault.contained import contained
from atfault.cpu_deadline import limited_parts
from atfault.diagnose.blame import default_blame, seen_first
from atfault.diagnose.confidence import confidence_of
from atfault.diagnose.crash.way import with_reentry, with_way
from atfault.diagnose.facts import (
    crash_pc,
    describe_frame,
    ended_by_another,
    interpreter_module,
    interrupted_frame,
    native_frames,
    sender_of,
)
from atfault.diagnose.hang.failed_before import with_failures
from atfault.diagnose.order import ordered, says_what_is_wrong, steps_aside
from atfault.diagnose.plugins import load_plugins
from atfault.diagnose.rule import Need, Rule, applies, unmet, unread_interpreter
from atfault.diagnose.rules import last_resort, rules_for
from atfault.diagnose.second_look import VAGUE, with_second_look
from atfault.diagnose.words import brief, doubtful, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import (
    AT_REST,
    CONFIDENCES,
    Blame,
    Diagnosis,
    Doubt,
    Evidence,
    Finding,
    NotChecked,
    SetAside,
)
from atfault.model.signals import CRASHES, signal_name
from atfault.model.state import ProcessState

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


WENT_ON = Doubt("that rank of the job went on between two looks", "looks-differ")


class _Found(NamedTuple):
    """A finding with what decides its place."""

    order: int
    """Of its rule among those that it may yield to."""
    rule: Rule
    finding: Finding

    @property
    def rank(self) -> int:
        """Of its confidence; 0 is certain."""
        return CONFIDENCES.index(self.finding.confidence)


def diagnose(case: Case, rules: Sequence[Rule] | None = None) -> Diagnosis:
    """What happened, best explanation first; at least one finding, "unknown" when no rule has one.

    rules: run these alone (for tests); by default the built-in ones that apply to such an end, and
    those that installed packages add through the entry point group "atfault.rules".
    """
    warnings: list[str] = []
    not_checked: list[NotChecked] = []
    set_aside: list[SetAside] = []
    found: list[_Found] = []
    chosen = [*rules_for(case), *load_plugins(warnings)] if rules is None else rules
    with limited_parts(SECONDS):
        for order, rule in enumerate(ordered(chosen)):
            before = len(found)
            with contained(f"rule {rule.rule_id}", warnings) as failed:
                for one in _asked(rule, case, not_checked):
                    if isinstance(one, SetAside):
                        set_aside.append(one)
                    else:
                        found.append(_Found(order, rule, one))
            if failed.is_out_of_time:
                del found[before:]  # what it found first rests on half of what it looks at
                not_checked.append(NotChecked(rule.rule_id, failed.reason))
    findings = _ranked(_as_of_job(found, case, set_aside), set_aside)
    if not findings:
        with contained("the rule for what no other explains", warnings):
            found_last = last_resort()(case)
            findings = [_titled(one, case) for one in found_last if isinstance(one, Finding)]
    findings = findings or [NOTHING_KNOWN]
    findings[0] = _enriched(findings[0], case, warnings)
    return Diagnosis(
        tuple(_blamed(finding, case.process, warnings) for finding in findings),
        tuple(not_checked),
        tuple(warnings),
        tuple(dict.fromkeys(set_aside)),
    )


def _asked(rule: Rule, case: Case, not_checked: list[NotChecked]) -> Iterator[Finding | SetAside]:
    """What a rule finds, as sure as that is, or takes back; else why it could not be asked."""
    if not applies(rule, case):
        return
    reason = next(filter(None, (unmet(need, case) for need in rule.needs)), "")
    if reason:
        not_checked.append(NotChecked(rule.rule_id, reason))
        return
    doubts = _doubts(rule, case)
    has_found = False
    for found in rule(case):
        has_found = True
        if isinstance(found, SetAside):
            yield found._replace(rule=rule.rule_id)
        else:
            yield _titled(_doubting(found, doubts, rule), case)
    if doubts and not has_found:
        not_checked.append(NotChecked(rule.rule_id, doubts[0].text))


def _doubting(finding: Finding, doubts: tuple[Doubt, ...], rule: Rule) -> Finding:
    """What a rule claims, less its doubts and those of the input."""
    doubts = (*finding.doubts, *doubts)
    return finding._replace(
        confidence=confidence_of(finding.confidence, finding.evidence, doubts),
        doubts=doubts,
        family=finding.family or rule.family,
    )


def _doubts(rule: Rule, case: Case) -> tuple[Doubt, ...]:
    """Why its findings are less sure than they say; () where it saw all."""
    if not isinstance(case.given, Absent) and case.given.outcome == "goes-on":
        return (Doubt("the program goes on behind it", "goes-on"),)
    if case.process.layout.contradiction:  # where memory lies is part of every proof
        return (Doubt(case.process.layout.contradiction, "input-damaged"),)
    unread = unread_interpreter(case.process) if rule.family == "hang" else ""
    if unread:  # who holds and who waits stands there
        return (Doubt(unread, "unread"),)
    lacks = next(filter(None, (unmet(need, case) for need in _partly(rule, case))), "")
    if rule.family == "hang" and not lacks:
        lacks = case.process.layout.lacking  # whoever would end the wait may be in the rest
    return (Doubt(lacks, "input-cut"),) if lacks else ()


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
    with contained("the functions on the way", warnings):
        finding = _with_way(finding, case)
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


def _as_of_job(found: list[_Found], case: Case, set_aside: list[SetAside]) -> list[_Found]:
    """What was found, as the job allows: without what is about ranks that wait for others, and less
    sure of those that went on meanwhile."""
    if isinstance(case.job, Absent):
        return found
    victims = {one.pid for one in case.job.waiting if one.pid}
    moved = {one.pid for one in case.job.ranks if one.stands is False}
    kept = []
    for one in found:
        pids = {blame.pid for blame in one.finding.blame[:1]}
        if not one.rule.leads and pids & victims:
            because = "that process is a rank of a job, and waits for other ranks"
            set_aside.append(SetAside(one.rule.rule_id, because))
            continue
        if not one.rule.leads and pids & moved:
            one = one._replace(finding=_doubting(one.finding, (WENT_ON,), one.rule))
        kept.append(one)
    return kept


def _ranked(found: list[_Found], set_aside: list[SetAside]) -> list[Finding]:
    """Sort by confidence, then as the rules yield to each other; those that step aside do so, to
    `set_aside`.

    Of several of those ("the address is not mapped") the first is kept. It is dropped beside a
    telling one, or one to which it yields by name, that is at least as sure. Beside one that is
    merely possible it becomes possible too, unless it is certain.
    """
    certain, _, possible = range(len(CONFIDENCES))
    kept = []
    for one in found:
        telling = [other for other in found if _comes_before(other, one.rule)]
        best = min(telling, key=lambda other: other.rank, default=None)
        if best is not None:
            if best.rank < possible and one.rank >= best.rank:
                set_aside.append(SetAside(one.rule.rule_id, f"{_named(best)} says why"))
                continue
            if best.rank == possible and one.rank > certain:
                doubt = Doubt(f"{best.finding.cause} may be why", "other-finding")
                one = one._replace(finding=_doubting(one.finding, (doubt,), one.rule))
        kept.append(one)
    leading = {one.finding.family for one in kept if says_what_is_wrong(one.finding)}
    kept.sort(
        key=lambda one: (
            not one.rule.leads,
            possible if one.rule.behind in leading else one.rank,
            one.order,
        )
    )
    findings: list[_Found] = []
    for one in kept:
        better = next((other for other in findings if _says_it(other, one)), None)
        if better is not None:
            set_aside.append(SetAside(one.rule.rule_id, f"{_named(better)} says it"))
        else:
            findings.append(one)
    set_aside += [
        SetAside(one.rule.rule_id, f"{MAX_FINDINGS} findings are surer")
        for one in findings[MAX_FINDINGS:]
    ]
    told = [
        one.finding if one.rule.plain_title else _doubted(one.finding)
        for one in findings[:MAX_FINDINGS]
    ]
    return _with_reason(told) if findings and findings[0].rule.leads else told


def _with_reason(findings: Sequence[Finding]) -> list[Finding]:
    """The first finding, where it is about ranks, with what was found about the processes that it
    names."""
    first, *others = findings
    pids = {one.pid for one in first.blame}
    found = [
        Evidence(f"{one.cause} ({one.confidence}): {one.summary}")
        for one in others
        if one.blame and one.blame[0].pid in pids
    ]
    return [first._replace(evidence=(*first.evidence, *found[:1])), *others]


def _comes_before(other: _Found, rule: Rule) -> bool:
    """Whether a finding, where it is as sure, leaves the rule, which says what happened rather than
    why, with nothing to say. So does one of a hang to which that yields by name, unless somebody
    outside may be what is waited for."""
    if not steps_aside(rule) or other.rule.aside or other.rule.behind:
        return False
    if not steps_aside(other.rule):
        return True
    is_outside = any(doubt.kind == "unseen-process" for doubt in other.finding.doubts)
    is_hang = other.rule.family == "hang" and other.rule.rule_id not in AT_REST
    return is_hang and not is_outside and other.rule.rule_id in rule.yields_to


def _says_it(other: _Found, one: _Found) -> bool:
    """Whether a finding that comes first makes another one needless."""
    both_step_aside = steps_aside(other.rule) and steps_aside(one.rule)
    return both_step_aside or other.finding.cause == one.finding.cause


def _named(one: _Found) -> str:
    return f"{one.finding.cause} ({one.finding.confidence})"


def _doubted(finding: Finding) -> Finding:
    return finding._replace(title=doubtful(finding.title, finding.confidence))


def _with_way(finding: Finding, case: Case) -> Finding:
    """Say through which native functions Python code came to where it failed."""
    if finding.family != "crash" or case.process.ending.number not in CRASHES:
        return finding
    return with_way(finding, case.process)


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


def _with_ending(finding: Finding, case: Case) -> Finding:
    """Say of a hang who ended it: what is told is how the process was as it lived."""
    state = case.process
    if finding.family != "hang" or not ended_by_another(state):
        return finding
    sender = sender_of(state)[0] or "another process"
    text = f"{sender} ended it so, with {signal_name(state.ending.number)}"
    return finding._replace(evidence=(*finding.evidence, Evidence(text)))


def _with_company(finding: Finding, case: Case) -> Finding:
    """Say which other threads were in the same library, at the same object or wanted its lock."""
    state = case.process
    alone = len(state.threads) < 2 or state.crashed is None
    if alone or state.ending.number not in CRASHES or finding.cause in SAY_IT_THEMSELVES:
        return finding
    company = lazy.load("atfault.diagnose.company")
    told = company.company_evidence(state) + company.lock_evidence(state)
    return finding._replace(evidence=finding.evidence + told)


def _with_reentry(finding: Finding, case: Case) -> Finding:
    return with_reentry(finding, case.process) if finding.cause in VAGUE else finding


ENRICHMENTS = (
    ("the packages on the stack", _with_packages),
    ("what other threads did", _with_company),
    ("whether it was in a signal handler", _with_handler),
    ("whether a function was entered again", _with_reentry),
    ("the second look", with_second_look),
    ("what had failed before", with_failures),
    ("who ended a hang", _with_ending),
)
"""(what it is, for a warning, function), in the order of what they say."""


def _with_blame(finding: Finding, state: ProcessState) -> Finding:
    """Name the user's own lines where the rule named none."""
    if finding.blame:
        # A frame is known by its function's name or the qualified one: the first is as good.
        once: dict[tuple[object, ...], Blame] = {}
        for blame in seen_first(state.crashed, finding.blame):
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
