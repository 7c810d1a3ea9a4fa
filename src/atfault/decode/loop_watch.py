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
import operator
import os
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode import loops
from atfault.decode.loops import Guard, Loop
from atfault.errors import MemoryFault
from atfault.model.stacks import CodeInfo, PyFrame
from atfault.model.values import shortened
from atfault.model.waits import Asked, LoopCondition, Resource, ResourceKind, thread_key
from atfault.snapshot import procfs
from atfault.snapshot.target_files import TargetFiles

_MAX_SOURCE = 2 << 20
_MAX_ITEMS = 2_000
_MAX_SHOWN = 40
_MAX_TEXT = 80
_MAX_INPUTS = 12
_MAX_DEPTH = 4
_CLOCK_SLACK = 2.0
_FLAGS = {"threading.Event": "_flag", "asyncio.locks.Event": "_value"}
_ASKED: dict[str, tuple[ResourceKind, str, bool]] = {
    "threading.Event": ("event", "is_set isSet", False),
    "asyncio.locks.Event": ("event", "is_set", False),
    "threading.Thread": ("thread", "is_alive", False),
    "threading.Barrier": ("barrier", "n_waiting", False),
    "concurrent.futures._base.Future": ("future", "done running cancelled", False),
    "queue.Queue": ("queue", "empty full qsize", False),
    "_queue.SimpleQueue": ("queue", "empty qsize", False),
    "_thread.lock": ("lock", "locked", False),
    "subprocess.Popen": ("process", "poll", True),
    "multiprocessing.process.BaseProcess": ("process", "is_alive", True),
    "multiprocessing.synchronize.Event": ("event", "is_set", True),
    "multiprocessing.queues.Queue": ("queue", "empty full qsize", True),
    "multiprocessing.pool.ApplyResult": ("future", "ready", True),
    "pathlib.Path": ("file", "exists is_file is_dir", True),
}
"""Questions that nothing in a loop answers: what is asked, how, and whether it is other processes
or the file system that bring the answer about."""
_SHARED = frozenset([name for name in _ASKED if name.startswith("multiprocessing.")])
_ABOUT = ("len", "isinstance", "bool", "abs")
_PLAIN = frozenset(("str", "bytes", "int", "float", "complex", "bool", "tuple", "range"))
_SEEN = frozenset(("list", "dict", "set", "collections.deque", "bytearray"))
"""Types of variables whose changes are seen, as their contents are compared."""
_DICTS = ("dict", "frozendict", "collections.OrderedDict", "collections.defaultdict")
_PATH_FILES = ("genericpath.py", "posixpath.py", "<frozen genericpath>", "<frozen posixpath>")
_OPTIMIZED = 0x1
"""CO_OPTIMIZED: a function's code, not a module's."""
_COMPARISONS: dict[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,  # type: ignore[dict-item]
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


class Sources:
    """Trees of the target's source files, each parsed once."""

    def __init__(self, pid: int, files: TargetFiles) -> None:
        self._files = files
        stat = procfs.stat(pid)
        ticks = 0 if stat is None else stat.start_time / os.sysconf("SC_CLK_TCK")
        self._started = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + ticks
        self._trees: dict[str, ast.Module | None] = {}

    def tree(self, file: str) -> ast.Module | None:
        """None for what cannot be read, or may not be what runs."""
        if file not in self._trees:
            self._trees[file] = self._read(file)
        return self._trees[file]

    def _read(self, file: str) -> ast.Module | None:
        found, _ = self._files.find(file)
        if found is None or found.modified > self._started + _CLOCK_SLACK:  # it was edited since
            return None
        if found.identity.size > _MAX_SOURCE:
            return None
        try:
            return loops.parse(found.read_upto(_MAX_SOURCE))
        except OSError:
            return None

    def function(self, code: CodeInfo) -> loops.Function | ast.Module | None:
        """The function that a code object was made of."""
        tree = self.tree(code.filename)
        return None if tree is None else loops.find_function(tree, code.name, code.first_line)


class Seen(NamedTuple):
    """A variable, or the answer to a question, as a test looks at it."""

    text: str
    """Changes when it does: "False", "3", "'queued'", "a list of 3"; "" when that is hidden."""
    value: object = NotImplemented
    """NotImplemented when it is not wholly known."""
    is_local: bool = False
    """Whether it is a variable of the frame's function alone, and no container."""
    asked: Asked | None = None


class Sized(NamedTuple):
    """A container of which only the length is known."""

    length: int


class Answer(NamedTuple):
    """To one test of an exit."""

    value: object
    looked: dict[str, Seen]
    """What decides it, by what the source calls it."""
    is_known: bool
    """Whether that is all."""


class Unknown(Exception):
    """What decides about an exit is no plain look."""


class LoopWatch:
    """What one frame's loop looks at, over the samples."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.has_loop = True
        """False where the source shows none around the lines: what goes round is native code that
        calls back, a sort for instance."""
        self.loop: Loop | None = None
        self._lines: frozenset[int] = frozenset()
        self._samples = 0
        self._first: dict[str, Seen] = {}
        self._changed: set[str] = set()
        self._last: list[list[Answer]] = []
        """For each exit, the answers to its tests."""
        self._is_plain = self._assigns_own = False

    def look(self, runtime: PythonRuntime, frame: PyFrame, lines: set[int]) -> None:
        """Read once more. lines: those that the frame was seen at."""
        if not self._lines or not lines <= self._lines:
            self._find(frame, lines)
        loop = self.loop
        if loop is None:
            return
        reading = _Reading(runtime, frame, self._sources)
        self._samples += 1
        self._last = [[reading.answer(test) for test, _ in exit_] for exit_ in loop.exits or ()]
        for answer in [one for exit_ in self._last for one in exit_]:
            for name, seen in answer.looked.items():
                if self._first.setdefault(name, seen).text != seen.text:
                    self._changed.add(name)
        self._assigns_own = reading.is_function and loop.assigned <= reading.locals.keys()
        self._is_plain = not loop.acts and all(map(reading.is_plain, loop.calls))

    def _find(self, frame: PyFrame, lines: set[int]) -> None:
        self._first, self._changed, self._samples, self._last = {}, set(), 0, []
        self._lines, self.loop, self.has_loop = frozenset(lines), None, True
        function = self._sources.function(frame.code)
        if function is not None:
            self.loop = loops.find_loop(function, lines)
            self.has_loop = self.loop is not None
        if self.loop is not None:
            self._lines |= frozenset(self.loop.lines)

    def asked(self) -> Asked | None:
        """What the loop asks, where its condition looks at nothing else."""
        looked = (
            [seen for one in self._last[0] for seen in one.looked.values()] if self._last else []
        )
        return looked[0].asked if len(looked) == 1 else None

    def told(self) -> LoopCondition | None:
        """What was seen; None when the loop or its source is not known."""
        loop = self.loop
        if loop is None or self._samples < 2:
            return None
        node, shared = loop.node, loops.shared_names(loop.function)
        all_looked = _merged([one for exit_ in self._last for one in exit_])
        shut = [self._shut_by(*both) for both in zip(loop.exits or (), self._last)]
        is_fixed = loop.exits is not None and None not in shut and len(all_looked) <= _MAX_INPUTS
        looked = all_looked
        if is_fixed:
            looked = {name: seen for one in shut for name, seen in (one or {}).items()}
        return LoopCondition(
            loop.lines[0],
            loop.lines[-1],
            shortened(ast.unparse(node.test), _MAX_TEXT) if isinstance(node, ast.While) else "",
            tuple([f"{name} = {seen.text or '?'}" for name, seen in looked.items()])[:_MAX_INPUTS],
            is_fixed,
            all(seen.is_local and name not in shared for name, seen in looked.items()),
            not self._is_plain,
            any(map(loops.is_clock, loop.calls))
            or any(seen.asked is not None and not seen.text for seen in all_looked.values()),
            self._assigns_own,
        )

    def _shut_by(self, tests: tuple[Guard, ...], answers: list[Answer]) -> dict[str, Seen] | None:
        """What did not change and keeps an exit shut; None when it may yet open."""
        looked = _merged(answers)
        if all(one.is_known for one in answers) and self._is_fixed(looked):
            return looked
        for (_, wanted), one in zip(tests, answers):
            decides = one.value is not NotImplemented and _is_true(one.value) is not wanted
            if decides and one.is_known and self._is_fixed(one.looked):
                return one.looked
        return None

    def _is_fixed(self, looked: dict[str, Seen]) -> bool:
        return all(
            bool(seen.text) and name not in self._changed and not self._is_assigned(name)
            for name, seen in looked.items()
        )

    def _is_assigned(self, name: str) -> bool:
        assert self.loop is not None
        return any(
            one == name or one.startswith((f"{name}.", f"{name}[")) or name.startswith(f"{one}.")
            for one in self.loop.assigned
        )


def _merged(answers: list[Answer]) -> dict[str, Seen]:
    return {name: seen for one in answers for name, seen in one.looked.items()}


def _is_true(value: object) -> bool:
    return value.length > 0 if isinstance(value, Sized) else bool(value)


class _Scope(NamedTuple):
    """Where names are looked up: in a frame, or in a function that it asks."""

    locals: dict[str, int]
    home: int
    """Address of the dict of globals."""
    named: dict[str, str]
    """What the frame calls them."""
    depth: int = 0


class _Reading:
    """Values in one frame at one moment."""

    def __init__(self, runtime: PythonRuntime, frame: PyFrame, sources: Sources) -> None:
        self._runtime = runtime
        self._reader = ObjectReader(runtime)
        self._sources = sources
        self.locals = variables(runtime, self._reader, frame)
        self._scope = _Scope(self.locals, namespace(runtime, frame), {})
        code = runtime.codes.get(frame.code.address)
        self.is_function = code is not None and bool(code.flags & _OPTIMIZED)
        self._asking: set[ast.expr] = set()
        """Calls that only look."""

    def answer(self, test: ast.expr) -> Answer:
        """To a test, as far as the values decide it."""
        looked: dict[str, Seen] = {}
        try:
            return Answer(self._value(test, self._scope, looked), looked, True)
        except Unknown:
            return Answer(NotImplemented, looked, False)

    def is_plain(self, call: ast.Call) -> bool:
        """Whether a call changes nothing, or an object alone whose changes show."""
        if call in self._asking or loops.name_of(call) in loops.HARMLESS or loops.is_clock(call):
            return True
        if not isinstance(call.func, ast.Attribute):
            return False
        owner = call.func.value
        is_element = isinstance(owner, ast.Subscript)
        found = self._find(owner.value if isinstance(owner, ast.Subscript) else owner, self._scope)
        kind = self._reader.type_name(found[0]) if found is not None else ""
        if is_element:
            return kind in ("str", "bytes")
        return kind in _PLAIN or (isinstance(owner, ast.Name) and kind in _SEEN)

    # --- values ---

    def _value(self, node: ast.expr, scope: _Scope, looked: dict[str, Seen]) -> object:
        """The value of an expression; NotImplemented when what it looks at does not decide it.
        Raises Unknown for what is no plain look."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Call):
            return self._called(node, scope, looked)
        found = self._find(node, scope)
        if found is not None:
            at, text = found
            is_local = isinstance(node, ast.Name) and self.is_function and text in self.locals
            seen = self._seen(at, node, scope)
            is_local = is_local and not isinstance(seen.value, Sized)
            looked[text] = seen._replace(is_local=is_local)
            return seen.value
        kinds = ast.BoolOp | ast.UnaryOp | ast.Compare | ast.BinOp | ast.IfExp
        if not isinstance(node, kinds | ast.Tuple | ast.List | ast.Set):
            raise Unknown
        parts = [
            self._value(one, scope, looked)
            for one in ast.iter_child_nodes(node)
            if isinstance(one, ast.expr)
        ]
        return _combined(node, parts)

    def _find(self, node: ast.expr, scope: _Scope) -> tuple[int, str] | None:
        """(address, what the frame calls it) of a name, attribute, or item with a constant key; 0
        when it is unset; None for anything else."""
        reader = self._reader
        if isinstance(node, ast.Name):
            at = scope.locals.get(node.id, 0)
            at = at or dict(reader.names_in(scope.home, _MAX_ITEMS)).get(node.id, 0)
            return at, scope.named.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            base = self._find(node.value, scope)
            return (
                None
                if base is None
                else (self._attribute(base[0], node.attr), f"{base[1]}.{node.attr}")
            )
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            base = self._find(node.value, scope)
            key = node.slice.value
            return None if base is None else (self._item(base[0], key), f"{base[1]}[{key!r}]")
        return None

    def _attribute(self, at: int, name: str) -> int:
        reader = self._reader
        found = reader.attribute(at, name) if at else 0
        if found or not at:
            return found
        if not reader.is_a(at, "module"):
            return reader.method_of(at, name)
        names = reader.word(at + self._runtime.offsets["PyModuleObject"]["md_dict"])
        return dict(reader.names_in(names, _MAX_ITEMS)).get(name, 0)

    def _item(self, at: int, key: object) -> int:
        reader = self._reader
        for name, value in reader.dict_items(at, _MAX_ITEMS) if at else ():
            if (reader.text(name) or reader.integer(name)) == key:
                return value
        if isinstance(key, int) and at and reader.is_a(at, "list", "tuple"):
            items = reader.items(at, _MAX_ITEMS)
            return items[key] if -len(items) <= key < len(items) else 0
        return 0

    def _seen(self, at: int, node: ast.expr, scope: _Scope) -> Seen:
        """What can be compared of an object."""
        reader = self._reader
        if not at:
            return Seen("unset") if self._may_be_unset(node, scope) else Seen("")
        kind = reader.type_name(at)
        number = reader.number(at)
        if kind == "NoneType":
            return Seen("None", None)
        if kind in ("bool", "int", "float") and number is not None:
            value = bool(number) if kind == "bool" else number
            return Seen(str(value), value)
        if kind == "str":
            text = reader.text(at, _MAX_SHOWN)
            shown = repr(text)
            # It may go on behind that; one that is empty, or has escapes, was not readable.
            is_whole = bool(text) and len(shown) <= _MAX_SHOWN and "\\" not in shown
            return Seen(shown, text) if is_whole else Seen(shown)
        size = reader.size(at)
        return Seen(f"a {kind} of {size}", Sized(size)) if size is not None else Seen("")

    def _may_be_unset(self, node: ast.expr, scope: _Scope) -> bool:
        """Whether it is a variable, or an item of a dict all of whose keys are read."""
        if not isinstance(node, ast.Subscript):
            return isinstance(node, ast.Name)
        base = self._find(node.value, scope)
        size = self._reader.size(base[0]) if base is not None and base[0] else None
        return size is not None and size < _MAX_ITEMS and self._is_dict(base[0] if base else 0)

    def _is_dict(self, at: int) -> bool:
        return self._reader.type_name(at) in _DICTS

    # --- questions ---

    def _called(self, node: ast.Call, scope: _Scope, looked: dict[str, Seen]) -> object:
        """The answer of a call that only looks. Raises Unknown."""
        function = node.func
        if isinstance(function, ast.Name) and function.id in _ABOUT and len(node.args) == 1:
            value = self._value(node.args[0], scope, looked)
            self._asking.add(node)
            has_length = function.id == "len" and isinstance(value, Sized | str)
            return _length(value) if has_length else NotImplemented
        found = self._find(function, scope)
        if found is None or scope.depth > _MAX_DEPTH:
            raise Unknown
        owner = self._find(function.value, scope) if isinstance(function, ast.Attribute) else None
        if owner is not None and owner[0] and isinstance(function, ast.Attribute):
            seen = self._asked(function.attr, *owner)
            if seen is None and function.attr == "get" and self._is_dict(owner[0]):
                self._asking.add(node)
                item = ast.Subscript(function.value, node.args[0] if node.args else function)
                return self._value(item, scope, looked)
            if seen is not None:
                self._asking.add(node)
                looked[owner[1] if seen.value is not NotImplemented else ast.unparse(node)] = seen
                return seen.value
        return self._asked_function(node, found[0], owner, scope, looked)

    def _asked(self, question: str, at: int, name: str) -> Seen | None:
        """The answer of an object that is asked whether it is done; None for other methods."""
        kind = self._reader.kind(at, frozenset(_ASKED))
        what, questions, is_outside = _ASKED.get(kind, ("unknown", "", False))
        if question not in questions.split():
            return None
        flag = _FLAGS.get(kind, "")
        number = self._reader.number(self._reader.attribute(at, flag)) if flag else None
        seen = Seen("" if is_outside else "as before")
        if number is not None:
            seen = Seen(str(bool(number)), bool(number))
        return seen._replace(asked=self._what(what, at, name))

    def _what(self, kind: ResourceKind, at: int, name: str) -> Asked:
        """What a plain wait for the object would name."""
        reader, pid = self._reader, self._runtime.snapshot.process.pid
        is_shared = kind != "process" and self._reader.kind(at, _SHARED) != ""
        shared: Literal["semaphore"] | None = "semaphore" if is_shared else None
        resource = Resource(kind, f"{kind}:{at:#x}@{pid}", name, at, pid, shared=shared)
        if kind == "thread":
            ident = reader.integer_of(at, "_ident")
            for one in self._runtime.identities:
                if one.ident == ident and one.native_tid is not None:
                    key = thread_key(one.native_tid)
                    return Asked(resource._replace(key=key), one.native_tid)
        if kind == "process":
            child = reader.integer_of(at, "pid") or reader.integer(reader.path(at, "_popen", "pid"))
            return Asked(resource._replace(key=f"process:{child}"), None, child)
        return Asked(resource)

    def _asked_function(
        self,
        node: ast.Call,
        at: int,
        owner: tuple[int, str] | None,
        scope: _Scope,
        looked: dict[str, Seen],
    ) -> object:
        """The answer of a function in Python whose body is one `return`. Raises Unknown."""
        runtime = self._runtime
        if not self._reader.is_a(at, "function"):
            raise Unknown
        fields = runtime.offsets["PyFunctionObject"]
        try:
            code = runtime.codes.get(runtime.memory.u64(at + fields["func_code"]))
            home = runtime.memory.u64(at + fields["func_globals"])
        except (MemoryFault, KeyError):
            raise Unknown from None
        if code is None:
            raise Unknown
        if code.info.filename.endswith(_PATH_FILES):
            self._asking.add(node)
            text = ast.unparse(node)
            file = Resource("file", f"file:{text}", text, 0, runtime.snapshot.process.pid)
            looked[text] = Seen("", asked=Asked(file))
            return NotImplemented
        function = self._sources.function(code.info)
        if node.args or node.keywords or not isinstance(function, loops.Function):
            raise Unknown
        answer = loops.answer_of(function)
        names = [one.arg for one in function.args.args]
        if answer is None or len(names) != (owner is not None and len(names) == 1):
            raise Unknown
        given = {names[0]: owner} if names and owner is not None else {}
        inner = _Scope(
            {name: one[0] for name, one in given.items()},
            home,
            {name: one[1] for name, one in given.items()},
            scope.depth + 1,
        )
        self._asking.add(node)
        return self._value(answer, inner, looked)


def _combined(node: ast.expr, parts: list[object]) -> object:
    """The value of an operation on values; NotImplemented when they do not decide it."""
    if isinstance(node, ast.BoolOp):
        decides = isinstance(node.op, ast.Or)
        known = [_is_true(one) for one in parts if one is not NotImplemented]
        return (
            decides
            if decides in known
            else NotImplemented
            if len(known) < len(parts)
            else not decides
        )
    if NotImplemented in parts or len(parts) > 2:
        return NotImplemented
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _is_true(parts[0])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -parts[0] if isinstance(parts[0], int | float) else NotImplemented
    compare = _COMPARISONS.get(type(node.ops[0])) if isinstance(node, ast.Compare) else None
    if compare is None:
        return NotImplemented
    # Of others than these, `is` and the contents are not known.
    is_plain = None in parts or all(isinstance(one, bool) for one in parts)
    if not is_plain and compare in (operator.is_, operator.is_not):
        return NotImplemented
    if not is_plain and any(isinstance(one, Sized) for one in parts):
        return NotImplemented
    try:
        return compare(*parts)
    except TypeError:
        return NotImplemented


def _length(value: object) -> int:
    return value.length if isinstance(value, Sized) else len(value) if isinstance(value, str) else 0
