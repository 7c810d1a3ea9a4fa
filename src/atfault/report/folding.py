"""What of a stack is shown. Folded are the interpreter's own frames, what the C library does inside
of a wait or an abort, recursion, long ways through libraries, and the middle.

Everything here works on `FrameReport`s and gives `Row`s in printing order, outermost first.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from atfault.model import roles
from atfault.model.counts import counted
from atfault.model.report import FrameReport, Report
from atfault.report.layout import with_verbose
from atfault.report.names import short_function
from atfault.report.places import Places, module_name

MAX_PERIOD = 24
"""Frames in the longest cycle of a recursion that is recognised."""
MIN_ROUNDS = 4
"""A cycle is folded from this many rounds on …"""
MIN_FOLDED = 6
"""… if that many frames go away."""
THREAD_START = ("_bootstrap", "_bootstrap_inner")
"""Functions of threading.py at the outer end of every thread's stack."""
PYTHON_FUNCTIONS = ("Py", "_Py")
IMPORT_SYSTEM = "<frozen importlib"
BEGINNINGS = ("start_thread", "clone", "libc_start")
"""How the names of the C library's functions begin in which a thread does."""
DOUBTFUL = ("scanned", "frame-pointer")
"""How a frame was found of which others may be missing between it and the next one inward."""
GUESSED = "found without unwind tables: others may be missing"
MIN_WAY = 7
"""Frames in a row that are not the user's, on the way to one that is, from which on …"""
WAY_BEGIN, WAY_END = 2, 2
"""… all but the first and the last ones are left out."""


class Row(NamedTuple):
    """A frame, or in its place a note about frames that are left out."""

    frame: FrameReport | None
    note: str = ""
    left_out: int = 0
    """Frames that the note stands for."""


class StackView(NamedTuple):
    """rows: outermost first."""

    rows: tuple[Row, ...]
    plumbing: int = 0
    """Frames of the interpreter and of libffi that were left out."""
    depths: int = 0
    """Innermost frames of the C library that were left out."""


class Folder:
    """Folds the stacks of one report.

    executable: path of the program that is the interpreter itself (see `interpreter_program`); its
    frames are the interpreter's. verbose: fold nothing but recursion. for_page: nothing else shows
    the rest, as -v does, so what libraries do on the way and in the end stays. with_hint: a
    note says how to see what it stands for.
    """

    def __init__(
        self,
        places: Places,
        executable: str | None,
        verbose: bool = False,
        for_page: bool = False,
        with_hint: bool = True,
    ) -> None:
        self._places = places
        self._executable = executable or ""
        self._verbose = verbose
        self._for_page = for_page
        self._hint = with_verbose(2, places.more) if with_hint and not for_page else ""

    def fold(
        self, frames: Sequence[FrameReport], max_rows: int, *, waiting: bool = False
    ) -> StackView:
        """frames: innermost first. At most about `max_rows` rows, unless verbose.

        waiting: the thread sleeps, so that what the C library does inside of its call says nothing.
        """
        if self._verbose:
            return StackView(tuple(self._fold_recursion(list(reversed(frames)))))
        depths = 0 if self._for_page else _depths(frames, waiting)
        kept = self._without_plumbing(frames[depths:])
        hidden = len(frames) - depths - len(kept)
        kept.reverse()
        rows = self._fold_recursion(kept)
        if not self._for_page:
            rows = self._without_ways(rows)
        if len(rows) > max_rows + 1:  # a note takes a row as well
            rows = self._without_middle(rows, max_rows)
        return StackView(tuple(rows), hidden, depths)

    def _without_plumbing(self, frames: Sequence[FrameReport]) -> list[FrameReport]:
        """The frames without the interpreter's and the thread's start.

        The innermost ones stay whatever they are: that is where it happened. So does one before
        which frames may be missing.
        """
        start = 0
        while start < len(frames) and self._is_interpreter(frames[start]):
            start += 1
        if start == len(frames):  # nothing but the interpreter
            return list(frames)
        end = len(frames)
        while end > start + 1 and self._is_startup(frames[end - 1]):
            if _is_leap(frames, end - 1):
                break
            end -= 1
        kept = list(frames[:start])
        innermost = next((at for at, frame in enumerate(frames) if frame.kind == "python"), None)
        for index in range(start, end):
            frame = frames[index]
            if index == innermost or _is_leap(frames, index) or not self._is_plumbing(frame):
                kept.append(frame)
            elif frame.left_out:
                kept[-1] = kept[-1]._replace(left_out=frame.left_out)
        return kept

    def _is_plumbing(self, frame: FrameReport) -> bool:
        if frame.kind == "python":
            return (frame.file or "").startswith(IMPORT_SYSTEM)
        if frame.kind != "native" or frame.mine:
            return False
        return self._is_interpreter(frame) or roles.is_ctypes(module_name(frame))

    def _is_interpreter(self, frame: FrameReport) -> bool:
        if frame.kind != "native" or frame.mine:
            return False
        if roles.is_interpreter(module_name(frame)):
            return True
        return bool(frame.module) and frame.module == self._executable

    def _is_startup(self, frame: FrameReport) -> bool:
        if frame.kind != "native":
            known = frame.function in THREAD_START and not frame.mine
            return known and roles.module_file(frame.file or "") == "threading.py"
        if frame.function == "_start":
            return True
        return self._is_interpreter(frame) or roles.is_c_library(module_name(frame))

    def _fold_recursion(self, frames: list[FrameReport]) -> list[Row]:
        """Rows with the rounds of a recursion, of one function or a cycle of several, folded.

        a b c b c b c b c b c d    →    a b c [3 more rounds of 2: b, c] b c d
        """
        ids = _identities(frames)
        rows: list[Row] = []
        at = 0
        while at < len(frames):
            period, rounds = _cycle_at(ids, at)
            if not period:
                rows += _gap(frames[at])
                rows.append(Row(frames[at]))
                at += 1
                continue
            cycle = frames[at : at + period]
            last = at + (rounds - 1) * period
            rows += _gap(cycle[0])
            rows += [Row(frame) for frame in cycle]
            gap = sum(frame.left_out for frame in frames[at + 1 : last + period])
            note = self._rounds_note(cycle, rounds - 2, gap)
            rows.append(Row(None, note, (rounds - 2) * period + gap))
            rows += [Row(frame) for frame in frames[last : last + period]]
            at = last + period
        return rows

    def _rounds_note(self, cycle: list[FrameReport], rounds: int, gap: int) -> str:
        names = []
        for frame in cycle:
            place = self._places.of_frame(frame).rsplit("/", 1)[-1]
            names.append(f"{short_function(frame)} ({place})" if place else short_function(frame))
        unique = list(dict.fromkeys(names))
        more = f" and {counted(len(unique) - 3, 'other')}" if len(unique) > 3 else ""
        what = ", ".join(unique[:3]) + more
        if gap:
            what += f"; {_left_out(gap)}"
        if len(cycle) == 1:
            return f"[{rounds:,} more: {what}]"
        return f"[{counted(rounds, 'more round')} of {counted(len(cycle), 'frame')}: {what}]"

    def _without_ways(self, rows: list[Row]) -> list[Row]:
        """Rows without the middle of each long way through libraries to a frame of the user's. The
        innermost frames, which lead to none, stay: that is where it happened."""
        out: list[Row] = []
        way: list[Row] = []
        for row in rows:
            if row.frame is not None and not row.frame.mine:
                way.append(row)
                continue
            is_mine = row.frame is not None
            out += self._shortened(way) if is_mine else way
            out.append(row)
            way = []
        return out + way

    def _shortened(self, way: list[Row]) -> list[Row]:
        if len(way) < MIN_WAY:
            return way
        middle = way[WAY_BEGIN:-WAY_END]
        libraries = dict.fromkeys(
            self._places.library(row.frame) for row in middle if row.frame is not None
        )
        names = [name for name in libraries if name]
        whose = f" of {', '.join(names[:3])}" if names else ""
        others = " and others" if len(names) > 3 else ""
        count = len(middle)
        note = Row(None, f"[{counted(count, 'more frame')}{whose}{others}{self._hint}]", count)
        return [*way[:WAY_BEGIN], note, *way[-WAY_END:]]

    def _without_middle(self, rows: list[Row], max_rows: int) -> list[Row]:
        """The outermost quarter and the innermost rest, with a note between; the user's frames stay
        as long as there is room."""
        outer = max_rows // 4
        inner = max_rows - outer - 1
        middle = rows[outer:-inner]
        mine = [row for row in middle if row.frame is not None and row.frame.mine][-max_rows:]
        left_out = sum(row.left_out if row.frame is None else 1 for row in middle) - len(mine)
        if left_out < 2:  # a note would take as much room
            return rows
        note = Row(None, f"[{counted(left_out, 'more frame')}{self._hint}]", left_out)
        return [*rows[:outer], note, *mine, *rows[-inner:]]


def _gap(frame: FrameReport) -> list[Row]:
    """The row that stands for what the report leaves out before a frame, in printing order."""
    if not frame.left_out:
        return []
    return [Row(None, f"[{_left_out(frame.left_out)}]", frame.left_out)]


def _left_out(number: int) -> str:
    return f"{counted(number, 'frame')} between {'is' if number == 1 else 'are'} not in the report"


def interpreter_program(report: Report) -> str | None:
    """The path of the process's program if that is the interpreter itself: not where a program
    embeds the interpreter's library, and not without Python. With another name it is one if a
    function of Python's is in it."""
    program = report.process.executable
    if not program or report.process.python is None:
        return None
    if roles.is_interpreter(program.rpartition("/")[2]):
        return program
    has_python = False
    for thread in report.threads:
        for frame in thread.frames:
            if roles.is_interpreter_library(module_name(frame)):
                return None
            if frame.module == program and frame.function.startswith(PYTHON_FUNCTIONS):
                has_python = True
    return program if has_python else None


def _is_leap(frames: Sequence[FrameReport], index: int) -> bool:
    """Whether frames may be missing inside of the frame at `index`: the first that was guessed."""
    if frames[index].trust not in DOUBTFUL:
        return False
    return index > 0 and frames[index - 1].trust not in DOUBTFUL


def _depths(frames: Sequence[FrameReport], waiting: bool) -> int:
    """How many of the innermost frames are the C library's own business: inside of the call that a
    thread waits in, or of abort()."""
    depth = 0
    while depth < len(frames) and _is_c_library(frames[depth]):
        depth += 1
    if waiting:
        return max(0, depth - 1)
    for at in range(depth):
        if frames[at].function == "abort":
            return at
    return 0


def _is_c_library(frame: FrameReport) -> bool:
    """Whether it is a function of the C library other than those that a thread begins in."""
    if frame.kind != "native" or frame.function.lstrip("_").startswith(BEGINNINGS):
        return False
    return roles.is_c_library(module_name(frame))


def is_runtime(frame: FrameReport) -> bool:
    """Whether it is a function of the interpreter or of the C library."""
    if frame.kind != "native" or frame.mine:
        return False
    name = module_name(frame)
    return roles.is_interpreter(name) or roles.is_c_library(name)


def _identities(frames: list[FrameReport]) -> list[int]:
    """A number a frame, equal for frames at the same place: one without a name, at its address."""
    seen: dict[Hashable, int] = {}
    return [
        seen.setdefault(
            frame.address
            if frame.function in ("", "??")
            else (frame[0], frame[1], frame[2], frame[3]),
            len(seen),
        )
        for frame in frames
    ]


def _cycle_at(ids: list[int], at: int) -> tuple[int, int]:
    """(period, rounds) of the shortest cycle worth folding that begins at `at`; (0, 0) for none."""
    here = ids[at]
    for period in range(1, MAX_PERIOD + 1):
        if at + period >= len(ids):
            break
        if ids[at + period] != here:
            continue
        cycle = ids[at : at + period]
        end = at + period
        while ids[end : end + period] == cycle:
            end += period
        rounds = (end - at) // period
        if rounds >= MIN_ROUNDS and (rounds - 2) * period >= MIN_FOLDED:
            return period, rounds
    return 0, 0
