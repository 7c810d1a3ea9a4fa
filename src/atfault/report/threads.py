"""The stacks in the text report: the crashed thread first, most recent call last.

Thread "MainThread" 4711 crashed, held the GIL            most recent call last
  python  paint.py:18           <module>         main()
> python  paint.py:16           main             paint(grid, 50_000_000, 10)
          grid = float64[64, 64] at 0x7f24c0a80010
  native  _dispatcher.cpp:1459  Dispatcher_call  numba/_dispatcher
  jit     paint.py:11           paint(Array<double, 2, C>, long, long)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atfault import lazy
from atfault.model.counts import counted
from atfault.model.report import FrameReport, LocalReport, Report, ThreadReport
from atfault.report.escape import clean, crop, pad, width_of
from atfault.report.folding import DOUBTFUL, GUESSED, Folder, Row, interpreter_program
from atfault.report.grouping import IdlePool, ThreadGroups, group_threads, leading_tids
from atfault.report.layout import MAX_PROSE, Style, with_verbose, wrapped
from atfault.report.names import group_states, is_waiting, short_function, thread_name
from atfault.report.places import Places, fit_places, module_title

if TYPE_CHECKING:
    from atfault.report.waits import Link

WAITS, ACTIVITY = "atfault.report.waits", "atfault.report.activity"
"""What threads of a hang are told to do, loaded where there is something to tell."""
CRASHED_ROWS = 40
LEADING_ROWS = 24
"""Of a thread that the answer to a hang speaks of."""
OTHER_ROWS = 10
FOREIGN_ROWS = 4
"""Of a thread that waits in a program without Python."""
MAX_OTHER_STACKS = 6
MAX_GROUP_NAMES = 4
FRAMES_WITH_LOCALS = 4
"""Innermost frames of the user's whose locals are shown without -v."""
MAX_LOCALS = 6
MAX_LOCALS_VERBOSE = 100
MAX_VALUE = 400
DULL_TYPES = frozenset(
    ("module", "function", "type", "builtin_function_or_method", "ABCMeta", "NoneType")
)
MIN_NAME_COLUMN, MAX_NAME_COLUMN = 8, 22
"""Columns of the functions' column; what is longer reaches into the next."""
MAX_NAME = 40
"""The same with -v, where nothing is cut."""
LONG_NAME = 28
"""Columns of a native function's name from which on it takes the room of its module's."""
MIN_CODE = 24
"""Columns that a source line gets at least."""
KIND_WIDTH = 8
UNMERGED = "native and Python frames could not be merged: "
ORDER = "most recent call last"

Cell = tuple[str, str, str]
"""(place, function, source line or module) of a row, cleaned."""


class ThreadLines:
    """Lays out all threads of one report. After `render`, `hidden` says what -v would add."""

    def __init__(
        self,
        report: Report,
        places: Places,
        style: Style,
        width: int,
        *,
        verbose: bool,
        drawn: tuple[Link, ...] = (),
        selected: int | None = None,
    ) -> None:
        """drawn: links of the picture of waits that stands above: they are not told again.
        selected: tid of a thread that is shown like those that the answer speaks of."""
        self._selected = selected
        self._drawn = drawn
        self._report = report
        self._places = places
        self._paint = style.paint
        self._stack_width = width
        self._width = min(width, MAX_PROSE)
        self._verbose = verbose
        self._more = places.more
        self._folder = Folder(places, interpreter_program(report), verbose)
        self._doubtful = False
        self._plumbing = 0
        self._depths = 0
        self._alike: dict[int, frozenset[tuple[str, str]]] = {}
        """Of threads that are shown with one stack: id of a frame → locals that all of them have
        there."""
        self.hidden: list[str] = []

    def render(self, max_stacks: int = MAX_OTHER_STACKS) -> list[str]:
        """max_stacks: different stacks besides the crashed thread's that are shown without -v."""
        lines: list[str] = []
        leading = leading_tids(self._report)
        if self._selected is not None:
            leading |= {self._selected}
        threads = group_threads(self._report.threads, keep_idle=self._verbose, leading=leading)
        for thread in threads.crashed:
            lines += ["", *self._stack((thread,), CRASHED_ROWS, first=not lines)]
        limit = len(threads.groups) if self._verbose else max_stacks
        for group in threads.groups[:limit]:
            leads = any(thread.tid in leading for thread in group)
            rows = LEADING_ROWS if leads else OTHER_ROWS
            lines += ["", *self._stack(group, rows, first=not lines)]
        lines += self._folded_threads(threads, limit)
        if self._doubtful:
            lines.append(self._quiet(f"  ? {GUESSED}"))
        start = "the interpreter" if self._report.process.python else "the program's start"
        for count, whose in ((self._plumbing, start), (self._depths, "the C library")):
            if count:
                self.hidden.append(f"{counted(count, 'frame')} of {whose}")
        return lines

    def _folded_threads(self, threads: ThreadGroups, limit: int) -> list[str]:
        lines = []
        pools = [_pool(pool) for pool in threads.idle]
        if len(pools) == 1 and not threads.foreign:
            hint = with_verbose(threads.folded, self._more)
            lines.append(f"{_threads(threads.folded)} {pools[0]}{hint}")
        elif threads.folded:
            parts = [f"{len(pool.threads):,} {words}" for pool, words in zip(threads.idle, pools)]
            parts += [_names(threads.foreign)] if threads.foreign else []
            what = f"{_threads(threads.folded)} without a line of yours: {', '.join(parts)}"
            lines.append(what + with_verbose(threads.folded, self._more, "; "))
        rest = sum(len(group) for group in threads.groups[limit:])
        if rest:
            lines.append(_threads(rest) + with_verbose(rest, self._more))
        fitted = [part for line in lines for part in wrapped(f"  {line}", self._width, hanging=4)]
        return ["", *(self._quiet(line) for line in fitted)] if lines else []

    def _stack(self, group: tuple[ThreadReport, ...], max_rows: int, first: bool) -> list[str]:
        thread = group[0]
        lines = self._title(group, first) + self._doings(group)
        if not thread.frames:
            why = clean(thread.stop_reason) or "nothing is known of its stack"
            return lines + [self._quiet("    " + line) for line in wrapped(why, self._width - 4)]
        if not thread.merged:
            return lines + self._unmerged(thread, max_rows)
        if thread.stop_reason:
            lines += self._note(f"[outer frames are missing: {thread.stop_reason}]")
        if self._report.process.python is None and is_waiting(thread):
            max_rows = FOREIGN_ROWS
        shows_locals = self._shows_locals(thread, max_rows)
        self._alike = _alike_locals(group)
        return lines + self._frames(thread.frames, max_rows, shows_locals, is_waiting(thread))

    def _shows_locals(self, thread: ThreadReport, max_rows: int) -> bool:
        """The crashed thread's; in a hang those of the threads that the answer speaks of."""
        return thread.crashed or self._verbose or max_rows == LEADING_ROWS

    def _doings(self, group: tuple[ThreadReport, ...]) -> list[str]:
        """What they hold, wait for, and did while the process was watched."""
        lines: list[str] = []
        if any(thread.holds or thread.waits_for is not None for thread in group):
            lines += lazy.load(WAITS).waiting_lines(
                group,
                self._report.process.pid,
                self._places,
                self._width,
                verbose=self._verbose,
                drawn=self._drawn,
            )
        if self._report.activity is not None:
            lines += lazy.load(ACTIVITY).group_lines(
                self._report, group, self._places, self._width, verbose=self._verbose
            )
        return lines

    def _unmerged(self, thread: ThreadReport, max_rows: int) -> list[str]:
        """Both stacks, one after the other: which Python frame belongs where is not known."""
        python = tuple(frame for frame in thread.frames if frame.kind == "python")
        native = tuple(frame for frame in thread.frames if frame.kind != "python")
        why = thread.stop_reason.removeprefix(UNMERGED)
        why = f": {why}" if why else ""
        lines = self._note(f"[Python and native frames could not be tied together{why}]")
        for title, frames in (("Python frames", python), ("native frames", native)):
            if frames:
                lines.append(self._quiet(f"    {title}"))
                lines += self._frames(frames, max_rows, thread.crashed)
        return lines

    def _note(self, text: str) -> list[str]:
        return [
            self._quiet("    " + line) for line in wrapped(clean(text), self._width - 4, hanging=1)
        ]

    def _title(self, group: tuple[ThreadReport, ...], first: bool) -> list[str]:
        """'Thread "MainThread" 4711 crashed, held the GIL'; several with the same stack in one."""
        thread = group[0]
        is_printed = not thread.name and not thread.tid  # by a program that is not here
        if is_printed:
            name = "Traceback"
        elif len(group) == 1:
            name = f'Thread "{clean(thread.name)}" {thread.tid}'
            name = name if thread.name else f"Thread {thread.tid}"
        else:
            shown = [
                f'"{clean(one.name)}" {one.tid}' if one.name else str(one.tid)
                for one in group[: len(group) if self._verbose else MAX_GROUP_NAMES]
            ]
            rest = len(group) - len(shown)
            more = f" and {rest:,} more" if rest else ""
            name = f"{len(group):,} threads with this stack: {', '.join(shown)}{more}"
        words = [] if is_printed else group_states(self._report, group)
        if self._report.activity is not None:
            words += lazy.load(ACTIVITY).group_cpu(self._report, group)
        comma = ", " if len(group) > 1 else " "
        state = comma + clean(", ".join(words)) if words else ""
        used = 2 + width_of(name) + width_of(state)
        if used > self._width:
            lines = wrapped(f"  {name}{state}", self._width, hanging=4)
            return [self._paint("strong", line) for line in lines]
        line = "  " + self._paint("strong", name) + state
        if first and used + 3 + len(ORDER) <= self._width:
            gap = max(3, min(60, self._width - len(ORDER)) - used)
            line += " " * gap + self._quiet(ORDER)
        return [line]

    def _frames(
        self,
        frames: tuple[FrameReport, ...],
        max_rows: int,
        with_locals: bool,
        waiting: bool = False,
    ) -> list[str]:
        view = self._folder.fold(frames, max_rows, waiting=waiting)
        self._plumbing += view.plumbing
        self._depths += view.depths
        cells = self._fitted(view.rows)
        place_width, name_width = self._column_widths(cells)
        lines = []
        with_values = self._rows_with_locals(view.rows) if with_locals else frozenset()
        for index, (row, cell) in enumerate(zip(view.rows, cells)):
            if row.frame is None:
                lines += self._note(row.note)
                continue
            lines.append(self._frame_line(row.frame, cell, place_width, name_width))
            if index in with_values:
                lines += self._locals(row.frame)
        return lines

    def _cells(self, row: Row) -> Cell:
        """(place, function, detail) of a row; a note has none."""
        frame = row.frame
        if frame is None:
            return "", "", ""
        place = self._places.of_frame(frame)
        if frame.kind == "python":
            return place, clean(frame.function), clean(frame.code or "")
        if frame.kind == "jit" or self._verbose:
            name = clean(frame.function) or "??"
        else:
            name = short_function(frame)
        if self._verbose:
            return place, name, clean(" ".join(filter(None, (frame.address, frame.module))))
        known = name != "??"
        detail = module_title(frame) if frame.file else ""
        if not known and frame.address:
            detail = clean(frame.address)
        if width_of(name) > LONG_NAME:  # the name says more than the module
            detail = ""
        return place, name, detail

    def _fitted(self, rows: tuple[Row, ...]) -> list[Cell]:
        """The cells of the rows, their places without folders where these would cost room for the
        code; all files of libraries are written in one way."""
        cells = [self._cells(row) for row in rows]
        room = self._stack_width - 4 - KIND_WIDTH
        widest = max((width_of(place) for place, _, _ in cells), default=0)
        longest = max((width_of(detail) for _, _, detail in cells), default=0)
        names = max((width_of(name) for _, name, detail in cells if detail), default=0)
        if self._verbose:
            return cells
        if widest + 2 + min(names, MAX_NAME_COLUMN) + 2 + longest <= room:
            return cells
        limit = max(16, room * 2 // 5)
        foreign = [row.frame is not None and not row.frame.mine for row in rows]
        places = [place for place, _, _ in cells]
        if any(width_of(place) > limit for place, is_one in zip(places, foreign) if is_one):
            places = [_file(place) if one else place for place, one in zip(places, foreign)]
        places = fit_places(places, limit)
        return [(place, name, detail) for place, (_, name, detail) in zip(places, cells)]

    def _column_widths(self, cells: list[Cell]) -> tuple[int, int]:
        """Of the places and of the functions."""
        place_width = max((width_of(place) for place, _, _ in cells), default=0)
        names = [width_of(name) for _, name, detail in cells if detail]
        limit = MAX_NAME
        if not self._verbose:
            limit = (self._stack_width - 4 - KIND_WIDTH - place_width) // 3
            limit = max(MIN_NAME_COLUMN, min(limit, MAX_NAME_COLUMN))
        return place_width, max((name for name in names if name <= limit), default=0)

    def _frame_line(
        self,
        frame: FrameReport,
        cell: tuple[str, str, str],
        place_width: int,
        name_width: int,
    ) -> str:
        place, name, detail = cell
        kind = "inline" if frame.inlined else clean(frame.kind)[:KIND_WIDTH]
        if frame.trust in DOUBTFUL:
            kind += "?"
            self._doubtful = True
        room = self._stack_width - 4 - KIND_WIDTH - place_width - 2
        place = pad(place, place_width)
        if not self._verbose:
            name, detail = self._cut(frame, name, detail, name_width, room)
        text = f"{place}  {pad(name, name_width)}  {detail}" if detail else f"{place}  {name}"
        if frame.mine:
            mark = self._paint("mark", ">")
            return f"  {mark} {kind:<{KIND_WIDTH}}{self._paint('mine', text.rstrip())}"
        return f"    {kind:<{KIND_WIDTH}}{text}".rstrip()

    def _cut(
        self, frame: FrameReport, name: str, detail: str, name_width: int, room: int
    ) -> tuple[str, str]:
        """Function and detail within the room of both. Code keeps some; a module's name gives way,
        as do the namespaces before a function of C++."""
        if frame.kind == "python" and detail:
            name = crop(name, max(MAX_NAME_COLUMN, room - MIN_CODE - 2))
            return name, crop(detail, max(8, room - max(name_width, width_of(name)) - 2))
        if width_of(detail) + 2 + max(name_width, width_of(name)) > room:
            detail = ""
        scoped = frame.kind == "native" and not name.startswith("_Z")
        return crop(name, room, keep_end=scoped), detail

    def _rows_with_locals(self, rows: tuple[Row, ...]) -> frozenset[int]:
        """Indices of the innermost rows of the user's own that have locals to show."""
        chosen = [
            index
            for index, row in enumerate(rows)
            if row.frame is not None and row.frame.locals and (row.frame.mine or self._verbose)
        ]
        return frozenset(chosen if self._verbose else chosen[-FRAMES_WITH_LOCALS:])

    def _locals(self, frame: FrameReport) -> list[str]:
        """One line a value, the telling ones; modules, functions and the like only with -v."""
        shown = list(frame.locals or ()) if self._verbose else _telling(frame)
        alike = self._alike.get(id(frame))
        if alike is not None and not self._verbose:
            shown = [local for local in shown if (local.name, local.value) in alike]
        shown = shown[: MAX_LOCALS_VERBOSE if self._verbose else MAX_LOCALS]
        indent = " " * (4 + KIND_WIDTH)
        lines = []
        for local in shown:
            text = f"{clean(local.name)} = {clean(local.value[: MAX_VALUE * 4])}"
            if alike is not None and (local.name, local.value) not in alike:
                text = f"{text} (of the first)"
            room = MAX_VALUE if self._verbose else self._width - len(indent)
            lines.append(self._quiet(indent + crop(text, room)))
        return lines

    def _quiet(self, text: str) -> str:
        return self._paint("quiet", text)


def _telling(frame: FrameReport) -> list[LocalReport]:
    """The locals worth a line: those named in the line first; of a module's only those."""
    known = [
        local
        for local in frame.locals or ()
        if local.type not in DULL_TYPES and not local.name.startswith(("__", "."))
    ]
    line = frame.code or ""
    words = "".join(char if char.isalnum() or char == "_" else " " for char in line).split()
    named = [local for local in known if local.name in words]
    if frame.function == "<module>":
        return named
    return named + [local for local in known if local not in named]


def _alike_locals(group: tuple[ThreadReport, ...]) -> dict[int, frozenset[tuple[str, str]]]:
    if len(group) == 1:
        return {}
    alike = {}
    # Where they were in the interpreter may differ, their Python frames do not.
    stacks = [[frame for frame in one.frames if frame.kind == "python"] for one in group]
    for same in zip(*stacks):
        values = [{(local.name, local.value) for local in frame.locals or ()} for frame in same]
        alike[id(same[0])] = frozenset(values[0].intersection(*values[1:]))
    return alike


def _file(place: str) -> str:
    """A place without its folder, which the files of packages are told apart by."""
    name = place.rpartition("/")[2]
    return place if name.startswith("__init__.") else name


def _pool(pool: IdlePool) -> str:
    """ "idle in OpenBLAS (blas_thread_server)"."""
    name = f" ({clean(pool.function)})" if pool.function else ""
    return f"idle in {clean(pool.library)}{name}"


def _names(threads: tuple[ThreadReport, ...]) -> str:
    """'"feeder", thread 4712 and 3 others'."""
    names = [thread_name(one.name, one.tid) for one in threads]
    shown = names if len(names) <= MAX_GROUP_NAMES else names[: MAX_GROUP_NAMES - 1]
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left:,} others" if left else "")


def _threads(count: int) -> str:
    return counted(count, "more thread")
