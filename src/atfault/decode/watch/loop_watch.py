"""Whether what would end a loop changes, over the samples of a watched process.

`loops` tells the exits of a loop; here what their tests look at is read in the process, sample by
sample, and a test is decided where the values decide it:

    limit is not None and tries > limit       limit = None, tries = 1230
    ╰───── False ───╯                         so the whole is False, whatever becomes of `tries`

Only values that compare by what can be seen are believed: numbers, strings, None, and the lengths
of containers. What is no plain look (a call of unknown effect, an iterator, a handler of
exceptions) makes the answer "not known", never "it does not end".
"""

import ast

from atfault.cpython.runtime import PythonRuntime
from atfault.decode.watch import loops
from atfault.decode.watch.loop_reading import Answer, Reading, Seen, Sources
from atfault.decode.watch.loops import Guard, LoopNode, Turn
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import Asked, LoopCondition

_MAX_TEXT = 80
_MAX_INPUTS = 12


class LoopWatch:
    """What one frame's loop looks at, over the samples."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.has_loop = True
        """False where the source shows none around the lines: what goes round is native code that
        calls back, a sort for instance."""
        self._loop: tuple[loops.Scope, LoopNode, Turn] | None = None
        self._lines: frozenset[int] = frozenset()
        self._samples = 0
        self._first: dict[str, Seen] = {}
        self._changed: set[str] = set()
        self._last: list[list[Answer]] = []
        """For each exit, the answers to its tests."""
        self._is_plain = False
        self._ended = ""

    def look(self, runtime: PythonRuntime, frame: PyFrame, lines: set[int]) -> None:
        """Read once more. lines: those that the frame was seen at."""
        if not self._lines or not lines <= self._lines:
            self._find(frame, lines)
        if self._loop is None:
            return
        turn = self._loop[2]
        reading = Reading(runtime, frame, self._sources)
        self._samples += 1
        self._last = [[reading.answer(test) for test, _ in guards] for guards in turn.exits]
        for answer in [one for exit_ in self._last for one in exit_]:
            for name, seen in answer.looked.items():
                if self._first.setdefault(name, seen).text != seen.text:
                    self._changed.add(name)
        calls = (*turn.calls, *turn.asks)
        self._is_plain = not turn.acts and all(map(reading.is_plain, calls))
        self._ended = next(iter(reading.ended), "")

    def _find(self, frame: PyFrame, lines: set[int]) -> None:
        self._first, self._changed, self._samples, self._last = {}, set(), 0, []
        self._lines, self._loop, self.has_loop = frozenset(lines), None, True
        function = self._sources.function(frame.code)
        node = None if function is None else loops.find_loop(function, lines)
        if function is not None and node is not None:
            self._loop = function, node, loops.turn_of(node)
            self._lines |= frozenset(loops.lines_of(node))
        self.has_loop = function is None or node is not None

    def asked(self) -> Asked | None:
        """What the loop asks, where its one exit looks at nothing else."""
        answers = self._last[0] if len(self._last) == 1 else []
        looked = list(_merged(answers).values())
        is_all = len(looked) == 1 and all(one.is_known for one in answers)
        return looked[0].asked if is_all else None

    def goes_on(self) -> bool:
        """Whether what would open each exit at a time, or by a counter, is switched off: the limit
        is None, say."""
        if self._loop is None or self._samples < 2:
            return False
        turn = self._loop[2]
        return all(
            self._shut_by(tests, answers) is not None
            for tests, answers in zip(turn.exits, self._last)
            if turn.opens(tests)
        )

    def told(self) -> LoopCondition | None:
        """What was seen; None when the loop or its source is not known."""
        if self._loop is None or self._samples < 2:
            return None
        function, node, turn = self._loop
        looked = every = _merged([one for exit_ in self._last for one in exit_])
        shut = [self._shut_by(*both) for both in zip(turn.exits, self._last)]
        is_fixed = turn.is_whole and None not in shut and len(every) <= _MAX_INPUTS
        if is_fixed:
            looked = {name: seen for one in shut for name, seen in (one or {}).items()}
        shared = loops.shared_names(function)
        return LoopCondition(
            node.lineno,
            loops.lines_of(node)[-1],
            shortened(ast.unparse(node.test), _MAX_TEXT) if isinstance(node, ast.While) else "",
            tuple([f"{name} = {seen.text or '?'}" for name, seen in looked.items()])[:_MAX_INPUTS],
            is_fixed,
            all(seen.is_local and name not in shared for name, seen in looked.items()),
            not self._is_plain,
            any(map(loops.is_clock, (*turn.calls, *turn.asks)))
            or any(seen.asked is not None and not seen.text for seen in every.values()),
            self._ended,
        )

    def _shut_by(self, tests: tuple[Guard, ...], answers: list[Answer]) -> dict[str, Seen] | None:
        """What did not change and keeps an exit shut; None when it may yet open: that of a `for`,
        which has no test, will."""
        looked = _merged(answers)
        if tests and all(one.is_known for one in answers) and self._is_fixed(looked):
            return looked
        for (_, wanted), one in zip(tests, answers):
            decides = one.truth is not None and one.truth is not wanted
            if decides and one.is_known and self._is_fixed(one.looked):
                return one.looked
        return None

    def _is_fixed(self, looked: dict[str, Seen]) -> bool:
        return all(
            bool(seen.text) and name not in self._changed and not self._is_assigned(name)
            for name, seen in looked.items()
        )

    def _is_assigned(self, name: str) -> bool:
        parts = (f"{name}.", f"{name}[")
        return self._loop is None or any(
            one == name or one.startswith(parts) or name.startswith((f"{one}.", f"{one}["))
            for one in self._loop[2].assigns
        )


def _merged(answers: list[Answer]) -> dict[str, Seen]:
    return {name: seen for one in answers for name, seen in one.looked.items()}
