"""The pipeline for what ranks of a job have left: files → ranks → diagnosis → report.

A file is known by what it holds, whatever its name is; its number by its name, where it does not
tell one. Nothing in it is executed. What is no file of a rank is named, and the rest is merged.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from atfault.analyze.process import analyze_core
from atfault.compose.job import job_report
from atfault.compose.report import compose
from atfault.contained import contained
from atfault.decode.job.fold import Fold, FoldedJob
from atfault.decode.job.left import is_error_file, rank_of_error, ranks_of_report
from atfault.diagnose.engine import diagnose
from atfault.diagnose.hang.ranks import own_faults, upper
from atfault.diagnose.rules import listed
from atfault.diagnose.words import brief
from atfault.errors import AccessError, AtfaultError, FormatError, NoProcessState
from atfault.formats.flight_recorder import dump_of, is_dump, read_dump
from atfault.formats.plain_pickle import MAX_BYTES, is_pickle, loads_plain_json
from atfault.model.case import Case
from atfault.model.cleaning import without_secrets
from atfault.model.codec import decode
from atfault.model.collected import MAX_LINE, MAX_RANK, SCHEMA, read_rank
from atfault.model.findings import Advice, Evidence, Finding
from atfault.model.masked import mask_source
from atfault.model.report import ProcessReport, Report
from atfault.options import Options
from atfault.snapshot.rights import rights_of_user
from atfault.snapshot.target_files import TargetFiles
from atfault.source import SourceReader

MAX_FILES = 1 << 18
MAX_PROBLEMS = 200
MAX_HOSTS = 3
GZIP, ELF = b"\x1f\x8b", b"\x7fELF"
NO_PROCESS = ProcessReport(None, None, None, None, None, None, None)
BY_FOLDER = (
    "error files of torchelastic do not tell their rank: the number is that of their folder, which "
    "counts the ranks of one machine"
)
_NUMBER = re.compile(r"\d{1,6}(?!.*\d)")


def analyze_ranks(paths: Sequence[str], options: Options) -> Report:
    """Explain the job whose ranks have left files at `paths`; of several jobs, the others are its
    children. Raises NoProcessState where no rank is in them, AccessError for a path that is not
    there."""
    reader = RanksReader(options)
    for path in paths:
        reader.read(path)
    jobs = reader.fold.jobs()
    if not jobs:
        why = f": {reader.problems[0]}" if reader.problems else ""
        raise NoProcessState(f"no rank of a job is in {', '.join(paths)[:200]}{why}")
    reports = [_report(job, reader.source, options) for job in jobs]
    reports.sort(key=lambda one: one.kind != "hang")
    first, *others = reports
    more = len(reader.problems) - MAX_PROBLEMS
    problems = sorted(reader.problems)[:MAX_PROBLEMS]
    problems += [f"{more} more files were not read"] if more > 0 else []
    warnings = (*first.warnings, *reader.notes, *problems)
    return first._replace(children=(*first.children, *others), warnings=warnings)


class RanksReader:
    """Reads files into a fold."""

    def __init__(self, options: Options) -> None:
        self.fold = Fold()
        self.problems: list[str] = []
        """A line for each file that was not read, or not whole."""
        self.notes: dict[str, None] = {}
        """What is to be said besides."""
        self._options = options
        self._files = 0
        self._owners: set[tuple[int, int]] = set()
        """(user, group) of files that are not our own."""

    def source(self, taken: float) -> SourceReader:
        """What reads the lines that the files name, with the rights of whose they are. taken: when
        the ranks were looked at, in seconds since the epoch; 0.0 where that is not known."""
        rights = rights_of_user(*min(self._owners)) if self._owners else None
        mask = mask_source if self._options.mask_secrets else None
        return SourceReader(TargetFiles(rights=rights), taken=taken or None, mask=mask)

    def read(self, path: str) -> None:
        """A file, or all files below a folder. Raises AccessError."""
        try:
            is_folder = stat.S_ISDIR(os.stat(path).st_mode)
        except (OSError, ValueError) as error:
            raise AccessError(f"cannot read {path}: {_why(error)}") from None
        for one in self._below(path) if is_folder else (path,):
            self._files += 1
            if self._files > MAX_FILES:
                self.problems.append(f"{path}: more than {MAX_FILES:,} files; the rest is not read")
                return
            with contained(f"reading {one}", self.problems):
                try:
                    self._read_file(one)
                except (AtfaultError, OSError, EOFError, zlib.error) as error:
                    self._complain(one, error)

    def _complain(self, path: str, error: Exception) -> None:
        text = str(error) if isinstance(error, AtfaultError) else _why(error)
        self.problems.append(f"{path}: not read: {text}")

    def _below(self, folder: str) -> Iterator[str]:
        def complain(error: OSError) -> None:
            self._complain(str(error.filename or folder), error)

        for above, folders, names in os.walk(folder, onerror=complain):
            folders.sort()
            for name in sorted(names):
                yield os.path.join(above, name)

    def _read_file(self, path: str) -> None:
        with _opened(path) as file:
            status = os.fstat(file.fileno())
            if status.st_uid != os.geteuid():
                self._owners.add((status.st_uid, status.st_gid))
            head = file.read(4)
            file.seek(0)
            if head == ELF:
                self._add_report(analyze_core(path, None, self._options), path)
                return
            if head[:2] == GZIP:
                with gzip.GzipFile(fileobj=file) as unpacked:
                    self._read_stream(unpacked, path)  # type: ignore[arg-type]
            else:
                self._read_stream(file, path)

    def _read_stream(self, file: BinaryIO, path: str) -> None:
        first = file.readline(MAX_LINE + 1)
        if not first.strip():
            raise FormatError("it is empty")
        head = _object(first) if first[:1] == b"{" and first.endswith(b"\n") else None
        if head is not None and head.get("schema") == SCHEMA:
            self._read_lines(file, head, path)
            return
        data = first + file.read(MAX_BYTES + 1 - len(first))
        if is_pickle(data):
            self._add_dump(read_dump(data), path)
        else:
            self._add_json(data, path)

    def _read_lines(self, file: BinaryIO, head: dict[str, Any], path: str) -> None:
        """The ranks of a file of atfault.rank/1, as far as it goes."""
        number, bad, left = 1, 0, MAX_BYTES
        if "rank" in head:
            self.fold.add(read_rank(head, head))
        try:
            while (line := file.readline(MAX_LINE + 1)) and left > 0:
                number, left = number + 1, left - len(line)
                plain = _object(line) if line.endswith(b"\n") else None
                if plain is None:
                    bad = bad or number
                elif "rank" in plain:
                    self.fold.add(read_rank(plain, head))
        except (OSError, EOFError, zlib.error, FormatError) as error:
            self.problems.append(f"{path}: read up to line {number}: {error or 'it is cut'}")
            return
        if bad or left <= 0:
            self.problems.append(f"{path}: line {bad or number} is cut or damaged")

    def _add_json(self, data: bytes, path: str) -> None:
        if data.lstrip()[:1] != b"{":
            raise FormatError("no file of a rank: no report, dump, error file or core")
        plain = loads_plain_json(data)
        if is_dump(plain):
            self._add_dump(dump_of(plain), path)
        elif is_error_file(plain):
            folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
            self.notes[BY_FOLDER] = None
            self.fold.add(rank_of_error(plain, _rank_in(folder)))
        elif plain.get("schema") == SCHEMA and "rank" in plain:
            self.fold.add(read_rank(plain, plain))
        else:
            self._add_report(decode(plain), path)

    def _add_report(self, report: Report, path: str) -> None:
        ranks = list(ranks_of_report(report))
        if not ranks:
            raise FormatError("a report of a process that is no rank of a job")
        for one in ranks:
            self.fold.add(one)

    def _add_dump(self, dump: Any, path: str) -> None:
        name = os.path.basename(path).partition(".")[0]
        self.fold.add_dump(_rank_in(name) if dump.rank is None else dump.rank, dump)


def _report(job: FoldedJob, source_of: Callable[[float], SourceReader], options: Options) -> Report:
    """On one job."""
    case = Case(job=job.judged)
    diagnosis = diagnose(case, listed("ranks"))
    source = source_of(job.latest)
    best = diagnosis.findings[0]
    is_told = best.family == "hang"  # by a rule, and not by the last resort
    findings = _with_own(diagnosis.findings if is_told else (), job)
    is_told = bool(findings)
    diagnosis = diagnosis._replace(findings=_with_hosts(findings or (_unknown(job),), job))
    kind = "hang" if is_told else "snapshot"
    report = compose(case, diagnosis, source, kind=kind)  # type: ignore[arg-type]
    report = report._replace(
        process=NO_PROCESS,
        threads=(),
        job=job_report(job.whole),
        environment=None,
        warnings=tuple(map(upper, job.notes)) + report.warnings,
    )
    return without_secrets(report) if options.mask_secrets else report


def _with_own(told: tuple[Finding, ...], job: FoldedJob) -> tuple[Finding, ...]:
    """With what is wrong within ranks, but for what stands among the reasons already. Where the
    ranks as a job tell nothing, that comes first."""
    reasons = [reason.text for one in told for reason in one.evidence]
    return (*told, *map(brief, own_faults(job.whole, reasons)))


def _with_hosts(findings: tuple[Finding, ...], job: FoldedJob) -> tuple[Finding, ...]:
    """The first finding with where those ranks run that are not as most are."""
    first, *others = findings
    odd = job.judged.dead[:1] or job.judged.odd[:MAX_HOSTS]
    told = [
        Evidence(f"rank {one.rank} runs on {host}" + (f", pid {one.pid}" if one.pid else ""))
        for one in odd
        if (host := job.hosts.get(one.rank))
    ]
    return (first._replace(evidence=(*first.evidence, *told)), *others)


def _unknown(job: FoldedJob) -> Finding:
    """Where nothing is at fault, as far as can be seen."""
    seen = len(job.whole.ranks)
    world = job.whole.world
    told = f"{seen} of {world}" if world else f"{seen}"
    return Finding(
        "unknown",
        f"{told} ranks were read, and none of them is seen to keep the others waiting",
        "possible",
        evidence=(Evidence("their places are below, the largest group first"),),
        advice=(Advice("look at the ranks again, twice within some seconds"),),
        title=f"Job of {world or seen} ranks: nothing is seen to be at fault",
    )


def _opened(path: str) -> BinaryIO:
    """A regular file; a pipe of that name would never end. Raises OSError, FormatError."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise FormatError("no regular file")
    return os.fdopen(number, "rb")


def _object(line: bytes) -> dict[str, Any] | None:
    """The JSON object that a line is; None for none."""
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _rank_in(name: str) -> int:
    """The last number of a name. Raises FormatError."""
    found = _NUMBER.search(name)
    rank = int(found[0]) if found is not None else MAX_RANK
    if rank >= MAX_RANK:
        raise FormatError(f"neither it nor its name ({name[:60]}) tells which rank it is of")
    return rank


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__)
