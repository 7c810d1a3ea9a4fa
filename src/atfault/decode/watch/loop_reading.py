"""What the tests around the exits of a loop look at, read in a process at one moment.

    while not self.job.finished():            job.finished() is `return self.state == "done"`
        sleep(1)                              read: job.state = 'queued'

A name, attribute, item, the answer of a function in Python that only looks, or of an object that is
asked whether it is done. What is no plain look (a call of unknown effect, an iterator) is Unknown.
"""

import ast
import math
import os
import time
import zlib
from typing import NamedTuple

from atfault.cpython.frames.frame_slots import free_variables, namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.objects import ValueDecoder
from atfault.decode.watch import loops
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.stacks import CodeInfo, PyFrame
from atfault.model.waits import Asked, Resource, ResourceKind, thread_key
from atfault.snapshot import procfs
from atfault.snapshot.fds import may_have_database
from atfault.snapshot.sockets import is_closed_by_peer
from atfault.snapshot.target_files import TargetFiles

_MAX_SOURCE = 2 << 20
_MAX_ITEMS = 2_000
_MAX_SHOWN = 40
_MAX_TEXT = 80
_MAX_INPUTS = 12
_MAX_DEPTH = 4
_CLOCK_SLACK = 2.0
_ASKED: dict[str, tuple[ResourceKind, str, str]] = {
    "threading.Event": ("event", "is_set isSet", "_flag"),
    "asyncio.locks.Event": ("event", "is_set", "_value"),
    "threading.Thread": ("thread", "is_alive", ""),
    "concurrent.futures._base.Future": ("future", "done running cancelled", ""),
    "queue.Queue": ("queue", "empty full qsize", ""),
    "_queue.SimpleQueue": ("queue", "empty qsize", ""),
    "_thread.lock": ("lock", "locked", ""),
    "subprocess.Popen": ("process", "poll", ""),
    "multiprocessing.process.BaseProcess": ("process", "is_alive", ""),
    "multiprocessing.synchronize.Event": ("event", "is_set", ""),
    "multiprocessing.queues.Queue": ("queue", "empty full qsize", ""),
    "multiprocessing.pool.ApplyResult": ("future", "ready", ""),
    "pathlib.Path": ("file", "exists is_file is_dir", ""),
    "pathlib._local.Path": ("file", "exists is_file is_dir", ""),  # CPython 3.13
}
"""What is asked whether it is done, how, and the attribute that tells."""
_OUTSIDE = frozenset([one for one in _ASKED if one[0] in "mp" or one == "subprocess.Popen"])
"""Those of them for which other processes or the file system answer."""
_PLAIN = frozenset(("str", "bytes", "int", "float", "complex", "bool", "tuple", "range"))
_SEEN = frozenset(("list", "dict", "set", "collections.deque", "bytearray"))
"""Types of variables whose changes are seen, as their contents are compared."""
_FIXED = frozenset(
    "complex datetime.date datetime.datetime datetime.time datetime.timedelta "
    "decimal.Decimal fractions.Fraction uuid.UUID".split()
)
"""Types whose objects never change, and are shown whole."""
_DICTS = ("dict", "frozendict", "collections.OrderedDict", "collections.defaultdict")
_PATH_FILES = ("genericpath.py", "posixpath.py", "<frozen genericpath>", "<frozen posixpath>")
_ABOUT = ("len", "isinstance", "bool", "abs")
_RECEIVES = ("recv", "recv_into", "recvfrom")
_MAX_PATH = 4096
_MAX_BUFFER = 1 << 16
"""Bytes of an array, or another buffer, that are compared."""
_FEW_BYTES = 8
_OPTIMIZED = 0x1
"""CO_OPTIMIZED: a function's code, not a module's."""


class Sources:
    """Trees of the target's source files, each parsed once."""

    def __init__(self, pid: int, files: TargetFiles) -> None:
        self._files, self._pid = files, pid
        stat = procfs.stat(pid)
        ticks = 0 if stat is None else stat.start_time / os.sysconf("SC_CLK_TCK")
        self._started = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME) + ticks
        self._trees: dict[str, ast.Module | None] = {}

    def function(self, code: CodeInfo) -> loops.Scope | None:
        """The function that a code object was made of; None for what cannot be read, or may not be
        what runs."""
        tree = self.tree(code.filename)
        return None if tree is None else loops.find_function(tree, code.name, code.first_line)

    def looping(self, code: CodeInfo) -> loops.Scope | None:
        """As `function`, generator expressions included, each of which is a loop."""
        tree = self.tree(code.filename) if code.name == "<genexpr>" else None
        if tree is None:
            return self.function(code)
        return loops.find_generator(tree, code.first_line)

    def tree(self, file: str) -> ast.Module | None:
        """Of a source file; None as `function`."""
        if file not in self._trees:
            self._trees[file] = self._read(file)
        return self._trees[file]

    def callable(self, code: CodeInfo) -> loops.Function | ast.Lambda | None:
        """As `function`, lambdas included."""
        function = self.function(code)
        if isinstance(function, loops.Function):
            return function
        tree = self._trees.get(code.filename)
        is_lambda = code.name == "<lambda>" and tree is not None
        return loops.find_lambda(tree, code.first_line) if is_lambda and tree else None

    def has_database(self) -> bool:
        """Whether the target has a database of SQLite open that lies in a file."""
        return may_have_database(self._pid)

    def is_there(self, path: str) -> bool:
        """Whether there is such a file, where the target has it."""
        return self._files.find(path)[0] is not None

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


class Seen(NamedTuple):
    """A variable, or the answer to a question, as a test looks at it."""

    text: str
    """Changes when it does: "False", "3", "'queued'", "a list of 3"; "" when that is hidden."""
    truth: bool | None = None
    """None when it is not known."""
    is_none: bool = False
    is_local: bool = False
    """Whether it is a variable of the frame's function alone, and no container."""
    asked: Asked | None = None
    held_in: int = 0
    """Address of the object whose contents it is; 0 for a variable or attribute."""
    memory: int = 0
    """Address of the memory where it lies, of an array or another buffer; 0 for none."""
    is_file: bool = False
    """Whether the file system tells."""


class Answer(NamedTuple):
    """To one test of an exit."""

    truth: bool | None
    looked: dict[str, Seen]
    """What decides it, by what the source calls it."""
    is_known: bool
    """Whether that is all."""
    only_looks: bool = True
    """Whether it does no more than to look, at whatever."""


class Unknown(Exception):
    """What decides about an exit is no plain look."""


class Hidden(Unknown):
    """It is one, at more than is read: all items of a container."""


class _Scope(NamedTuple):
    """Where names are looked up: in a frame, or in a function that it asks."""

    locals: dict[str, int]
    home: int
    """Address of the dict of globals."""
    named: dict[str, str]
    """What the frame calls them."""
    depth: int = 0
    derived: frozenset[str] = frozenset()
    """Variables of it that are made of what it has read before."""


class _Found(NamedTuple):
    """An object that a name, attribute or item stands for."""

    at: int
    """0 when it is unset."""
    name: str
    """What the frame calls it."""
    may_lack: bool = True
    """Whether it is known that there is none, where it is unset."""
    held_in: int = 0
    """Address of the container or buffer that it is an item of; 0 for none."""


class Reading:
    """Values in one frame at one moment."""

    def __init__(
        self, runtime: PythonRuntime, frame: PyFrame, sources: Sources, decoder: ValueDecoder
    ) -> None:
        self._runtime = runtime
        self._decoder = decoder
        self._reader = ObjectReader(runtime)
        self._sources = sources
        self.locals = variables(runtime, self._reader, frame)
        self.own = self.locals.keys() - free_variables(runtime, frame)
        """Variables that no function around this one has."""
        self.home = namespace(runtime, frame)
        """Address of the dict of globals."""
        self._scope = _Scope(self.locals, self.home, {})
        code = runtime.codes.get(frame.code.address)
        self.is_function = code is not None and bool(code.flags & _OPTIMIZED)
        self._asking: set[ast.expr] = set()
        """Calls that only look."""
        self.ended: list[str] = []
        """Sockets that are read, whose other side has closed them."""

    def answer(self, test: ast.expr) -> Answer:
        """To a test, as far as the values decide it."""
        looked: dict[str, Seen] = {}
        try:
            return Answer(self._truth(test, self._scope, looked), looked, True)
        except Unknown as error:
            return Answer(None, looked, False, isinstance(error, Hidden))

    def infinite(self, test: ast.expr) -> list[ast.expr]:
        """The variables and attributes in a test that are an infinite number."""
        nodes = [one for one in ast.walk(test) if isinstance(one, ast.Name | ast.Attribute)]
        found = [(one, self._find(one, self._scope)) for one in nodes]
        numbers = [(one, self._reader.number(at.at)) for one, at in found if at and at.at]
        return [one for one, number in numbers if number is not None and math.isinf(number)]

    def is_plain(self, call: ast.Call) -> bool:
        """Whether a call changes nothing, or an object alone whose changes show."""
        if call in self._asking or loops.is_harmless(call):
            return True
        owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
        element = owner.value if isinstance(owner, ast.Subscript) else None
        found = None if owner is call.func else self._find(element or owner, self._scope)
        kind = self._reader.type_name(found.at) if found is not None else ""
        if element is not None:
            return kind in ("str", "bytes")
        if found is not None and loops.name_of(call) in _RECEIVES:
            fd = self._reader.descriptor(found.at)
            if fd is not None and is_closed_by_peer(self._runtime.snapshot.process.pid, fd):
                self.ended.append(found.name)
                return True  # it returns nothing, each time
        return kind in _PLAIN or (isinstance(owner, ast.Name) and kind in _SEEN)

    # --- values ---

    def _truth(self, node: ast.expr, scope: _Scope, looked: dict[str, Seen]) -> bool | None:
        """Of an expression; None when what it looks at does not decide it. Raises Unknown for what
        is no plain look."""
        if isinstance(node, ast.Constant):
            return bool(node.value)
        if isinstance(node, ast.Call):
            return self._called(node, scope, looked)
        if isinstance(node, ast.Name) and node.id in scope.derived:
            return None
        found = self._find(node, scope)
        if isinstance(node, ast.Attribute) and found is not None and found.at:
            getter = self._getter(found.at)
            if getter:
                return self._answered(
                    ast.Call(node, [], []), getter, self._find(node.value, scope), scope, looked
                )
        if found is not None:
            seen = self._seen(found)
            is_local = seen.is_local and self.is_function and found.name in self.own
            looked[found.name] = seen._replace(is_local=is_local)
            return seen.truth
        if isinstance(node, loops.Comprehension):
            calls = (one for one in ast.walk(node) if isinstance(one, ast.Call))
            raise Hidden if all(map(loops.is_harmless, calls)) else Unknown
        kinds = ast.BoolOp | ast.UnaryOp | ast.Compare | ast.BinOp | ast.IfExp
        if not isinstance(node, kinds | ast.Tuple | ast.List | ast.Set):
            raise Unknown
        operands = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
        parts = [self._truth(one, scope, looked) for one in operands]
        if isinstance(node, ast.BoolOp):
            decides = isinstance(node.op, ast.Or)
            return decides if decides in parts else None if None in parts else not decides
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return None if parts[0] is None else not parts[0]
        if isinstance(node, ast.Compare) and len(operands) == 2:
            return self._is_none(node, scope)
        return None

    def _is_none(self, node: ast.Compare, scope: _Scope) -> bool | None:
        """Of `x is None` and `x is not None`."""
        found, other = self._find(node.left, scope), node.comparators[0]
        if found is None or not isinstance(other, ast.Constant) or other.value is not None:
            return None
        seen, wanted = self._seen(found), isinstance(node.ops[0], ast.Is | ast.Eq)
        return seen.is_none is wanted if found.at else None

    def _find(self, node: ast.expr, scope: _Scope) -> _Found | None:
        """What a name, attribute, or item with a constant key stands for; None for others."""
        reader = self._reader
        if isinstance(node, ast.Name):
            if node.id in scope.derived:
                return None
            at = scope.locals.get(node.id, 0)
            at = at or dict(reader.names_in(scope.home, _MAX_ITEMS)).get(node.id, 0)
            return _Found(at, scope.named.get(node.id, node.id))
        if isinstance(node, ast.Attribute):
            base = self._find(node.value, scope)
            return None if base is None else self._attribute_of(base, node.attr, scope)
        if isinstance(node, ast.Subscript):
            base, key = self._find(node.value, scope), self._key(node.slice, scope)
            base = base if base is None else self._inside(base)
            return None if base is None or key is None else self._item(base, key)
        return None

    def _attribute_of(self, base: _Found, attribute: str, scope: _Scope) -> _Found:
        """With what a property returns that does no more, and the memory of an object of C."""
        name, reader = f"{base.name}.{attribute}", self._reader
        if not base.at:
            return _Found(0, name, False)
        inner = self._inside(base)
        if inner is not base and attribute == "value":
            base = inner
        at = self._attribute(base.at, attribute)
        getter = self._getter(at)
        function = self._function_at(getter) if getter and scope.depth < _MAX_DEPTH else None
        reads = None if function is None else loops.reads_of(function)
        if function is not None and reads is not None and reads.is_answer:
            home = reader.word(getter + self._runtime.offsets["PyFunctionObject"]["func_globals"])
            names = [one.arg for one in function.args.args][:1]
            own = _Scope(
                dict.fromkeys(names, base.at),
                home,
                dict.fromkeys(names, base.name),
                scope.depth + 1,
            )
            return self._find(reads.expressions[0], own) or _Found(at, name, False)
        is_c = not at or reader.is_a(at, "getset_descriptor")
        if attribute == "value" and is_c and self._memory(base) is not None:  # of ctypes
            return base._replace(name=name, held_in=base.at)
        return _Found(at, name, False)

    def _inside(self, found: _Found) -> _Found:
        """What multiprocessing.Value and Array have in shared memory."""
        if not self._reader.is_a(found.at, "multiprocessing.sharedctypes.SynchronizedBase"):
            return found
        return found._replace(at=self._reader.attribute(found.at, "_obj"))

    def _function_at(self, at: int) -> loops.Function | None:
        """The source of a function in Python; None for anything else."""
        code = self._runtime.codes.get(self._reader.code_address(at))
        function = None if code is None else self._sources.function(code.info)
        return function if isinstance(function, loops.Function) else None

    def _key(self, node: ast.expr, scope: _Scope) -> int | str | None:
        """An index, or a key, that is a number or a text; None for others."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self._key(node.operand, scope)
            return -number if isinstance(number, int) else None
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, int | str) else None
        found = self._find(node, scope)
        if found is None or not found.at:
            return None
        text = self._reader.text(found.at)
        return text or self._reader.integer(found.at)

    def _getter(self, at: int) -> int:
        """The function of a property; 0 for anything else."""
        return self._reader.word(at + 16) if self._reader.is_a(at, "property") else 0

    def _attribute(self, at: int, name: str) -> int:
        reader = self._reader
        if not reader.is_a(at, "module"):
            return reader.attribute(at, name) or reader.method_of(at, name)
        names = reader.word(at + self._runtime.offsets["PyModuleObject"]["md_dict"])
        return dict(reader.names_in(names, _MAX_ITEMS)).get(name, 0)

    def _item(self, base: _Found, key: object) -> _Found:
        reader, name = self._reader, f"{base.name}[{key!r}]"
        if base.at and reader.type_name(base.at) in _DICTS:
            items = reader.dict_items(base.at, _MAX_ITEMS)
            for each, value in items:
                if (reader.text(each) or reader.integer(each)) == key:
                    return _Found(value, name, held_in=base.at)
            return _Found(0, name, len(items) < _MAX_ITEMS, base.at)
        at = 0
        if base.at and isinstance(key, int):
            values = reader.items(base.at, _MAX_ITEMS)
            at = values[key] if -len(values) <= key < len(values) else 0
        if not at and base.at and self._memory(base) is not None:
            return base._replace(name=name, held_in=base.at)
        return _Found(at, name, False, base.at)

    def _seen(self, found: _Found) -> Seen:
        """What can be compared of an object."""
        at = found.at
        if not at:
            return Seen("unset" if found.may_lack else "", held_in=found.held_in)
        if found.held_in:
            seen = self._memory(found) if found.held_in == at else self._plain(found)
            return (seen or Seen(""))._replace(held_in=found.held_in, is_local=False)
        return self._plain(found)

    def _memory(self, found: _Found) -> Seen | None:
        """The contents of an array or another buffer, as a whole; None for anything else."""
        native = self._reader.native_type(found.at)
        if native is None or native.name == "object":
            return None
        value = self._decoder.decode(found.at)
        buffer = None if isinstance(value, Absent) else value.buffer
        size = 0 if buffer is None else buffer.high - buffer.low
        if isinstance(value, Absent) or buffer is None or not 0 < size <= _MAX_BUFFER:
            return None
        try:
            content = self._runtime.memory.read(buffer.low, size)
        except MemoryFault:
            return None
        text = value.type
        if value.number is not None:
            text = str(value.number)
        elif len(content) <= _FEW_BYTES:
            text = f"{text} of {int.from_bytes(content, 'little')}"
        else:
            text = f"{text} with the same contents ({zlib.crc32(content):08x})"
        return Seen(text, memory=buffer.low, held_in=found.at)

    def _plain(self, found: _Found) -> Seen:
        """Of an object that is no part of a buffer."""
        reader, at = self._reader, found.at
        kind = reader.type_name(at)
        number = reader.number(at)
        if kind == "NoneType":
            return Seen("None", False, True, True)
        if kind in ("bool", "int", "float") and number is not None:
            return Seen(str(bool(number) if kind == "bool" else number), bool(number), False, True)
        if kind == "str":
            text = reader.text(at, _MAX_SHOWN)  # of one that is empty or damaged, ""
            return Seen(repr(text), True if text else None, False, True)
        if kind in _FIXED:
            value = self._decoder.decode(at)
            return Seen("" if isinstance(value, Absent) else value.text, None, False, True)
        size = reader.size(at)
        if size is not None:
            return Seen(f"a {kind} of {size}", size > 0, held_in=at)
        return self._memory(found) or Seen("")

    # --- questions ---

    def _called(self, node: ast.Call, scope: _Scope, looked: dict[str, Seen]) -> bool | None:
        """The answer of a call that only looks. Raises Unknown."""
        function = node.func
        if loops.name_of(node) in _ABOUT and isinstance(function, ast.Name) and node.args:
            truth = self._truth(node.args[0], scope, looked)
            self._asking.add(node)
            return truth if function.id == "len" else None
        found = self._find(function, scope)
        name = loops.name_of(node)
        is_builtin = isinstance(function, ast.Name) and (found is None or not found.at)
        if is_builtin and name in loops.BUILTINS and not node.keywords:
            for argument in node.args:
                self._truth(argument, scope, looked)
            self._asking.add(node)
            return None
        if found is None or scope.depth > _MAX_DEPTH:
            raise Unknown
        owner = self._find(function.value, scope) if isinstance(function, ast.Attribute) else None
        if owner is not None and owner.at and isinstance(function, ast.Attribute):
            seen = self._asked(function.attr, owner)
            if seen is None and function.attr == "get" and node.args:
                item = ast.Subscript(function.value, node.args[0])
                if self._reader.type_name(owner.at) in _DICTS and self._find(item, scope):
                    self._asking.add(node)
                    return self._truth(item, scope, looked)
            if seen is not None:
                self._asking.add(node)
                looked[owner.name] = seen
                return seen.truth
        return self._answered(node, found.at, owner, scope, looked)

    def _asked(self, question: str, owner: _Found) -> Seen | None:
        """The answer of an object that is asked whether it is done; None for other methods."""
        type_ = self._reader.kind(owner.at, frozenset(_ASKED))
        kind, questions, flag = _ASKED.get(type_, ("unknown", "", ""))
        if question not in questions.split():
            return None
        asked = self._what(kind, owner, type_.startswith("multiprocessing."))
        number = self._reader.number(self._reader.attribute(owner.at, flag)) if flag else None
        if number is not None:
            return Seen(str(bool(number)), bool(number), asked=asked)
        return Seen("" if type_ in _OUTSIDE else "as before", asked=asked)

    def _what(self, kind: ResourceKind, owner: _Found, is_shared: bool) -> Asked:
        """What a plain wait for the object would name."""
        reader, pid = self._reader, self._runtime.snapshot.process.pid
        resource = Resource(kind, f"{kind}:{owner.at:#x}@{pid}", owner.name, owner.at, pid)
        if kind == "thread":
            ident = reader.integer_of(owner.at, "_ident")
            for one in self._runtime.identities:
                if one.ident == ident and one.native_tid is not None:
                    key = thread_key(one.native_tid)
                    return Asked(resource._replace(key=key), one.native_tid)
        elif kind == "process":
            child = reader.integer_of(owner.at, "pid")
            child = child or reader.integer(reader.path(owner.at, "_popen", "pid"))
            return Asked(resource._replace(key=f"process:{child}"), None, child)
        elif is_shared:
            resource = resource._replace(shared="semaphore")
        return Asked(resource)

    def _answered(
        self,
        node: ast.Call,
        at: int,
        owner: _Found | None,
        scope: _Scope,
        looked: dict[str, Seen],
    ) -> bool | None:
        """The answer of a function in Python whose body is one `return`. Raises Unknown."""
        runtime = self._runtime
        if not self._reader.is_a(at, "function"):
            raise Unknown
        fields = runtime.offsets["PyFunctionObject"]
        code = runtime.codes.get(self._reader.word(at + fields["func_code"]))
        if code is None:
            raise Unknown
        if code.info.filename.endswith(_PATH_FILES):
            self._asking.add(node)
            looked[ast.unparse(node)] = self._file(node, scope)
            return None
        function = self._sources.function(code.info)
        if not isinstance(function, loops.Function):
            raise Unknown
        given = self._given(node, function, owner, scope)
        reads = loops.reads_of(function)
        if reads is None:
            raise Unknown
        inner = _Scope(
            {name: one.at for name, one in given.items()},
            self._reader.word(at + fields["func_globals"]),
            {name: one.name for name, one in given.items()},
            scope.depth + 1,
            reads.assigned,
        )
        self._asking.add(node)
        truths = [self._truth(one, inner, looked) for one in reads.expressions]
        return truths[0] if reads.is_answer else None

    def _given(
        self, node: ast.Call, function: loops.Function, owner: _Found | None, scope: _Scope
    ) -> dict[str, _Found]:
        """The parameters of a function, as a call gives them. Raises Unknown where not all is a
        plain look."""
        names = [one.arg for one in function.args.args]
        given = dict(zip(names, [owner] if owner is not None else []))
        rest = names[len(given) :]
        if function.args.vararg or function.args.kwarg or len(node.args) > len(rest):
            raise Unknown
        values = [*zip(rest, node.args), *((one.arg or "", one.value) for one in node.keywords)]
        found: dict[str, _Found] = {name: one for name, one in given.items() if one is not None}
        for name, value in values:
            one = self._find(value, scope)
            if one is None and not isinstance(value, ast.Constant):
                raise Unknown
            found[name] = one or _Found(0, ast.unparse(value))
        return found

    def _file(self, node: ast.Call, scope: _Scope) -> Seen:
        """Whether there is the file that os.path.exists() and the like ask for."""
        text = ast.unparse(node)
        file = Resource("file", f"file:{text}", text, 0, self._runtime.snapshot.process.pid)
        found = self._find(node.args[0], scope) if len(node.args) == 1 else None
        path = self._reader.text(found.at, _MAX_PATH) if found is not None and found.at else ""
        if not path.startswith("/"):
            return Seen("", asked=Asked(file))
        there = "there" if self._sources.is_there(path) else "not there"
        return Seen(f"{path}, {there}", is_file=True)
