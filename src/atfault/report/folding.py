"""What of a stack is shown: the interpreter's own frames, recursion and the middle are folded.

Everything here works on `FrameReport`s and gives `Row`s in printing order, outermost first.
"""

from __future__ import annotations

from atfault.model.record import NamedTuple
from atfault.report.names import short_function
from atfault.report.places import module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from atfault.model.report import FrameReport
    from atfault.report.places import Places

MAX_PERIOD = 24
"""Frames in the longest cycle of a recursion that is recognised."""
MIN_ROUNDS = 4
"""A cycle is folded from this many rounds on …"""
MIN_FOLDED = 6
"""… if that many frames go away."""
STARTUP_MODULES = ("libc.", "libc-", "libpthread", "ld-linux", "ld-musl")
THREAD_START = ("_bootstrap", "_bootstrap_inner")
"""Functions of threading.py at the outer end of every thread's stack."""
FOREIGN_CALL_MODULES = ("libffi", "_ctypes.")
INTERPRETER_MODULES = ("libpython3", "libpython3.")


class Row(NamedTuple):
    """A frame, or in its place a note about frames that are left out."""

    frame: FrameReport | None
    note: str = ""


class StackView(NamedTuple):
    """rows: outermost first."""

    rows: tuple[Row, ...]
    plumbing: int = 0
    """Frames of the interpreter and of libffi that were left out."""


class Folder:
    """Folds the stacks of one report.

    executable: path of the process's program, as its modules name it: with a static interpreter its
    frames are the interpreter's. verbose: fold nothing but recursion.
    """

    def __init__(self, places: Places, executable: str | None, verbose: bool = False) -> None:
        self._places = places
        self._executable = executable or ""
        self._verbose = verbose

    def fold(self, frames: Sequence[FrameReport], max_rows: int) -> StackView:
        """frames: innermost first. At most about `max_rows` rows, unless verbose."""
        kept = list(frames) if self._verbose else self._without_plumbing(frames)
        hidden = len(frames) - len(kept)
        kept.reverse()
        rows = self._fold_recursion(kept)
        if not self._verbose and len(rows) > max_rows + 1:  # a note takes a row as well
            rows = _without_middle(rows, max_rows)
        return StackView(tuple(rows), hidden)

    def _without_plumbing(self, frames: Sequence[FrameReport]) -> list[FrameReport]:
        """The frames without the interpreter's and the thread's start.

        The innermost ones stay whatever they are: that is where it happened.
        """
        start = 0
        while start < len(frames) and self._is_interpreter(frames[start]):
            start += 1
        if start == len(frames):  # nothing but the interpreter
            return list(frames)
        end = len(frames)
        while end > start + 1 and self._is_startup(frames[end - 1]):
            end -= 1
        inner = list(frames[:start])
        return inner + [frame for frame in frames[start:end] if not self._is_plumbing(frame)]

    def _is_plumbing(self, frame: FrameReport) -> bool:
        if frame.kind != "native" or frame.mine:
            return False
        return self._is_interpreter(frame) or module_name(frame).startswith(FOREIGN_CALL_MODULES)

    def _is_interpreter(self, frame: FrameReport) -> bool:
        if frame.kind != "native" or frame.mine:
            return False
        if module_name(frame).startswith(INTERPRETER_MODULES):
            return True
        return bool(frame.module) and (
            frame.module == self._executable or _looks_like_python(module_name(frame))
        )

    def _is_startup(self, frame: FrameReport) -> bool:
        if frame.kind != "native":
            known = frame.function in THREAD_START and (frame.file or "").endswith("/threading.py")
            return known and not frame.mine
        return self._is_interpreter(frame) or module_name(frame).startswith(STARTUP_MODULES)

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
                rows.append(Row(frames[at]))
                at += 1
                continue
            cycle = frames[at : at + period]
            last = at + (rounds - 1) * period
            rows += [Row(frame) for frame in cycle]
            rows.append(Row(None, self._rounds_note(cycle, rounds - 2)))
            rows += [Row(frame) for frame in frames[last : last + period]]
            at = last + period
        return rows

    def _rounds_note(self, cycle: list[FrameReport], rounds: int) -> str:
        names = []
        for frame in cycle:
            place = self._places.of_frame(frame).rsplit("/", 1)[-1]
            names.append(f"{short_function(frame)} ({place})" if place else short_function(frame))
        unique = list(dict.fromkeys(names))
        more = f" and {len(unique) - 3} others" if len(unique) > 3 else ""
        what = ", ".join(unique[:3]) + more
        if len(cycle) == 1:
            return f"[{rounds:,} more: {what}]"
        return f"[{rounds:,} more rounds of {len(cycle)} frames: {what}]"


def _looks_like_python(name: str) -> bool:
    """ "python3.11", "python3", "python": an executable interpreter."""
    return name.startswith("python") and name[6:].replace(".", "").rstrip("dt").isdigit()


def _identities(frames: list[FrameReport]) -> list[int]:
    """A number a frame, equal for frames at the same place."""
    seen: dict[Hashable, int] = {}
    return [
        seen.setdefault((frame[0], frame[1], frame[2], frame[3]), len(seen)) for frame in frames
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


def _without_middle(rows: list[Row], max_rows: int) -> list[Row]:
    """The outermost quarter and the innermost rest, with a note between; the user's frames stay
    as long as there is room."""
    outer = max_rows // 4
    inner = max_rows - outer - 1
    middle = rows[outer:-inner]
    mine = [row for row in middle if row.frame is not None and row.frame.mine][-max_rows:]
    left_out = sum(1 for row in middle if row.frame is not None) - len(mine)
    note = Row(None, f"[{left_out:,} more frames: -v shows them]")
    return rows[:outer] + [note] + mine + rows[-inner:]
