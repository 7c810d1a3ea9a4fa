"""What objects and code lead to, by the names that code uses: one graph that many walks share.

    def beat(): log.info(stats.total)      uses log, info, stats, total
        stats ── total ── 7                an attribute, to whoever uses the name `total`
        stats ── Statistics ── total()     a property, likewise; __init__, __exit__ … to everybody
        [job, other]                       what a container holds, to everybody

An object of the standard library's own may do anything to what it was given: what it holds is
`lent`. Its functions are not gone into, and a class of the program's that is derived from one of
its classes is called by it under any name. A thread that runs already is not started again; what
one would do that does not is done by who uses the name `start`, or has it and is not looked at.

Memory is taken as unchanging, and every object is read once. What a bound cut off, or what code
finds by a computed name, makes a walk not whole.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from atfault.cpython.frames.code import Code
from atfault.cpython.frames.frame_slots import namespace, stack_words
from atfault.cpython.frames.generators import read_generator
from atfault.cpython.sync.code_reach import SCHEDULERS, is_plain_code
from atfault.cpython.sync.code_uses import ANY, OF_WITH, CodeUses, Uses, used_variables
from atfault.cpython.sync.loop_timers import EVENT_LOOP
from atfault.cpython.sync.sync_world import World
from atfault.cpython.values.dicts import find_keys
from atfault.cpython.values.reachable import children
from atfault.cpython.values.type_objects import TypeInfo
from atfault.errors import MemoryFault
from atfault.model.roles import is_of_probe, package_name
from atfault.model.stacks import PyFrame
from atfault.model.waits import ENDINGS

_MAX_NODES = 5_000
"""That are read for all walks together."""
_MAX_WALK = 4_000
_MAX_STEPS = 20_000
"""Of all walks together."""
_MAX_ITEMS = 200
_MAX_CONSTANTS = 500
_MAX_IN_CLASS = 500
_MAX_OPAQUE = 256
"""Bytes of an object written in C that are searched for references."""
_MAX_BASES = 50
_MAX_MODULES = 1 << 14
_NAMESPACE = 1
"""Added to the address of a class: what its instances have of it, who may not be made any more."""
_START = 2
"""Added to the address of a thread, or a process, that has not begun: what it does as it begins."""
_TAGS = _NAMESPACE | _START
_TO_MRO = 56
"""From tp_dictoffset to tp_mro: tp_init tp_alloc tp_new tp_free tp_is_gc tp_bases."""
_PLAIN = frozenset(
    ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range")
    + ("ellipsis", "NotImplementedType", "traceback", "frame", "getset_descriptor")
    + ("member_descriptor", "method_descriptor", "wrapper_descriptor", "datetime.datetime")
)
"""Types of what leads nowhere."""
_CALL_BACK = ("sqlite3.Connection", "sqlite3.Cursor", "pyexpat.xmlparser", "_tkinter.tkapp")
"""Objects written in C that keep, where no field tells, what they call; those of packages may."""
_PLAIN_PACKAGES = ("numpy", "pandas", "torch")
_GENERATORS = ("generator", "coroutine", "async_generator")
_CONTAINERS = frozenset(
    ("list", "tuple", "dict", "set", "frozenset", "collections.deque", "cell", "frozendict")
)
_SEQUENCES = ("list", "tuple", "set", "frozenset", "collections.deque")
_HELD_TOGETHER = (*_SEQUENCES, "dict")
_ALL_THREADS = frozenset(("threading", "enumerate"))
_BY_FIELD = ("operator.methodcaller", "operator.attrgetter")
_SHARED = frozenset(
    ("threading", "queue", "concurrent", "_queue", "_thread", "asyncio", *SCHEDULERS)
)
"""Modules, of the standard library and of schedulers, whose objects do to what they hold what they
are asked for."""
_CALL_OWN_NAMES = frozenset(("abc", "typing", "enum", "collections", "threading", "types"))
"""Those that call, of a class derived from one of theirs, only what they have themselves."""
_STARTED = ("threading.Thread", "multiprocessing.process.BaseProcess")
_STARTS_WITH = ("_target", "_args", "_kwargs")
"""What these call as they begin, and not a second time; a process does so in another one."""
_MAKE = (
    *("__new__", "__init__", "__post_init__", "__init_subclass__", "__set_name__"),
    "__class_getitem__",
)
"""What is called as an object, or a class, is made."""
_OF_THREAD = ("function", "args", "kwargs")
"""What a Timer calls."""
_HUBS = (EVENT_LOOP, "_asyncio.Task", "trio._core._run.Runner", "trio._core._run.Task")
"""Types of what leads to all tasks of a loop, and of these: nobody ends them but by cancelling."""
TO_CALLBACKS = 16
"""From fut_callback0 to fut_callbacks, the list of the others."""
_DISPATCH = ("xmlrpc.server.SimpleXMLRPCDispatcher",)
"""Types of the standard library that call what they have by a name that somebody sends, as a server
of a healthy ledger does, whose clients have their conditions notified so."""
_UPWARD = {"logging.Logger": "manager"}
"""Attributes by which objects lead to all of their kind, and do nothing to these."""


class Node(NamedTuple):
    """What one object, or piece of code, leads to."""

    leads: tuple[int, ...] = ()
    """To whoever has it."""
    named: Mapping[str, int] = {}
    """To who uses the name."""
    uses: frozenset[str] = frozenset()
    """The names that its code uses."""
    ends: frozenset[str] = frozenset()
    """Those of ENDINGS among them that it uses as methods."""
    is_whole: bool = True
    is_module: bool = False
    lends: bool = False
    """Whether what it leads to is left to code that was not looked at."""
    code: int = 0
    """Address of its code; 0 for what has none."""


_NOTHING = Node()


class Reach(NamedTuple):
    """What code can touch and call."""

    objects: frozenset[int]
    lent: frozenset[int]
    """Those of the objects that code has which was not looked at."""
    names: frozenset[str]
    ends: frozenset[str]
    """Those of ENDINGS among the names that it calls."""
    is_whole: bool
    codes: frozenset[int]
    """Addresses of the code that may yet run."""


def is_standard(module: str) -> bool:
    """Whether a module, or a type by its qualified name, is of the standard library."""
    return module.partition(".")[0] in sys.stdlib_module_names


class ReachGraph:
    """The nodes of one process."""

    def __init__(self, world: World, hubs: Collection[int] = ()) -> None:
        """hubs: addresses of what leads to all tasks of a thread, of these tasks, and of their
        frames."""
        self._world = world
        self._reader = world.reader
        self._hubs = hubs
        self.steps_left = _MAX_STEPS
        self._nodes: dict[int, Node] = {}
        self._with: dict[str, list[int]] = {}
        """Name → the nodes that lead somewhere under it."""
        self._resolved: dict[int, list[TypeInfo]] = {}
        self._uses = CodeUses(world)
        runtime = world.runtime
        self._imported: dict[str, int] = {}
        """Name → the loaded module; 0 for none."""
        self._modules = runtime.interpreters[0].modules if runtime.interpreters else 0

    def reach(self, roots: Iterable[Node]) -> Reach:
        """What is reached from these."""
        walk = _Walk(self)
        for root in roots:
            walk.enter(root, lent=False)
        walk.run()
        return Reach(
            frozenset(one for one in walk.seen if not one & _START),
            frozenset(walk.lent),
            frozenset(walk.names),
            frozenset(walk.ends),
            walk.is_whole,
            frozenset(walk.codes - {0}),
        )

    def leading_under(self, name: str) -> list[int]:
        """The nodes read so far that lead somewhere under a name."""
        return self._with.get(name, [])

    def node(self, address: int) -> Node | None:
        """None where it was not read, as there are too many."""
        known = self._nodes.get(address)
        if known is None:
            if len(self._nodes) >= _MAX_NODES:
                return None
            try:
                known = self._read(address)
            except (MemoryFault, ValueError):
                known = _NOTHING
            self._nodes[address] = known
            for name in known.named:
                self._with.setdefault(name, []).append(address)
        return known

    def is_plain(self, address: int) -> bool:
        """Whether it leads nowhere."""
        info = self._reader.type(address & ~_TAGS)
        return info is None or info.name in _PLAIN

    def _read(self, address: int) -> Node:
        reader = self._reader
        if address & _NAMESPACE:
            return self._namespace(reader.class_at(address - _NAMESPACE))
        if address & _START:
            return self._started(address - _START)
        info = reader.type(address)
        if info is None or info.name in _PLAIN:
            return _NOTHING
        if address in self._hubs or reader.is_a(address, *_HUBS):
            return _NOTHING
        if reader.is_a(address, "_asyncio.Future"):
            return self.ending(address)
        if info.name in ("method", "builtin_function_or_method"):
            return self._bound(address)
        if info.name == "function":
            return self._function(address)
        if info.name == "code":
            return self._code(self._world.runtime.codes.get(address), {})
        if info.name in _GENERATORS:
            return self._generator(address)
        if reader.is_a(address, "module"):
            at = reader.word(address + reader.structs["PyModuleObject"]["md_dict"])
            return Node(named=self._world.names.globals_at(at), is_module=True)
        if reader.is_a(address, "type"):
            return self._class(reader.class_at(address))
        if address == self._modules:
            return Node(is_whole=False)
        if info.from_class_statement:
            return self._instance(address, info)
        if info.name in _CONTAINERS:
            return self._container(address)
        module = info.name.partition(".")[0] if "." in info.name else ""
        if module in SCHEDULERS:
            return _NOTHING
        # Of what is derived from a container in C (OrderedDict, defaultdict) the items, too.
        held = self._container(address)
        fields = (*self._fields(address, info), *held.leads)
        if info.name in _BY_FIELD:
            texts = frozenset(map(reader.text, fields))
            return Node(fields, uses=texts, ends=ENDINGS & texts)
        is_whole = info.name not in _CALL_BACK and (
            is_standard(module) or module in _PLAIN_PACKAGES
        )
        return Node(fields, is_whole=held.is_whole and (not module or is_whole))

    # --- what is called ---

    def _bound(self, address: int) -> Node:
        reader = self._reader
        name = reader.function_name(address)
        leads = [reader.bound_to(address)]
        if reader.is_a(address, "method"):
            leads.append(reader.word(address + reader.structs["PyMethodObject"]["im_func"]))
        return Node(tuple(leads), uses=frozenset((name,)), ends=ENDINGS & {name})

    def _function(self, address: int) -> Node:
        reader, fields = self._reader, self._reader.structs["PyFunctionObject"]
        code = self._world.code_of(address)
        leads = reader.cells(address, _MAX_CONSTANTS)
        # func_defaults func_kwdefaults func_closure (func_doc func_name before 3.10) func_dict
        to_dict = fields["func_closure"] + (16 if reader.minor >= 10 else 24)
        for offset in (fields["func_defaults"], fields["func_defaults"] + 8, to_dict):
            leads += filter(None, (reader.word(address + offset),))
        if code is None:
            return Node(tuple(leads), is_whole=False)
        if is_of_probe(code.info.filename) or is_plain_code(code.info.filename):
            return Node(tuple(leads), lends=True)
        variables = self._world.names.globals_at(reader.word(address + fields["func_globals"]))
        node = self._code(code, variables)
        return node._replace(leads=(*leads, *node.leads))

    def _code(self, code: Code | None, variables: Mapping[str, int]) -> Node:
        """variables: those of its module."""
        if code is None:
            return Node(is_whole=False)
        return self._using(self._uses.of(code), variables)._replace(code=code.info.address)

    def _using(self, found: Uses, variables: Mapping[str, int]) -> Node:
        leads = [variables[name] for name in sorted(found.names) if name in variables]
        if found.names >= _ALL_THREADS:
            leads += self._world.joinable.values()
        return Node(tuple(leads), {}, found.names, found.ends, found.is_whole)

    def modules(self, names: AbstractSet[str]) -> list[int]:
        """The loaded modules of the program's own and of packages among these names, which an
        import in a function uses."""
        fresh = {one for one in names if one not in self._imported and not is_standard(one)}
        if fresh and self._modules:
            memory, structs = self._world.runtime.memory, self._world.runtime.offsets
            self._imported |= dict.fromkeys(fresh, 0)
            try:
                self._imported |= find_keys(memory, structs, self._modules, fresh, _MAX_MODULES)
            except (MemoryFault, ValueError):
                pass
        return [self._imported[one] for one in sorted(names) if self._imported.get(one)]

    # --- what is held ---

    def ending(self, address: int) -> Node:
        """What is called as a task or future of asyncio's ends."""
        at = address + self._reader.structs["FutureObj"]["fut_callback0"]
        leads = (self._reader.word(at), self._reader.word(at + TO_CALLBACKS))
        return Node(tuple(filter(None, leads)), self._reader.attributes(address))

    def _generator(self, address: int) -> Node:
        found = read_generator(self._world.runtime, address)
        if found is None or found.frame.address in self._hubs:
            return _NOTHING
        if package_name(found.frame.code.filename) in SCHEDULERS:
            return _NOTHING
        return self.frame(found.frame, 0)

    def frame(
        self, frame: PyFrame, start: int, called: int = 0, beneath: Iterable[int] | None = None
    ) -> Node:
        """What a frame leads to that goes on at offset `start`. called: address of the code that it
        is in a call of, which has a frame of its own. beneath: what lies on its value stack, where
        that was told already."""
        world = self._world
        code = world.runtime.codes.get(frame.code.address)
        if code is None:
            return Node(is_whole=False)
        found = self._uses.of(code, start)
        node = self._using(found, world.names.globals_at(namespace(world.runtime, frame)))
        body = world.bytecode.body(code)
        variables = world.names.variables(frame)
        # Variables that only a nested function uses are no names of the code around it.
        used = found.names if body is None else used_variables(body, start)
        leads = [at for name, at in variables.items() if name in used or self._ends_itself(at)]
        words = self._operands(frame, code) if beneath is None else beneath
        leads += [one for one in words if not called or self._reader.code_address(one) != called]
        return node._replace(leads=(*leads, *node.leads), code=code.info.address)

    def _operands(self, frame: PyFrame, code: Code) -> list[int]:
        try:
            height = self._world.bytecode.heights(code).get(frame.lasti)
        except (MemoryFault, ValueError):
            height = None
        words = stack_words(self._world.runtime, frame)[:height]
        return [one for one in words if not self._is_odd(one)]

    def _ends_itself(self, address: int) -> bool:
        """Whether code runs as nobody has the object any more."""
        info = self._reader.type(address)
        is_generator = info is not None and info.name in _GENERATORS
        return is_generator or self._reader.method_of(address, "__del__") != 0

    def _is_odd(self, word: int) -> bool:
        """Whether it leads to no object."""
        if word <= 4096 or word & 7:
            return True
        return self._reader.type(word) is None or bool(self._reader.problem(word))

    def variables(self, frame: PyFrame) -> Node:
        """What a frame has whose code is not looked at."""
        return Node(tuple(self._world.names.variables(frame).values()), lends=True)

    def _class(self, info: TypeInfo | None) -> Node:
        """A class, of which objects may be made."""
        if info is None or not info.from_class_statement:
            return _NOTHING
        if info.name.partition(".")[0] in SCHEDULERS:
            return _NOTHING
        order = [self._names_in(one) for one in (info, *self._bases(info))]
        makes = [own[name] for own in order for name in _MAKE if name in own]
        return Node((info.address + _NAMESPACE, *makes), uses=self._called_by_bases(info))

    def _namespace(self, info: TypeInfo | None) -> Node:
        if info is None or not info.from_class_statement:
            return _NOTHING
        if info.name.partition(".")[0] in SCHEDULERS:
            return _NOTHING
        own = self._names_in(info)
        leads = [base.address + _NAMESPACE for base in self._bases(info)]
        called = [value for name, value in own.items() if _is_called(name)]
        # Annotations, slots, bases with their parameters are looked at, and not called.
        leads += [one for one in called if not self._reader.kind(one, _HELD_TOGETHER)]
        return Node(tuple(leads), own)

    def _called_by_bases(self, info: TypeInfo) -> frozenset[str]:
        """The methods of a class of the program's that the standard library calls, from whose
        classes it is derived."""
        if is_standard(info.name):
            return frozenset()
        bases = self._bases(info)
        own = {
            name
            for one in (info, *bases)
            if not is_standard(one.name)
            for name in self._names_in(one)
        }
        called: set[str] = set()
        for base in bases:
            if is_standard(base.name) and base.from_class_statement:
                is_any = base.name.partition(".")[0] not in _CALL_OWN_NAMES
                called |= own if is_any else own & self._names_in(base).keys()
        return frozenset(name for name in called if not name.startswith("__"))

    def methods(self, info: TypeInfo) -> list[tuple[str, int]]:
        """(name, function) of what a class has under names that others may call."""
        found: dict[str, int] = {}
        for one in (info, *self._bases(info)):
            found = self._names_in(one) | found
        return [
            (name, value)
            for name, value in found.items()
            if not name.startswith("_") and self._reader.is_a(value, "function")
        ]

    def _names_in(self, info: TypeInfo) -> dict[str, int]:
        if not info.from_class_statement:
            return {}
        return dict(self._reader.names_in(info.dict_address, _MAX_IN_CLASS))

    def _bases(self, info: TypeInfo) -> list[TypeInfo]:
        """The other classes of its order of resolution: asked of each object, read once a class."""
        known = self._resolved.get(info.address)
        if known is None:
            reader = self._reader
            at = info.address + reader.structs["PyTypeObject"]["tp_dictoffset"] + _TO_MRO
            order = map(reader.class_at, reader.items(reader.word(at), _MAX_BASES))
            known = [one for one in order if one is not None and one is not info]
            self._resolved[info.address] = known
        return known

    def _instance(self, address: int, info: TypeInfo) -> Node:
        reader = self._reader
        attributes = {name: value for name, value in reader.attributes(address).items() if value}
        attributes.pop(_UPWARD.get(info.name, ""), None)
        leads = [info.address + _NAMESPACE, *self._container(address).leads]
        if any(one.name in _DISPATCH for one in self._bases(info)):
            return Node((*leads, *attributes.values()), attributes, frozenset((ANY,)))
        native = reader.native_type(address)
        if native is not None and native.name not in _CONTAINERS:
            leads += self._words(address, native)  # a ctypes function, with what it calls back
        if reader.is_a(address, *_STARTED) and not _is_of_pool(info):
            attributes = {n: v for n, v in attributes.items() if n not in _STARTS_WITH}
            leads += [at for n in _OF_THREAD if (at := reader.attribute(address, n))]
            if not self._has_begun(address):
                leads += filter(None, (attributes.get("start"),))
                attributes["start"] = address + _START
            return Node(tuple(leads), attributes)
        module = info.name.partition(".")[0]
        if module in SCHEDULERS:
            return Node((*leads[1:], *attributes.values()))
        if is_standard(info.name):
            lends, uses = module not in _SHARED, OF_WITH if module == "contextlib" else frozenset()
            return Node((*leads, *attributes.values()), uses=uses, lends=lends)
        uses = self._called_by_bases(info)
        return Node((*leads, *attributes.values()) if uses else tuple(leads), attributes, uses)

    def _started(self, address: int) -> Node:
        """What a thread, or a process, does as it begins."""
        info = self._reader.type(address)
        called = [self._reader.attribute(address, name) for name in _STARTS_WITH]
        uses = frozenset() if info is None else self._called_by_bases(info)
        return Node(tuple(filter(None, called)), uses=uses)

    def _has_begun(self, address: int) -> bool:
        """Whether a thread, or a process of multiprocessing, was started."""
        if self._reader.is_a(address, "threading.Thread"):
            return self._reader.integer_of(address, "_ident") is not None
        started = self._reader.attribute(address, "_popen")
        return bool(started) and not self._reader.is_none(started)

    def _container(self, address: int) -> Node:
        reader = self._reader
        if reader.kind(address, _SEQUENCES):
            found = reader.items(address, _MAX_ITEMS)
            is_whole = (reader.size(address) or 0) <= _MAX_ITEMS or all(map(self.is_plain, found))
        elif reader.is_a(address, "dict", "frozendict"):
            pairs = reader.dict_items(address, _MAX_ITEMS)
            found = [part for pair in pairs for part in pair]
            is_whole = (reader.size(address) or 0) <= _MAX_ITEMS or all(map(self.is_plain, found))
        else:
            found = [value for _, value in children(reader, address)]
            is_whole = True
            if self._reader.type_name(address) not in _CONTAINERS:
                found = []
        return Node(
            tuple(one for one in found if one and not self.is_plain(one)), {}, is_whole=is_whole
        )

    def _fields(self, address: int, info: TypeInfo) -> Iterator[int]:
        """What an object written in C refers to in its first fields."""
        yield from filter(None, self._reader.attributes(address).values())
        yield from self._words(address, info)

    def _words(self, address: int, info: TypeInfo) -> Iterator[int]:
        reader = self._reader
        head = reader.structs["PyObject"]["sizeof"]
        for at in range(head, min(info.basicsize, _MAX_OPAQUE), 8):
            word = reader.word(address + at)
            if not self._is_odd(word):
                yield word


class _Walk:
    def __init__(self, graph: ReachGraph) -> None:
        self._graph = graph
        self._todo: deque[tuple[int, bool]] = deque()
        """The nearest first, in an order that is the same each time: there may be too many."""
        self.seen: set[int] = set()
        self.lent: set[int] = set()
        self.names: set[str] = set()
        self.ends: set[str] = set()
        self.codes: set[int] = set()
        self.is_whole = True

    def run(self) -> None:
        """Until there is no more, or too much."""
        while True:
            if not self._todo:
                found = [one for one in self._graph.modules(self.names) if one not in self.seen]
                self._todo += [(one, False) for one in found]
                if not found:
                    return
            address, lent = self._todo.popleft()
            if address in self.lent or (address in self.seen and not lent):
                continue
            self._graph.steps_left -= 1
            if len(self.seen) >= _MAX_WALK or self._graph.steps_left < 0:
                self.is_whole = False
                return
            if self._graph.is_plain(address):
                continue
            node = self._graph.node(address)
            if node is None:
                self.is_whole = False
                return
            self.seen.add(address)
            if lent:
                self.lent.add(address)
            self.enter(node, lent)

    def enter(self, node: Node, lent: bool) -> None:
        """lent: whether it is in the hands of code that was not looked at."""
        self.is_whole = self.is_whole and node.is_whole
        self.ends |= node.ends
        # What is done to an object of the program's own is in its code.
        passes_on = node.lends or (lent and not node.named and not node.uses)
        self._todo += [(one, passes_on) for one in node.leads]
        self.codes.add(node.code)
        started = node.named.get("start", 0)
        if lent and started & _START:
            self._todo.append((started, False))
        if ANY in self.names and not node.is_module:
            self._todo += [(one, False) for one in node.named.values()]
        else:
            used = sorted(node.named.keys() & self.names)
            self._todo += [(node.named[name], False) for name in used]
        for name in sorted(node.uses - self.names):
            self.names.add(name)
            if name == ANY:
                self._take_all()
            for other in self._graph.leading_under(name):
                if other in self.seen:
                    found = self._graph.node(other)
                    if found is not None:
                        self._todo.append((found.named[name], False))

    def _take_all(self) -> None:
        """Whatever the objects lead to that were met."""
        for address in self.seen:
            node = self._graph.node(address)
            if node is not None and not node.is_module:
                self._todo += [(one, False) for one in node.named.values()]


def _is_of_pool(info: TypeInfo) -> bool:
    """Whether it is a class of threads with which the standard library does something of its own,
    as concurrent.futures.process does."""
    return is_standard(info.name) and not info.name.startswith("threading.")


def _is_called(name: str) -> bool:
    """Whether Python itself calls the method of that name, of an object that there is."""
    is_special = name.startswith("__") and name.endswith("__")
    return is_special and name not in _MAKE and name not in OF_WITH
