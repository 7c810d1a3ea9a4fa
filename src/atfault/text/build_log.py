"""A log of a build → what failed first in it, and what follows from that."""

import re
from collections.abc import Callable, Iterator, Sequence

from atfault.cpu_deadline import CpuDeadline
from atfault.model.findings import SourceLine
from atfault.model.given import CAUSE, HINT, SUMMARY, Given, Hit, TextPlace
from atfault.text.cmake import cmake_hit
from atfault.text.complaints import Complaint, complaint_in
from atfault.text.diagnostics import (
    Diagnostic,
    cython_error,
    diagnostic_in,
    fortran_error,
    fortran_place,
    rust_place,
)
from atfault.text.ends import end_in
from atfault.text.first_failure import RETRIED, first_failure
from atfault.text.going_on import (
    asked_above,
    asked_below,
    cut_off,
    listed,
    variable_named,
    with_next,
)
from atfault.text.lines import Kept, LogLine
from atfault.text.messages import classed, is_telling, resource_in, telling_hit
from atfault.text.outcome import TRIED_AGAIN
from atfault.text.places import chain_above, chain_below, command_above, is_command, is_system
from atfault.text.python_api import python_function, python_named
from atfault.text.shape import Shape, Span, is_loose_probe, is_probe, shape_of
from atfault.text.systems import system_of

MAX_HITS = 1000
"""Complaints, after which those of the end alone are looked for: nobody reads more."""
MAX_TAIL = 200
"""Lines at the end that are read even when the time is up: they say what became of the build."""
_END_OF_OUTPUT = "[end of output]"
"""Of pip, which says that a command failed before it shows what that has printed."""
MAX_BEFORE = 12
"""Lines before the first that says that something failed, in which the words of a tool that is not
known are read."""
_MARGIN = re.compile(r"^[\s│╰─├▶>×|]*(?:E   )?")
_GENERIC = re.compile(
    r"^(?:[\w./-]{1,80}: )?(?:\*\*\*? ?)?(?:fatal |Fatal |FATAL |critical |build |Build"
    r" )?(?:error|ERROR|Error|FATAL|Fatal)(?: \w{1,20})?\s?[:!] ?(?P<said>\S.*)$"
)
_EXCEPTION = re.compile(r"^(?P<type>[A-Za-z_][\w.]*)(?:: ?(?P<said>.*))?$")
_CALLED = re.compile(
    r"^(?:subprocess\.)?CalledProcessError|^(?:distutils|setuptools)\.errors\.|CompileError$|^Cython\.Compiler\.Errors"
    r"|^(?:SystemExit|KeyboardInterrupt)|returned non-zero|exit (?:status|code)|^RuntimeError:"
    r" Error compiling objects"
    r"|^(?:\w+\.)*(?:BuildError|InstallationError|BuildBackendException|CompileError|LinkError|DistutilsExecError|InstallationSubprocessError)\b"
)
_MESON = re.compile(
    r"^(?P<file>\S*meson(?:\.build|_options\.txt|\.options)):(?P<row>\d+):(?P<column>\d+): ERROR:"
    r" (?P<said>.*)$"
)
_ENDED_CHECKS = re.compile(r"^(?:configure:\d+: error|\S*meson\.\w+:\d+:\d+: ERROR): ")
"""In config.log and meson-log.txt, what ended them; all else there is of checks."""
_SCONS = re.compile(r"^scons: \*\*\* \[(?P<target>[^\]\n]{1,400})\] (?!Error \d)\S")
_NOT_FATAL = re.compile(
    r"^(?:warning|WARNING|note|hint|info|INFO|DEPRECATION|Warning|\*\* ?WARNING)\b|pip's dependency"
    r" resolver|\(ignored\)|0 errors?\b|[Nn]o errors?\b"
    r"|^fatal: not a git repository|^fatal: No names found|tests? passed|-- (?:Could NOT"
    r" find|Looking for|Performing Test)|^checking "
)


def read_build(kept: Kept, name: str, deadline: CpuDeadline | None = None) -> Given:
    """The typed content of a log; `first` is None where nothing in it failed.

    deadline: when it has passed, the last lines are read, and `unread` says which were not.
    """
    shape = shape_of(kept)
    hits: list[Hit] = []
    unread: list[int] = []
    for hit in _hits(kept.lines, shape, deadline, unread, lambda: len(hits) >= MAX_HITS):
        hits.append(hit)
    hits = _with_telling(_joined(hits, kept.lines, shape), kept.lines, shape)
    first = first_failure(hits, kept, shape)
    later = [hit for hit in hits if first is not None and hit.line > first.line]
    failed = any(hit.rank == SUMMARY for hit in hits) or first is not None
    marked = _success_line(kept, shape)
    return Given(
        name=name,
        lines=kept.total,
        hits=tuple(hits),
        first=first,
        followed=sum(hit.rank != SUMMARY for hit in later),
        is_build=shape.is_build,
        outcome="failed" if failed and first is not None else "succeeded" if marked else "",
        last=marked,
        system=system_of(kept.lines),
        folders=_folders(first, kept, shape),
        is_cut=kept.is_cut or bool(unread) or (first is None and _ends_early(kept)),
        unread=(unread[0], unread[1]) if unread else (0, 0),
    )


def _folders(first: Hit | None, kept: Kept, shape: Shape) -> tuple[str, ...]:
    if first is None:
        return ()
    at = next((at for at, line in enumerate(kept.lines) if line.number == first.line), 0)
    inner = shape.folder_at(at)
    every = dict.fromkeys([inner, *(path for _, path in shape.folders[:20])])
    return tuple(path for path in every if path)


def _ends_early(kept: Kept) -> bool:
    done, all_steps = kept.steps
    return 0 < done < all_steps


def _success_line(kept: Kept, shape: Shape) -> SourceLine | None:
    found = None
    if shape.success >= 0:
        line = kept.lines[shape.success]
        found = SourceLine(line.number, line.text.strip())
    done, every = kept.steps
    if done and done == every:
        for line in reversed(kept.last):
            if line.text.strip().startswith(f"[{done}/{every}]"):
                last = SourceLine(line.number, line.text.strip())
                return last if found is None or last.line > found.line else found
    return found


# ---- hits ---------------------------------------------------------------------------------------


def _hits(
    lines: Sequence[LogLine],
    shape: Shape,
    deadline: CpuDeadline | None,
    unread: list[int],
    is_enough: Callable[[], bool],
) -> Iterator[Hit]:
    """Every line that complains, in order; once there are enough, those of the end alone. unread:
    gets the numbers of the first and the last line that were not looked at, where the time did not
    suffice."""
    cmake = {span.begin: span for span in shape.cmake}
    inside_cmake = {at for span in shape.cmake for at in range(span.begin + 1, span.end)}
    cython = {at for span in shape.cython for at in range(span.begin, span.end)}
    raised = {span.end - 1: span for span in shape.tracebacks}
    frames = {at for span in shape.tracebacks for at in range(span.begin, span.end - 1)}
    last = max(0, len(lines) - MAX_TAIL)
    for at, line in enumerate(lines):
        if at < last and (unread or (deadline is not None and deadline.passed())):
            unread[:] = (unread[0] if unread else line.number, line.number)
            continue
        if at < last and is_enough():
            continue
        text = _MARGIN.sub("", line.text).strip()
        if not text or at in shape.probes or at in frames:
            continue
        if shape.is_probe_log and not _ENDED_CHECKS.match(text):
            continue
        if at in inside_cmake:
            checked = diagnostic_in(text) if _is_compiler_check(lines, shape, at) else None
            if checked is not None and checked.severity == "error":
                yield _of_diagnostic(checked, lines, shape, at)
            continue
        if is_probe(text):
            continue
        if at in cmake:
            yield _placed(cmake_hit(lines, cmake[at]), lines, shape, at)
            continue
        hit = _hit(text, lines, shape, at, raised.get(at), at in cython)
        if hit is not None and hit.place and at in raised and hit.kind != "exception":
            of_caller = _of_exception(text, lines, shape, raised[at]).place
            hit = hit._replace(chain=(*hit.chain, *filter(None, (of_caller,))))
        if hit is not None:
            yield hit


def _is_compiler_check(lines: Sequence[LogLine], shape: Shape, at: int) -> bool:
    span = next(one for one in shape.cmake if one.begin < at < one.end)
    return any(
        "simple test program" in lines[index].text
        for index in range(span.begin, min(at, span.begin + 9))
    )


def _hit(
    text: str,
    lines: Sequence[LogLine],
    shape: Shape,
    at: int,
    raised: Span | None,
    in_cython: bool,
) -> Hit | None:
    if in_cython:
        error = cython_error(text)
        return _of_diagnostic(error, lines, shape, at) if error else None
    meson = _MESON.match(text)
    goes_on = meson is not None or text.startswith(_BECAUSE)
    whole = _paragraph(text, lines, at) if goes_on else text
    found = complaint_in(whole, whole.lower(), building=shape.is_build)
    if found is not None and not (_NOT_FATAL.search(text) and found[0].why not in RETRIED):
        hit = _of_complaint(*found, text, lines, at)
        if meson:
            place = TextPlace(meson["file"], int(meson["row"]), int(meson["column"]))
            hit = hit._replace(place=place, tool="meson")
        else:
            diagnostic = diagnostic_in(text)
            if diagnostic is not None and diagnostic.place is not None:
                hit = hit._replace(place=diagnostic.place)
        return _placed(hit, lines, shape, at)
    lacks = resource_in(text) if shape.is_build and not _NOT_FATAL.search(text) else None
    if lacks is not None:
        source = diagnostic_in(text)
        at_source = None if source is None else source.place
        return _placed(Hit(lacks, lines[at].number, text, place=at_source), lines, shape, at)
    if meson:
        place = TextPlace(meson["file"], int(meson["row"]), int(meson["column"]))
        hit = Hit("setting", lines[at].number, text, "meson-error", "meson", place=place)
        return _placed(hit, lines, shape, at)
    diagnostic = diagnostic_in(text)
    end = None if diagnostic is not None and diagnostic.place is not None else end_in(text)
    if end is not None and end.kind != "success" and not _NOT_FATAL.search(text):
        return _placed(Hit("step", lines[at].number, text, rank=SUMMARY), lines, shape, at)
    if diagnostic is not None:
        if diagnostic.severity != "error":
            return None
        return _of_diagnostic(diagnostic, lines, shape, at)
    if (fortran := fortran_error(text)) is not None:
        above = _fortran_place(lines, at)
        if above is not None:
            return _of_diagnostic(fortran._replace(place=above), lines, shape, at)
    if raised is not None:
        return _of_exception(text, lines, shape, raised)
    if _NOT_FATAL.search(text):
        return None
    scons = _SCONS.match(text)
    if scons:
        hit = Hit("compile", lines[at].number, text, "other", "scons", rank=HINT)
        return _placed(hit, lines, shape, at)
    generic = _GENERIC.match(text)
    if generic:
        hit = Hit("compile", lines[at].number, text, "other", rank=HINT)
        return _placed(hit, lines, shape, at)
    return None


def _with_telling(hits: list[Hit], lines: Sequence[LogLine], shape: Shape) -> list[Hit]:
    """The hits, and where none is a cause what stands right before the first line that says that
    something failed: of a tool that is not known, in the words that all use."""
    if any(hit.rank == CAUSE for hit in hits):
        return hits
    ends = next((hit.line for hit in hits if hit.rank == SUMMARY), 0)
    known = {hit.line: hit for hit in hits}
    at = next((at for at, line in enumerate(lines) if _END_OF_OUTPUT in line.text), 0)
    at = at or next((at for at, line in enumerate(lines) if line.number == ends), 0)
    first: Hit | None = None
    for index in range(at - 1, max(-1, at - MAX_BEFORE), -1):
        text = _MARGIN.sub("", lines[index].text).strip()
        if lines[index + 1].gap or is_command(text) or index in shape.probes:
            break
        hit = known.get(lines[index].number)
        if hit is not None and hit.rank == SUMMARY:
            continue
        if hit is not None and hit.why != "other":
            return hits
        if _NOT_FATAL.search(text) or is_probe(text):
            continue
        if hit is not None or is_telling(text):
            first = telling_hit(lines[index].number, text)
    if first is None:
        return hits
    first = _placed(first, lines, shape, at)
    return sorted([*(hit for hit in hits if hit.line != first.line), first], key=_line_of)


def _line_of(hit: Hit) -> int:
    return hit.line


_BECAUSE = ("Because ", "cause: Because ")


def _paragraph(text: str, lines: Sequence[LogLine], at: int) -> str:
    """A sentence of uv's, which it wraps on a terminal."""
    parts = [text]
    for line in lines[at + 1 : at + 20]:
        following = _MARGIN.sub("", line.text).strip()
        if not following or not line.text.startswith((" ", "│")) or line.gap:
            break
        parts.append(following)
    return " ".join(parts)


def _fortran_place(lines: Sequence[LogLine], at: int) -> TextPlace | None:
    for index in range(at - 1, max(at - 12, -1), -1):
        place = fortran_place(lines[index].text.strip())
        if place is not None:
            return place
    return None


def _of_complaint(
    one: Complaint, match: re.Match[str], text: str, lines: Sequence[LogLine], at: int
) -> Hit:
    groups = with_next(match, text, lines, at).groupdict()

    def group(name: str) -> str:
        return (groups.get(name) or "").strip()

    rank = one.rank
    if one.kind == "tool" and one.tool == "sh" and not _ends_by_it(lines, at):
        rank = HINT
    if one.kind == "memory" and one.why == "killed" and not _ends_by_it(lines, at):
        rank = HINT
    if one.kind == "network" and TRIED_AGAIN.search(text) and not _ends_by_it(lines, at):
        rank = HINT
    hit = Hit(
        one.kind, lines[at].number, text, one.why, one.tool,
        group("subject"), group("wanted"), group("found"), rank=rank,
    )  # fmt: skip
    if one.why == "no-package":
        return hit._replace(subject=listed(lines, at))
    if one.why == "conflict":
        return hit._replace(more=asked_below(lines, at))
    if one.why == "hashes" and (came := cut_off(lines, at)):
        return hit._replace(kind="network", why="cut-off", found=came)
    if one.why == "pkg-config" and not hit.subject:
        return hit._replace(subject=asked_above(lines, at))
    if one.kind == "library" and not hit.wanted:
        return hit._replace(wanted=variable_named(lines, at))
    return hit


def _ends_by_it(lines: Sequence[LogLine], at: int) -> bool:
    """Whether what comes next says that a command was not found, or killed."""
    for line in lines[at + 1 : at + 6]:
        if re.search(
            r"(?:Error|status:?|code:?|exit code|错误|Fehler|Erreur) (?:127|137|-9)\b|ninja: build"
            r" stopped",
            line.text,
        ):
            return True
        if "***" in line.text and "make" in line.text:
            return True
    return at >= len(lines) - 3


def _of_diagnostic(found: Diagnostic, lines: Sequence[LogLine], shape: Shape, at: int) -> Hit:
    text = _MARGIN.sub("", lines[at].text).strip()
    place = found.place
    more: list[SourceLine] = []
    if found.tool == "rustc" and place is None:
        for line in lines[at + 1 : at + 6]:
            place = rust_place(line.text) or place
            if place:
                break
    if found.kind == "symbol" and place is None:
        place = _referenced(lines, at, more)
    if found.kind == "symbol" and not found.subject and at + 1 < len(lines):  # of Apple's linker
        below = re.match(r'\s*"_?(?P<name>[^"]{1,2000})", referenced from:', lines[at + 1].text)
        found = found._replace(subject="" if below is None else below["name"])
    rank = CAUSE
    if is_loose_probe(text):
        rank = HINT
    if found.is_foreign or (found.is_loose and found.tool == "rustc" and place is None):
        rank = HINT
    if found.kind == "compile" and found.tool == "rustc" and found.said.startswith("linking with"):
        rank = SUMMARY
    if found.kind == "compile" and (name := python_function(lines, at)):
        found = found._replace(kind="python", why="c-api", subject=name)
    hit = Hit(
        found.kind, lines[at].number, text, found.why, found.tool, found.subject,
        place=place, rank=rank, more=tuple(more),
        found=python_named(lines, at) if found.kind == "python" else "",
    )  # fmt: skip
    return _placed(hit, lines, shape, at)


def _referenced(lines: Sequence[LogLine], at: int, more: list[SourceLine]) -> TextPlace | None:
    """Of lld and mold, below: ">>> referenced by a.cc:12 (/src/a.cc:12)"; of GNU ld, above:
    "a.o: in function `f':"."""
    for line in lines[at + 1 : at + 4]:
        match = re.match(
            r"^>>> referenced by (?P<file>[^\s:()]+)(?::(?P<row>\d+))?(?:"
            r" \((?P<path>[^():]+):\d+\))?",
            line.text.strip(),
        )
        if match:
            more.append(SourceLine(line.number, line.text.strip()))
            if match["row"]:
                return TextPlace(match["path"] or match["file"], int(match["row"]))
            return None
    return None


def _of_exception(text: str, lines: Sequence[LogLine], shape: Shape, span: Span) -> Hit:
    """The last line of a traceback that the build printed."""
    match = _EXCEPTION.match(text)
    number = lines[span.end - 1].number
    place: TextPlace | None = None
    for index in range(span.end - 2, span.begin, -1):
        frame = re.match(
            r'^\s*File "(?P<file>[^"]+)", line (?P<row>\d+)(?:, in (?P<function>.*))?',
            lines[index].text,
        )
        if frame is None:
            continue
        if place is None or not is_foreign(frame["file"]):
            place = TextPlace(frame["file"], int(frame["row"]), None, frame["function"] or "")
        if not is_foreign(place.file):
            break
    near = range(span.end, min(span.end + 4, len(lines)))
    behind = next((at for at in near if lines[at].text.strip()), 0)
    following = lines[behind].text if behind else ""
    goes_on = "During handling of the above" in following or "direct cause of" in following
    rank = SUMMARY if _CALLED.search(text) else HINT if goes_on else CAUSE
    below = _paragraph("", lines, behind - 1).strip() if following.startswith(" ") else ""
    hit = Hit(
        "exception", number, text, "", "python", match["type"] if match else "",
        place=place, rank=rank, found=(match["said"] or below) if match else text,
    )  # fmt: skip
    if shape.is_build and rank == CAUSE:
        hit = classed(hit)
    return _placed(hit, lines, shape, span.end - 1)


def is_foreign(file: str) -> bool:
    """Whether a file in a traceback is none of the user's. Cython names the sources of a package
    from where that was built (mpi4py)."""
    return is_system(file) or (file.endswith((".pyx", ".pxi", ".pxd")) and file[0] not in "/\\")


def _placed(hit: Hit, lines: Sequence[LogLine], shape: Shape, at: int) -> Hit:
    """The same with what is round it: the instantiation, the target, the command, the package."""
    block = shape.block_of(at)
    chain: tuple[TextPlace, ...] = ()
    user: SourceLine | None = None
    function = ""
    if hit.place is not None and hit.tool not in ("cmake", "meson", "python"):
        above, user, function = chain_above(lines, at)
        chain = above
        below, told = chain_below(lines, at)
        if below:
            chain, user = (*below, *chain), told
    place = hit.place
    compiled = chain[-1] if chain else place
    command = command_above(lines, at, block, compiled.file if compiled else "")
    if place is not None and function and not place.function:
        place = place._replace(function=function)
    rank = hit.rank
    if block is None and rank == CAUSE and _is_of_other_action(shape, at, hit):
        rank = HINT
    return hit._replace(
        chain=hit.chain or chain,
        user_line=user,
        place=place,
        target=block.target if block else "",
        command=command,
        package=shape.package_at(at),
        rank=rank,
    )


def _is_of_other_action(shape: Shape, at: int, hit: Hit) -> bool:
    """Whether an action of ninja printed it that did not fail."""
    if not shape.failed or shape.steps is None or hit.kind in ("memory", "disk"):
        return False
    return shape.steps.begin <= at < shape.steps.end


def _joined(hits: list[Hit], lines: Sequence[LogLine], shape: Shape) -> list[Hit]:
    """With the targets of make, whose errors may come many lines later; what failed and was ignored
    is no cause."""
    if not shape.make_errors:
        return hits
    ignored_lines = {
        number
        for error in shape.make_errors
        if error.ignored
        for number in _output_of(lines, error.at)
    }
    hits = [
        hit._replace(rank=max(hit.rank, HINT)) if hit.line in ignored_lines else hit for hit in hits
    ]
    by_stem: dict[str, tuple[str, bool]] = {}
    for error in shape.make_errors:
        stem = _stem(error.target)
        ignored = error.ignored and by_stem.get(stem, ("", True))[1]
        by_stem[stem] = (error.target, ignored)
    joined = []
    for hit in hits:
        file = hit.place.file if hit.place else hit.text.partition(":")[0]
        main = hit.chain[-1].file if hit.chain else file
        known = by_stem.get(_stem(file)) or by_stem.get(_stem(main))
        if known and not hit.target:
            rank = max(hit.rank, HINT) if known[1] else hit.rank
            hit = hit._replace(target=known[0], rank=rank)
        joined.append(hit)
    return joined


def _output_of(lines: Sequence[LogLine], at: int) -> Iterator[int]:
    """Numbers of the lines that the command printed which make says failed in line `at`, where
    nothing else ran beside it."""
    for index in range(at - 1, max(-1, at - 400), -1):
        text = lines[index].text.strip()
        if lines[index + 1].gap or is_command(text) or ("make" in text[:12] and ": " in text):
            return
        yield lines[index].number


def _stem(path: str) -> str:
    """ "CMakeFiles/x.dir/a.cpp.o" → "a"."""
    return re.split(r"[/\\]", path)[-1].partition(".")[0]
