"""Whether what would end a loop changes, over the samples of a watched process.

`loops` tells from the source which variables the exits of a loop look at; here they are read in the
process, sample by sample. Only values that compare by what can be seen are believed: numbers,
strings, None, and the lengths of containers.
"""

import ast
import os
import time
from typing import NamedTuple

from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode import loops
from atfault.decode.loop_tests import Sized, Unclear, truth
from atfault.decode.loops import Exit, Loop, Path, Receiver
from atfault.errors import MemoryFault
from atfault.model.stacks import PyFrame
from atfault.model.waits import LoopCondition
from atfault.snapshot import procfs
from atfault.snapshot.target_files import TargetFiles

_MAX_SOURCE = 2 << 20
_MAX_ITEMS = 2_000
_MAX_SHOWN = 40
_CLOCK_SLACK = 2.0
_FLAGS = {"threading.Event": ("is_set", "_flag"), "asyncio.locks.Event": ("is_set", "_value")}


_ASKED_INSIDE = {
    "threading.Thread": ("is_alive",),
    "concurrent.futures._base.Future": ("done", "running", "cancelled"),
    "queue.Queue": ("empty", "full", "qsize"),
    "_queue.SimpleQueue": ("empty", "qsize"),
    "_thread.lock": ("locked",),
    "threading.Barrier": ("n_waiting",),
}
"""Questions whose answer only other threads of the process change."""
_ASKED_OUTSIDE = {
    "subprocess.Popen": ("poll",),
    "multiprocessing.process.BaseProcess": ("is_alive",),
    "multiprocessing.synchronize.Event": ("is_set",),
    "multiprocessing.queues.Queue": ("empty", "full", "qsize"),
    "multiprocessing.pool.ApplyResult": ("ready",),
    "pathlib.Path": ("exists", "is_file", "is_dir"),
}
"""Questions that other processes or the file system answer."""
_PLAIN = frozenset(("str", "bytes", "int", "float", "complex", "bool", "tuple", "range"))
_SEEN = frozenset(("list", "dict", "set", "collections.deque", "bytearray"))
"""Types of variables whose changes are seen, as their contents are compared."""
_DICTS = ("dict", "frozendict", "collections.OrderedDict", "collections.defaultdict")
_ASKING_FILES = ("genericpath.py", "posixpath.py", "<frozen genericpath>", "<frozen posixpath>")
_OPTIMIZED = 0x1
"""CO_OPTIMIZED: a function's code, not a module's."""
_INSIDE, _OUTSIDE = "()", "() of the world"
"""Last step of a path that is such a question."""


class Seen(NamedTuple):
    """What can be compared of an object."""

    text: str
    """Changes when the object does: "False", "3", "'queued'", "a list of 3"."""
    value: object = NotImplemented
    """It or, of a container, its `Sized`; NotImplemented when it is not wholly known."""


_MISSING = Seen("unset")
_AS_BEFORE = Seen("as before")


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


class LoopWatch:
    """What one frame's loop looks at, over the samples."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.has_loop = True
        """False where the source shows none around the lines: what goes round is native code that
        calls back, a sort for instance."""
        self._lines: frozenset[int] = frozenset()
        self._loop: Loop | None = None
        self._values: dict[Path, Seen | None] = {}
        self._changed: set[Path] = set()
        self._samples = 0
        self._inputs: tuple[Path, ...] = ()
        """What the loop's exits look at."""
        self._are_plain = False
        """Whether what it calls methods of has no effects that would not be seen."""
        self._assigns_own = False
        self._local: set[Path] = set()
        """Those that are variables of the frame itself."""

    def look(self, runtime: PythonRuntime, frame: PyFrame, lines: set[int]) -> None:
        """Read once more. lines: those that the frame was seen at."""
        reader = ObjectReader(runtime)
        reading = _Reading(runtime, reader, frame, self._sources)
        if not self._lines or not lines <= self._lines:
            self._find(reading, frame, lines)
        if self._loop is None:
            return
        self._samples += 1
        self._local = {path for path in self._inputs if reading.is_local(path)}
        self._assigns_own = all(map(reading.has_variable, self._loop.assigns))
        for path in self._inputs:
            seen = reading.seen(path)
            before = self._values.setdefault(path, seen)
            if before is not seen and (before is None or seen is None or before.text != seen.text):
                self._changed.add(path)
        receivers = self._loop.receivers
        self._are_plain = receivers is not None and all(map(reading.is_plain, receivers))

    def _find(self, reading: "_Reading", frame: PyFrame, lines: set[int]) -> None:
        self._values, self._changed, self._samples = {}, set(), 0
        self._lines, self._loop, self.has_loop = frozenset(lines), None, True
        tree = self._sources.tree(frame.code.filename)
        if tree is None:
            return
        function = loops.find_function(tree, frame.code.name, frame.code.first_line)
        if function is not None:
            self._loop = loops.find_loop(function, lines, reading.getter)
        self.has_loop = function is None or self._loop is not None
        if self._loop is not None:
            inside = range(self._loop.head, self._loop.end + 1)
            self._lines |= frozenset(inside)
            self._inputs = self._loop.inputs

    def told(self) -> LoopCondition | None:
        """What was seen; None when the loop or its source is not known."""
        loop = self._loop
        if loop is None or self._samples < 2:
            return None
        shut = [self._shut_by(one) for one in loop.exits or ()]
        is_fixed = loop.exits is not None and None not in shut
        inputs = tuple(dict.fromkeys([path for one in shut for path in one or ()]))
        # A container may be changed by whoever else has it.
        private = self._local.issuperset(inputs) and all(
            path.root not in loop.shared and not isinstance(self._known(path), Sized)
            for path in inputs
        )
        told = inputs if is_fixed else loop.inputs
        return LoopCondition(
            loop.head,
            loop.end,
            loop.condition,
            tuple(map(self._told, told)),
            is_fixed,
            private,
            loop.acts and not self._are_plain,
            loop.asks_clock or any(path.steps[-1:] == (_OUTSIDE,) for path in loop.inputs),
            self._assigns_own,
        )

    def _shut_by(self, one: Exit) -> tuple[Path, ...] | None:
        """What did not change and keeps an exit shut; None when it may yet open."""
        if one.inputs is not None and all(map(self._is_fixed, one.inputs)):
            return one.inputs
        for leaf in one.leaves:
            if all(map(self._is_fixed, leaf.inputs)):
                known = truth(leaf.test, self._decisive)
                if known is not None and known is not leaf.wanted:
                    return leaf.inputs
        return None

    def _told(self, path: Path) -> str:
        seen = self._values.get(path)
        shown = "?" if path not in self._values else seen.text if seen is not None else ""
        return f"{path.text} = {shown}"

    def _is_fixed(self, path: Path) -> bool:
        is_seen = self._values.get(path) is not None
        return is_seen and path not in self._changed and not self._is_assigned(path)

    def _known(self, path: Path) -> object:
        seen = self._values.get(path)
        return NotImplemented if seen is None else seen.value

    def _decisive(self, path: Path) -> object:
        """The value that was read of a variable. Raises Unclear."""
        value = self._known(path)
        if value is NotImplemented:
            raise Unclear
        return value

    def _is_assigned(self, path: Path) -> bool:
        loop = self._loop
        assert loop is not None
        names = [path.root]
        for step in path.steps:
            names.append(names[-1] + (f".{step}" if isinstance(step, str) else f"[{step[0]!r}]"))
        if path.home:
            return False
        inside = tuple([f"{path.text}{mark}" for mark in ".["])
        return any(one in names or one.startswith(inside) for one in loop.assigns)


class _Reading:
    """Values in one frame at one moment."""

    def __init__(
        self, runtime: PythonRuntime, reader: ObjectReader, frame: PyFrame, sources: Sources
    ) -> None:
        self._runtime = runtime
        self._reader = reader
        self._frame = frame
        self._sources = sources
        self._locals: dict[str, int] | None = None

    def address(self, path: Path) -> int:
        """Of the object that `path` stands for; 0 when unset."""
        at = 0
        if not path.home:
            if self._locals is None:
                self._locals = variables(self._runtime, self._reader, self._frame)
            at = self._locals.get(path.root, 0)
        if not at:
            home = path.home or namespace(self._runtime, self._frame)
            at = dict(self._reader.names_in(home, _MAX_ITEMS)).get(path.root, 0)
        for step in path.steps:
            at = self._step(at, step) if at else 0
        return at

    def is_local(self, path: Path) -> bool:
        """Whether it is a variable of the frame itself, that is of its function alone."""
        self.address(path)
        return not path.home and not path.steps and path.root in (self._locals or {})

    def has_variable(self, name: str) -> bool:
        """Whether the frame has a variable of that name, which no other function shares."""
        code = self._runtime.codes.get(self._frame.code.address)
        return code is not None and bool(code.flags & _OPTIMIZED) and self.is_local(Path(name, ()))

    def is_plain(self, receiver: Receiver) -> bool:
        """Whether the methods of an object change nothing, or itself alone, which shows."""
        kind = self._reader.type_name(self.address(receiver.path))
        if receiver.is_element:
            return kind in ("str", "bytes")
        return kind in _PLAIN or (not receiver.path.steps and kind in _SEEN)

    def _step(self, at: int, step: str | tuple[str | int]) -> int:
        reader = self._reader
        if isinstance(step, str):
            found = reader.attribute(at, step)
            if found:
                return found
            if not reader.is_a(at, "module"):
                return self._reader.method_of(at, step)
            names = reader.word(at + self._runtime.offsets["PyModuleObject"]["md_dict"])
            return dict(reader.names_in(names, _MAX_ITEMS)).get(step, 0)
        key = step[0]
        for name, value in reader.dict_items(at, _MAX_ITEMS):
            if (reader.text(name) or reader.integer(name)) == key:
                return value
        if isinstance(key, int) and reader.is_a(at, "list", "tuple"):
            items = reader.items(at, _MAX_ITEMS)
            return items[key] if -len(items) <= key < len(items) else 0
        return 0

    def seen(self, path: Path) -> Seen | None:
        """None for an object whose state cannot be seen."""
        if path.steps and path.steps[-1] == _INSIDE:
            return _AS_BEFORE
        if path.steps and path.steps[-1] == _OUTSIDE:
            return None
        at = self.address(path)
        reader = self._reader
        if not at:
            return _MISSING if not path.steps or self._lacks_item(path) else None
        kind = reader.type_name(at)
        if kind == "NoneType":
            return Seen("None", None)
        number = reader.number(at)
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
        return Seen(f"a {kind} of {size}", Sized(size)) if size is not None else None

    def _lacks_item(self, path: Path) -> bool:
        """Whether the last step asks a dict for a key that it does not have."""
        at = self.address(path._replace(steps=path.steps[:-1]))
        size = self._reader.size(at) if at else None
        is_dict = bool(at) and self._reader.type_name(at) in _DICTS
        return is_dict and size is not None and size < _MAX_ITEMS

    # --- methods that only look ---

    def getter(self, path: Path) -> tuple[Path, ast.expr | None] | None:
        """The object that the call `path()` asks, and the expression that it answers with; None in
        place of that where others bring about what is asked."""
        reader = self._reader
        if self._file_of(path).endswith(_ASKING_FILES):
            return path._replace(steps=(*path.steps, _OUTSIDE)), None
        if not path.steps:
            found = self._function(self.address(path))
            if found is None:
                return None
            home, answer = found
            return Path("", (), home), answer
        name = path.steps[-1]
        owner = path._replace(steps=path.steps[:-1])
        at = self.address(owner)
        if not isinstance(name, str) or not at:
            return None
        for kind, (method, attribute) in _FLAGS.items():
            if name == method and reader.is_a(at, kind):
                return owner, ast.parse(f"self.{attribute}", mode="eval").body
        for step, questions in ((_INSIDE, _ASKED_INSIDE), (_OUTSIDE, _ASKED_OUTSIDE)):
            if name in questions.get(reader.kind(at, frozenset(questions)), ()):
                return path._replace(steps=(*path.steps, step)), None
        info = reader.type(at)
        if name == "get" and info is not None and info.name in _DICTS:
            return owner, loops.ITEM
        method_at = reader.class_attribute(info, name)
        found = self._function(method_at) if method_at else None
        return (owner, found[1]) if found is not None else None

    def _file_of(self, path: Path) -> str:
        """The source file of the function that `path` stands for; "" for anything else."""
        at = self.address(path)
        if not at or not self._reader.is_a(at, "function"):
            return ""
        fields = self._runtime.offsets["PyFunctionObject"]
        code = self._runtime.codes.get(self._reader.word(at + fields["func_code"]))
        return code.info.filename if code is not None else ""

    def _function(self, at: int) -> tuple[int, ast.expr] | None:
        """(address of its globals, what it returns) of a function in Python that only looks."""
        runtime = self._runtime
        if not self._reader.is_a(at, "function"):
            return None
        fields = runtime.offsets["PyFunctionObject"]
        try:
            code = runtime.codes.get(runtime.memory.u64(at + fields["func_code"]))
            home = runtime.memory.u64(at + fields["func_globals"])
        except (MemoryFault, KeyError):
            return None
        tree = self._sources.tree(code.info.filename) if code is not None else None
        if code is None or tree is None:
            return None
        function = loops.find_function(tree, code.info.name, code.info.first_line)
        if function is None or isinstance(function, ast.Module):
            return None
        answer = loops.answer_of(function)
        return (home, answer) if answer is not None else None
