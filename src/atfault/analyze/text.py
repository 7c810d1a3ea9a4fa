"""The pipeline for text that was given: lines → what they say → diagnosis → report."""

from __future__ import annotations

import os
from signal import SIGABRT
from typing import BinaryIO

from atfault.analyze.process import report_on
from atfault.contained import contained
from atfault.decode.exceptions.case import case_of
from atfault.decode.exceptions.uncaught_text import passes_on, read_numba, read_told
from atfault.decode.given_text import given_of
from atfault.decode.imports.printed import read_refusal
from atfault.decode.job.printed import job_printed
from atfault.diagnose.exception.raised import own_lines_of
from atfault.diagnose.text.told import quotes_of
from atfault.errors import InputError, NoProcessState
from atfault.folders import current_folder
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.endings import Termination
from atfault.model.exception import RaisedException
from atfault.model.findings import SourceLine
from atfault.model.given import Given, TextPlace
from atfault.model.masked import mask_source
from atfault.model.printed import PrintedTail
from atfault.model.process import ProcessInfo
from atfault.model.report import ProcessReport, Report
from atfault.options import Options
from atfault.snapshot.core_form import TITLES, elf_kind, what_to_do
from atfault.snapshot.rights import Rights
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader
from atfault.text.build_log import is_foreign
from atfault.text.cuda import is_assert
from atfault.text.dialects import as_cpython
from atfault.text.ends import CONSEQUENCES
from atfault.text.lines import Kept, NotText, lines_of, read_lines
from atfault.text.numba_errors import numba_error_in
from atfault.text.outcome import MESSAGE, accounted, success_at
from atfault.text.ranks import job_told
from atfault.text.shape import last_phase
from atfault.text.stack_tops import own_frames

FAILED = 1


def analyze_text(
    stream: BinaryIO, name: str, options: Options, rights: Rights | None = None
) -> Report:
    """Explain a text. name: of its file, "-" for standard input. rights: with which the sources
    that it names are read; None for our own. Raises InputError for what is no text, NoProcessState
    where it tells of nothing that failed."""
    try:
        kept = read_lines(stream)
    except NotText as error:
        raise InputError(_not_text(name, str(error), error.head)) from None
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from None
    report = explain_lines(kept, name, options, rights=rights)
    if report is None:
        ends_well = max(success_at(kept.lines, -1), accounted(kept.lines)) >= 0
        what = "tells of nothing that failed" if ends_well else "has no words of a failure"
        what = what if kept.total else "is empty"
        told = "the text" if name == "-" else name
        raise NoProcessState(
            f"{told} {what}; explained are logs of builds, tracebacks, and what sanitizers, gdb or "
            "the kernel print"
        )
    return report


def _not_text(name: str, what: str, head: bytes) -> str:
    kind = elf_kind(head)
    if kind is not None:
        step = what_to_do(kind, "FILE" if name == "-" else name)
        return f"{name} is {TITLES[kind]} and no text; {step}"
    return (
        f"{name} is {what}"
        if what != "no text"
        else f"{name} is no text (it is full of control bytes)"
    )


def explain_lines(
    kept: Kept,
    name: str,
    options: Options,
    folders: tuple[str, ...] = (),
    rights: Rights | None = None,
) -> Report | None:
    """The report on a text; None where it tells of nothing. folders: where sources may lie
    besides. rights: as in `analyze_text`."""
    losses: list[str] = []
    with contained("reading its tracebacks", losses):
        kept = last_phase(kept._replace(lines=as_cpython(kept.lines)))
    given = given_of(kept, name, losses)
    folders = (*_folders(given, name), *folders)
    source = SourceReader(
        TargetFiles(rights=rights, folders=folders),
        mask=mask_source if options.mask_secrets else None,
    )
    case: Case = Case(given=given)
    quotes: tuple[SourceLine, ...] = ()
    with contained("reading its traceback", losses):
        case, quotes = _case(kept, given, source, options)
        lines = [line.text for line in kept.lines]
        alone = isinstance(case.exception, Absent) and _is_of_others(given)
        job, told_at = job_told(lines, by_watchdogs=alone)
        if told_at and _gave_up(given):
            case = case._replace(given=given._replace(stacks=Absent("told by the ranks")))
        job = job_printed(given.stacks) if isinstance(job, Absent) else job
        case = case if isinstance(job, Absent) else case._replace(job=job)
        quotes = tuple([one for at in told_at for one in _quoted(kept, at + 1)]) or quotes
    if (
        given.first is None
        and not given.is_build
        and isinstance(case.exception, Absent)
        and all(isinstance(one, Absent) for one in _read_in(given))
        and not given.telling
        and not losses
    ):
        return None
    report = report_on(case, source, mask_secrets=options.mask_secrets)
    if report.diagnosis[0].cause == "unknown" and given.first is not None:
        told = case.given
        given = given if isinstance(told, Absent) or told.first is None else told
        report = report_on(Case(given=given), source, mask_secrets=options.mask_secrets)
    first, *rest = (one._replace(quotes=one.quotes or quotes) for one in report.diagnosis)
    lines_told = (*first.quotes[:1], *_began(case, kept), *first.quotes[1:])
    first = first._replace(quotes=tuple(dict.fromkeys(lines_told)))
    report = report._replace(diagnosis=(first, *rest))
    warnings = tuple(one for one in report.warnings if "not_checked" not in one)
    return report._replace(
        kind="text",
        threads=tuple(thread for thread in report.threads if thread.frames),
        process=ProcessReport(None, None, None, None, None, None, None),
        warnings=(*warnings, *_told(given), *losses),
    )


def _read_in(given: Given) -> tuple[object, ...]:
    """What the text may be besides a build's log or a traceback."""
    return given.sanitizer, given.stacks, given.kernel, given.abort


def _is_of_others(given: Given) -> bool:
    """Whether all that the text tells of an end is that other processes had failed, or not come."""
    if given.is_build or given.first is not None or given.outcome == "succeeded":
        return False
    ends = (given.sanitizer, given.kernel, Absent("") if _gave_up(given) else given.stacks)
    abort = given.abort
    told = isinstance(abort, Absent) or abort.type in CONSEQUENCES
    return told and all(isinstance(one, Absent) for one in ends)


def _gave_up(given: Given) -> bool:
    """Whether the stacks are of a process that ended itself as others had not come, and tell no
    line of it."""
    of_others = not isinstance(given.abort, Absent) and given.abort.type in CONSEQUENCES
    stacks = given.stacks
    if isinstance(stacks, Absent) or not of_others or stacks.signal != SIGABRT:
        return False
    return not any(map(own_frames, stacks.threads))


def _told(given: Given) -> tuple[str, ...]:
    if given.is_cut and given.first is not None:
        return (
            "the text is cut, or too long to be kept whole: what failed first may not be in it",
        )
    return ()


def explain_kept(
    text: bytes, name: str, options: Options, folders: tuple[str, ...] = ()
) -> Report | None:
    """The report on what a build printed, or the end of it; None where it does not say why the
    build failed. name: of what it was kept in. folders: where sources may lie."""
    kept = lines_of(text)
    given = given_of(kept, name, [])
    if not given.is_build or given.first is None or given.first.rank:
        return None
    return explain_lines(kept, name, options, folders)


def _case(
    kept: Kept, given: Given, source: SourceReader, options: Options
) -> tuple[Case, tuple[SourceLine, ...]]:
    """The case of a text, and the lines to read: with the exception of a traceback where it is of
    no build, or with that which a line of the loader's stands for, who tells more of it."""
    quotes = () if given.first is None else quotes_of(given.first)
    foreign = (given.sanitizer, given.stacks)
    succeeded = given.outcome == "succeeded"
    if given.is_build or succeeded or not all(isinstance(one, Absent) for one in foreign):
        return Case(given=given), quotes
    text = "\n".join(line.text for line in kept.lines)
    numba = numba_error_in(text)
    handed = read_told(text, numba, options)
    refused = read_refusal(text, options)
    ended = not isinstance(given.abort, Absent) and (given.abort.type != MESSAGE or not refused)
    if handed is not None and ended and passes_on(handed):
        passed = handed.exception.chain()
        return Case(given=given._replace(first=None, passed=passed)), ()
    if refused is not None and (handed is None or _is_origin(kept, refused[0])):
        at, told = refused
        frames = () if handed is None else handed.exception.error.frames
        error = told.exception.error._replace(frames=frames)
        handed = told._replace(exception=told.exception._replace(exceptions=(error,)))
        given = given._replace(first=None)
        quotes = _quoted(kept, at)
    elif handed is None and numba is not None:
        handed = read_numba(numba, options)
        given = given._replace(first=None)
    if numba is not None and handed is not None and handed.exception.error.numba is not None:
        quotes = _quoted(kept, numba.line)
    if handed is None:
        return Case(given=given), quotes
    process = ProcessInfo(0, None, "", (), current_folder())
    printed = PrintedTail(text.encode("utf-8", "surrogatepass"), given.is_cut)
    case = case_of(handed, process, Termination(exit_code=FAILED), source, printed)
    given = _as_raised(given, kept, case)
    first = _telling(kept, case, text, options)
    if not (first or quotes):
        quotes = _quoted(kept, _said_at(kept, handed.exception.error))
    return case._replace(given=given), tuple(dict.fromkeys((*first, *quotes)))


def _as_raised(given: Given, kept: Kept, case: Case) -> Given:
    """With the exception that the others came of as what failed, where one of these was that."""
    hit = given.first
    if hit is None or hit.kind != "exception" or isinstance(case.exception, Absent):
        return given
    error = case.exception.error
    others = (one.type for one in case.exception.exceptions[1:])
    at = _said_at(kept, error)
    if not at or hit.subject == error.type or hit.subject not in others:
        return given
    line = kept.lines[at - 1]
    own = [one for one in own_lines_of(error, case) if not is_foreign(one.file or "")]
    places = [TextPlace(one.file or "", one.line, function=one.function) for one in own]
    message = "" if isinstance(error.message, Absent) else error.message
    hit = hit._replace(
        line=line.number, text=line.text.strip(), subject=error.type, found=message,
        place=next(iter(places), None), chain=tuple(places[1:]),
    )  # fmt: skip
    return given._replace(first=hit)


def _began(case: Case, kept: Kept) -> tuple[SourceLine, ...]:
    """The line with what the exception came of, at the very first."""
    passed = () if isinstance(case.given, Absent) else case.given.passed
    chain = case.raised or passed
    return _quoted(kept, _said_at(kept, chain[-1])) if len(chain) > 1 else ()


def _is_origin(kept: Kept, number: int) -> bool:
    """Whether another runtime (Java's) says that a line is what an exception came from."""
    return kept.lines[number - 1].text.lstrip().startswith("Caused by: ")


def _telling(kept: Kept, case: Case, text: str, options: Options) -> tuple[SourceLine, ...]:
    """The line that says what failed, where others only came of that: a kernel's assertion, or what
    the loader said of a file."""
    if not isinstance(case.gpu, Absent) and case.gpu.asserts:
        lines = enumerate(kept.lines, 1)
        return _quoted(kept, next((at for at, line in lines if is_assert(line.text)), 0))
    if not isinstance(case.load_failure, Absent):
        refused = read_refusal(text, options)
        return () if refused is None else _quoted(kept, refused[0])
    return ()


def _said_at(kept: Kept, error: RaisedException) -> int:
    """The number, among those kept, of the last line with the exception's message; 0 for none."""
    message = "" if isinstance(error.message, Absent) else error.message.strip().partition("\n")[0]
    kind = error.type.rpartition(".")[2]
    lines = reversed(list(enumerate(kept.lines, 1)))
    return next((at for at, one in lines if kind in one.text and message in one.text), 0)


def _quoted(kept: Kept, number: int) -> tuple[SourceLine, ...]:
    """number: of a line that was kept, from 1; 0 for none."""
    lines = kept.lines[number - 1 : number] if number else ()
    return tuple(SourceLine(one.number, one.text) for one in lines)


def _folders(given: Given, name: str) -> tuple[str, ...]:
    """What the names of files may be relative to, the likeliest first."""
    beside = os.path.dirname(os.path.abspath(name)) if os.path.isfile(name) else ""
    return tuple(dict.fromkeys(filter(None, (*given.folders, current_folder(), beside))))
