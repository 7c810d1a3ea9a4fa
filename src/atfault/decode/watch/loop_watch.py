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
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.stores import Input
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.objects import ValueDecoder
from atfault.decode.watch import loops
from atfault.decode.watch.counters import counters, own_counters
from atfault.decode.watch.hidden import rests_on_unseen
from atfault.decode.watch.loop_reading import Answer, Reading, Seen, Sources
from atfault.decode.watch.loops import Guard, LoopNode, Turn
from atfault.decode.watch.moving import NotKnown
from atfault.decode.watch.nearing import Nearing, gaps
from atfault.decode.watch.recurrence import Recurrence
from atfault.decode.watch.turns import Kept, Taker, Turns
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import Asked, LoopCondition, tells

_MAX_TEXT = 80
_MAX_INPUTS = 12
_ENOUGH = 3
"""Samples that have to tell of the same, more than tell of the opposite."""
_MANY = 6
"""Samples that tell whether what its exits look at comes back to what it was."""
_MAX_TAKERS = 8
_MAX_GENERATOR = 256
"""Bytes."""
_INNER = ("<genexpr>", "<listcomp>", "<setcomp>")


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
        self._held = Recurrence()
        self.gaps = Nearing()
        """How far what its exits compare is from where they open."""
        self._last: list[list[Answer]] = []
        """For each exit, the answers to its tests."""
        self._infinite: set[str] = set()
        """What the tests look at and is infinite: so is what a time makes of it."""
        self._is_plain = self._only_tells = False
        self._rounds: Counter[bool | None] = Counter()
        """In how many samples the turns went on for ever, or not; None where that is not known."""
        self._kept: tuple[Kept, ...] = ()
        """What keeps them so."""
        self._ended = ""
        self.unending = ""
        """What was computed of all turns that are to come, but for one that is far off."""
        self._locals: frozenset[str] = frozenset()
        self._counters: tuple[frozenset[str], frozenset[str], frozenset[str]] | None = None
        """For which files and names they were looked for, and which they are."""

    def look(
        self,
        runtime: PythonRuntime,
        frame: PyFrame,
        lines: set[int],
        decoder: ValueDecoder,
        callers: Sequence[PyFrame] = (),
        is_whole: Callable[[], bool] = lambda: True,
    ) -> None:
        """Read once more. lines: those that the frame was seen at. callers: the frames around it,
        the innermost first. is_whole: whether all was read of one moment; what was not counts for
        nothing."""
        if not self._lines or not lines <= self._lines:
            self._find(frame, lines)
        if self._loop is None:
            return
        turn = self._loop[2]
        reading = Reading(runtime, frame, self._sources, decoder)
        last = [[reading.answer(test) for test, _ in guards] for guards in turn.exits]
        tests = [test for guards in turn.exits for test, _ in guards]
        infinite = {ast.unparse(one) for test in tests for one in reading.infinite(test)}
        calls = (*turn.calls, *turn.asks)
        acting = [one for one in calls if not reading.is_plain(one)]
        takers = self._takers(runtime, frame, callers) if turn.yields else []
        goes_on, kept = self._go_round(runtime, reading, frame.location.line or 0, takers)
        if not is_whole():
            return
        self._samples += 1
        self._last, self._infinite = last, infinite
        for answer in [one for exit_ in last for one in exit_]:
            for name, seen in answer.looked.items():
                if self._first.setdefault(name, seen).text != seen.text:
                    self._changed.add(name)
                self._held.note(name, seen.text)
        for guards, answers in zip(turn.exits, last):
            for (test, wanted), answer in zip(guards, answers):
                looked = {name: seen.text for name, seen in answer.looked.items()}
                for text, gap in gaps(test, wanted, looked):
                    self.gaps.note(text, gap)
        self._is_plain = not turn.acts and not acting
        self._only_tells = not turn.acts and all(tells(ast.unparse(one.func)) for one in acting)
        self._ended = next(iter(reading.ended), "")
        self._locals = frozenset(reading.own) if reading.is_function else frozenset()
        self._rounds[goes_on] += 1
        self._kept = kept or self._kept

    def _takers(
        self, runtime: PythonRuntime, frame: PyFrame, callers: Sequence[PyFrame]
    ) -> list[Taker]:
        """Who takes what the loop of a generator yields; [] where that is not known."""
        found: list[Taker] = []
        inner, reader = frame, ObjectReader(runtime)
        for at, one in enumerate(callers[:_MAX_TAKERS]):
            around = callers[at + 1] if one.code.name in _INNER else one
            scope = self._sources.function(around.code)
            values = variables(runtime, reader, around)
            # Its frame lies in a generator, from CPython 3.11 on.
            named = [n for n, it in values.items() if 0 < inner.address - it < _MAX_GENERATOR]
            line = one.location.line or 0
            node = loops.taker_at(scope, line, inner.code.name, named) if scope else None
            if node is None:
                return []
            found.append(Taker(node, variables(runtime, reader, one), namespace(runtime, one)))
            if not isinstance(node, ast.GeneratorExp) and not loops.hands_on(node):
                return found
            inner = one
        return []

    def _go_round(
        self, runtime: PythonRuntime, reading: Reading, line: int, takers: Sequence[Taker]
    ) -> tuple[bool | None, tuple[Kept, ...]]:
        """In thought: whether the turns go on for ever, None where that is not known, and what
        keeps them so."""
        node = None if self._loop is None else self._loop[1]
        if not isinstance(node, ast.While):
            return None, ()
        turns = Turns(runtime, self._sources, reading.locals, reading.home).with_takers(takers)
        try:
            kept = turns.kept_by(node, line)
        except NotKnown:
            return None, ()
        if turns.overflows and kept:
            told = ", ".join([f"{one.name} = {one.text}" for one in kept if one.is_plain])
            self.unending = f"by its source, each of its turns leads to a next one: {told}"
            return None, ()
        return kept is not None, kept or ()

    def _find(self, frame: PyFrame, lines: set[int]) -> None:
        self._first, self._changed, self._samples, self._last = {}, set(), 0, []
        self._held, self.gaps = Recurrence(), Nearing()
        self._rounds.clear()
        self._counters = None
        self._lines, self._loop, self.has_loop = frozenset(lines), None, True
        function = self._sources.looping(frame.code)
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
        is None, say, or infinite."""
        if self._loop is None or self._samples < 2:
            return False
        turn = self._loop[2]
        return all(
            self._shut_by(tests, answers) is not None or self._is_never(tests)
            for tests, answers in zip(turn.exits, self._last)
            if turn.opens(tests)
        )

    def _is_never(self, tests: tuple[Guard, ...]) -> bool:
        """Whether an exit opens at a time that never comes."""
        nodes = [node for test, _ in tests for node in ast.walk(test)]
        names = [one for one in nodes if isinstance(one, ast.Name | ast.Attribute)]
        return any(ast.unparse(one) in self._infinite for one in names)

    def inputs(self) -> list[Input]:
        """What keeps the loop going, as the code that changes it would know it."""
        if self._loop is None:
            return []
        own = self._locals - loops.shared_names(self._loop[0])
        found = []
        for name, seen in self._kept_by().items():
            parts = re.split(r"[.\[]", name.partition("(")[0])
            names = [one for one in parts if one.isidentifier()]
            if self.is_endless and names[1:] == [] and seen.is_local and names[0] in own:
                continue  # no other function can assign it
            names = names[1:] if names[:1] and names[0] in own else names
            found += [Input(one) for one in names] or [Input("")]
            found += [Input("", seen.held_in)] if seen.held_in else []
        return found

    def memory(self) -> tuple[int, ...]:
        """Where what keeps the loop going lies in memory that others may share."""
        return tuple([seen.memory for seen in self._kept_by().values() if seen.memory])

    def _kept_by(self) -> dict[str, Seen]:
        """What did not change and keeps the exits shut, or all that they look at where that came
        back; {} where one may open."""
        if self._loop is None:
            return {}
        if self.is_endless:
            return {
                one.name: Seen(one.text, is_local=one.is_local, held_in=one.held_in)
                for one in self._kept
            }
        shut = [self._shut_by(*both) for both in zip(self._loop[2].exits, self._last)]
        if None in shut:
            answers = [one for exit_ in self._last for one in exit_]
            return _merged(answers) if self.stands_still else {}
        return {name: seen for one in shut for name, seen in (one or {}).items()}

    def _stands(self, tests: tuple[Guard, ...], answers: list[Answer]) -> bool:
        """Whether what keeps an exit shut came back to what it was, or all that it looks at did."""
        if self._shut_by(tests, answers) is not None or self._is_never(tests):
            return True
        came_back = [
            one.only_looks
            and all(seen.text and self._held.has_come_back(it) for it, seen in one.looked.items())
            for one in answers
        ]
        decides = (
            came and one.is_known and one.truth is not None and one.truth is not wanted
            for came, one, (_, wanted) in zip(came_back, answers, tests)
        )
        return all(came_back) or any(decides)

    def exits_move(self, drawn: Collection[str]) -> bool:
        """Whether what an exit looks at has left for good what it was. drawn: what goes by chance,
        which does not count."""
        ways = () if self._loop is None else self._loop[2].exits
        return any(
            not self._stands(one, answers)
            and not all(map(self._held.has_come_back, _merged(answers).keys() - drawn))
            for one, answers in zip(ways, self._last)
        )

    def counted(
        self, files: Iterable[str], shown: Iterable[str], packages: Iterable[str] = ()
    ) -> frozenset[str]:
        """As `counters`, with what its turns collect, and what is looked at on a way out alone, or
        by an exit that stands whatever is counted. packages: files of theirs that were seen to
        run."""
        if self._loop is None:
            return frozenset()
        exits = zip(self._loop[2].exits, self._last)
        standing = [test for one, told in exits if self._stands(one, told) for test, _ in one]
        aside = [*standing, *loops.ways_out(self._loop[1])]
        return counters(
            self._loop[1],
            self._trees(files),
            shown,
            aside=aside,
            collects=True,
            inherited=list(map(self._sources.tree, packages)),
        )

    def own_counters(self, files: Iterable[str], shown: Iterable[str]) -> frozenset[str]:
        """Of its function's variables those that its turns count alone. files, shown: as
        `counters`."""
        if self._loop is None:
            return frozenset()
        function, node, _ = self._loop
        found = own_counters(node, function, self._trees(files), shown, loops.ways_out(node))
        return found & self._locals - loops.shared_names(function)

    @property
    def in_exits(self) -> frozenset[str]:
        """The variables that its exits name."""
        return frozenset(one.id for one in self._in_tests() if isinstance(one, ast.Name))

    @property
    def is_known(self) -> bool:
        """Whether the source tells of its loop, or that it is in none."""
        return self._loop is not None or not self.has_loop

    @property
    def node(self) -> LoopNode | None:
        """The innermost loop around where it was seen."""
        return None if self._loop is None else self._loop[1]

    @property
    def has_exit(self) -> bool:
        """Whether it has one, at a test or where an iterator ends."""
        return self._loop is not None and bool(self._loop[2].exits)

    @property
    def opens_by_clock(self) -> bool:
        """Whether an exit looks at the time."""
        return any(map(loops.is_clock, self._in_tests()))

    def _in_tests(self) -> Iterator[ast.AST]:
        """What stands in the tests of its exits."""
        for guards in () if self._loop is None else self._loop[2].exits:
            for test, _ in guards:
                yield from ast.walk(test)

    @property
    def assigned(self) -> frozenset[str]:
        """The variables that its turns assign."""
        assigns = frozenset() if self._loop is None else self._loop[2].assigns
        return frozenset(one for one in assigns if one.isidentifier())

    @property
    def named(self) -> frozenset[str]:
        """The variables that its turns name."""
        nodes = () if self._loop is None else ast.walk(self._loop[1])
        return frozenset(one.id for one in nodes if isinstance(one, ast.Name))

    @property
    def is_seldom(self) -> bool:
        """Whether it is one whose exits look at something, and was caught too seldom to tell
        whether that comes back."""
        is_while = self._loop is not None and isinstance(self._loop[1], ast.While)
        return is_while and self._samples < _MANY and any(any(exit_) for exit_ in self._last)

    @property
    def stands_still(self) -> bool:
        """Whether its exits only look, at what comes back to what it was, whatever its turns do and
        assign meanwhile. One that goes on for as long as a flag is set is
        meant to."""
        node, turn = self._loop[1:] if self._loop is not None else (None, None)
        if turn is None or not isinstance(node, ast.While) or self._samples < _MANY:
            return False
        answers = [one for exit_ in self._last for one in exit_]
        looked = _merged(answers)
        is_flag = self._is_flag(node.test) and not self._is_assigned(ast.unparse(node.test))
        return (
            bool(answers)
            and all(turn.exits)
            and all(one.only_looks for one in answers)
            and all(seen.text for seen in looked.values())
            and self._held.comes_back()
            and not is_flag
        )

    def rests_on_unseen(self, files: Iterable[str], unseen: Iterable[tuple[str, str]]) -> bool:
        """Whether its turns go by what no variable shows. files: of the functions that may be
        called; unseen: names and types of objects that show nothing."""
        if self._loop is None:
            return True
        return rests_on_unseen(
            self._loop[1],
            self._trees(files),
            list(unseen),
            has_own_data=not self._sources.has_database(),
        )

    def counters(self, files: Iterable[str], shown: Iterable[str]) -> frozenset[str]:
        """The names of what its turns count and look at nowhere. shown: as `counters`."""
        if self._loop is None:
            return frozenset()
        asked = (frozenset(files), frozenset(shown))
        if self._counters is None or self._counters[:2] != asked:
            found = counters(self._loop[1], self._trees(files), shown)
            self._counters = (*asked, found)
        return self._counters[2]

    def _trees(self, files: Iterable[str]) -> list[ast.Module]:
        return [tree for one in files if (tree := self._sources.tree(one)) is not None]

    def told(self, *, goes_round: bool = False) -> LoopCondition | None:
        """What was seen; None when the loop or its source is not known. goes_round: whether all
        that the thread's variables hold comes back to what it was."""
        if self._loop is None or self._samples < 2:
            return None
        function, node, turn = self._loop
        looked = every = _merged([one for exit_ in self._last for one in exit_])
        shut = [self._shut_by(*both) for both in zip(turn.exits, self._last)]
        is_fixed = turn.is_whole and None not in shut and len(every) <= _MAX_INPUTS
        is_fixed |= self.is_endless
        goes_round &= not self.is_endless and self.stands_still
        if is_fixed:
            looked = self._kept_by()
        is_fixed |= goes_round
        shared = loops.shared_names(function)
        plain = {one.name for one in self._kept if one.is_plain} if self.is_endless else set()
        shown = [(name, seen) for name, seen in looked.items() if not plain or name in plain]
        return LoopCondition(
            node.lineno,
            loops.lines_of(node)[-1],
            shortened(ast.unparse(node.test), _MAX_TEXT) if isinstance(node, ast.While) else "",
            tuple([f"{name} = {seen.text or '?'}" for name, seen in shown])[:_MAX_INPUTS],
            is_fixed,
            all(seen.is_local and name not in shared for name, seen in looked.items()),
            not self._is_plain,
            not self.is_endless and self._asks_world(turn, every.values()),
            self._ended,
            is_file=is_fixed and any(seen.is_file for seen in looked.values()),
            only_tells=self._only_tells,
            is_flag=isinstance(node, ast.While) and self._is_flag(node.test),
            comes_round=self.is_endless,
            assigns=self.is_endless and any(one.is_assigned for one in self._kept),
            comes_back=goes_round,
        )

    def _is_flag(self, test: ast.expr) -> bool:
        """Whether it is a variable, and not a container that is filled and emptied, or whose items
        were computed to come round."""
        kept = {one.name for one in self._kept if one.held_in} if self.is_endless else set()
        text = ast.unparse(test)
        return isinstance(test, ast.Name | ast.Attribute) and not (
            text in kept or self._is_emptied(text)
        )

    def _is_emptied(self, name: str) -> bool:
        """Whether it is a container of which a turn calls methods."""
        seen = _merged([one for exit_ in self._last for one in exit_]).get(name)
        calls = self._loop[2].calls if self._loop is not None and seen and seen.held_in else ()
        called = (one.func.value for one in calls if isinstance(one.func, ast.Attribute))
        return name in map(ast.unparse, called)

    def _asks_world(self, turn: Turn, looked: Iterable[Seen]) -> bool:
        asks_time = any(map(loops.is_clock, (*turn.calls, *turn.asks)))
        return asks_time or any(seen.asked is not None and not seen.text for seen in looked)

    @property
    def hands_on(self) -> bool:
        """Whether it is the loop of a generator: its frame comes and goes with each item."""
        return self._loop is not None and self._loop[2].yields

    @property
    def is_endless(self) -> bool:
        """Whether its turns go on for ever, as far as its own code goes. The program runs while it
        is read: a sample may have caught it in between two states, which says nothing."""
        on, ended, unknown = [self._rounds[one] for one in (True, False, None)]
        return on >= max(_ENOUGH + ended, unknown)

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
