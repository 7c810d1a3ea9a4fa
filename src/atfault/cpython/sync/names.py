"""What frames call an object: "a.lock", "self._queue", "locks[3]".

The names that are looked at, the better first: variables of a module and what its objects hold, as
every thread knows those by the same name; then variables of the frames and what those hold; then
variables of the modules that they import. An expression that would stand for two objects gets the
address added.

Two threads that call their objects `source.lock` and `target.lock`, each the other way round, have
no name in common. `told_apart` finds one for such objects afterwards: a longer way from a module's
variables, `accounts["savings"].lock`, or what another thread's frame calls it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from atfault.cpython.frames.frame_slots import namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.object_reader import ObjectReader
from atfault.model.stacks import PyFrame

_MAX_GLOBALS = 1_000
_MAX_LOCALS = 100
_MAX_ITEMS = 64
_MAX_OBJECTS = 2_000
"""Objects of one namespace whose insides are looked at."""
_MAX_NAMED = 5_000
_MAX_FRAMES = 6
_MAX_NAMING = 200
_MAX_OWNING = 40
_MAX_OWNERS = 2
_SEQUENCES = ("list", "tuple", "collections.deque")
_PLAIN = frozenset(
    ("NoneType", "bool", "int", "float", "str", "bytes", "type", "function", "module")
)
_INNER = {
    "threading.Condition": (("_lock", ""),),
    "queue.Queue": (("mutex", ".mutex"),),
    "multiprocessing.synchronize.SemLock": (("_semlock", ""),),
    "multiprocessing.queues.Queue": tuple((n, f".{n}") for n in ("_rlock", "_wlock", "_notempty")),
    "multiprocessing.queues.SimpleQueue": (("_rlock", "._rlock"), ("_wlock", "._wlock")),
}
"""Locks inside of what people know: {type: (attribute, what is added to the name)}."""


class Names:
    """Finds names for objects of one process; a name once given stays."""

    def __init__(self, runtime: PythonRuntime, reader: ObjectReader) -> None:
        self._runtime = runtime
        self._reader = reader
        self._given: dict[int, str] = {}
        self._owners: dict[str, int] = {}
        self._collided: dict[str, list[int]] = {}
        """Expression → the objects that it stands for, where there are several."""
        self._whole: dict[int, int] = {}
        """Lock inside of an object → that object, where both go by the same name."""
        self._namespaces: dict[int, dict[int, str]] = {}
        self._deep: dict[int, dict[int, str]] = {}
        self._frames: dict[int, dict[int, str]] = {}
        self._globals: dict[int, dict[str, int]] = {}
        self._imported: dict[int, dict[int, tuple[str, int]]] = {}
        self._variables: dict[int, dict[str, int]] = {}

    def variables(self, frame: PyFrame) -> dict[str, int]:
        """The frame's local variables, name → address; read once."""
        known = self._variables.get(frame.address)
        if known is None:
            known = variables(self._runtime, self._reader, frame)
            self._variables[frame.address] = known
        return known

    def of(self, address: int, frames: Sequence[PyFrame]) -> str:
        """A name for the object at `address`; "" when these frames have none.

        frames: where to look, the likeliest first.
        """
        known = self._given.get(address)
        if known:
            return known
        expression = ""
        for where in (self._in_namespace, self._in_frame):
            for frame in frames[:_MAX_FRAMES]:
                expression = where(frame).get(address, "")
                if expression:
                    whole = self._whole.get(address, address)
                    return self._given.get(whole) or self._give(whole, expression)
        return ""

    def _give(self, address: int, expression: str) -> str:
        first = self._owners.setdefault(expression, address)
        if first != address:
            self._collided.setdefault(expression, [first]).append(address)
            expression = f"{expression} ({address:#x})"
        self._given[address] = expression
        return expression

    def told_apart(self, frames: Sequence[PyFrame]) -> dict[int, tuple[str, str]]:
        """Address → (name given, a better one) of the objects that share an expression, where all
        of them can be told apart by their names.

        frames: the user's, of all threads, where names are looked for.
        """
        found: dict[int, tuple[str, str]] = {}
        spaces = list(dict.fromkeys([namespace(self._runtime, frame) for frame in frames]))
        runs = Counter(frame.code.address for frame in frames)
        # Not a function that runs several times, for each of which they have other names.
        naming = [one for one in frames[:_MAX_NAMING] if runs[one.code.address] == 1]
        for addresses in self._collided.values():
            named = self._by_namespace(addresses, spaces)
            if not self._tells_apart(named, addresses):
                named = self._by_frame(addresses, naming)
            if self._tells_apart(named, addresses):
                for address, name in zip(addresses, named):
                    found[address] = (self._given[address], name)
                    self._owners[name] = address
        return found

    def _tells_apart(self, named: list[str], addresses: list[int]) -> bool:
        """Whether each has a name, and one that no other object has."""
        taken = {self._owners.get(name, 0) for name in named} - {0, *addresses}
        return _are_distinct(named) and not taken

    def _by_namespace(self, addresses: list[int], spaces: list[int]) -> list[str]:
        every = [self._deep_in(at) for at in spaces]
        return [
            next((known[address] for known in every if address in known), "")
            for address in addresses
        ]

    def _by_frame(self, addresses: list[int], frames: list[PyFrame]) -> list[str]:
        """What the first frame calls them that calls all of them something: their creator, most
        likely."""
        for frame in frames:
            known = self._in_frame(frame)
            named = [known.get(address, "") for address in addresses]
            if _are_distinct(named):
                return named
        return []

    def _deep_in(self, at: int) -> dict[int, str]:
        known = self._deep.get(at)
        if known is None:
            pairs = [(n, v) for n, v in self.globals_at(at).items() if not n.startswith("__")]
            known = self._deep[at] = self._insides(pairs, depth=3)
        return known

    def globals_at(self, address: int) -> dict[str, int]:
        """Name → address of the value, of the variables of the module whose dict is at `address`;
        read once."""
        known = self._globals.get(address)
        if known is None:
            pairs = self._reader.names_in(address, _MAX_GLOBALS) if address else []
            known = self._globals[address] = dict(pairs)
        return known

    def namespace_of(self, frame: PyFrame) -> dict[str, int]:
        """Name → address of the value, of the variables of the frame's module."""
        return self.globals_at(namespace(self._runtime, frame))

    def of_module(self, address: int, at: int) -> str:
        """A name for the object among the variables of the module whose dict is at `at`, and what
        they hold: `shop.database._tx` of a package's connection."""
        if not at:
            return ""
        expression = self._in_module(at).get(address) or self._deep_in(at).get(address)
        return self._give(address, expression) if expression else ""

    def of_owner(self, address: int, frames: Sequence[PyFrame]) -> str:
        """ "the not_empty of a Queue, the _pool of a QueuePool": whose attribute it is, of what is
        `self` in these frames, and of whose that is one; "" where it is none's.

        frames: of packages, the innermost first.
        """
        told: list[str] = []
        wanted = address
        for frame in frames[:_MAX_OWNING]:
            owner = self.variables(frame).get("self", 0)
            info = self._reader.type(owner) if owner else None
            if info is None or not info.from_class_statement:
                continue
            attributes = self._reader.attributes(owner)
            name = next((name for name, at in attributes.items() if at == wanted), "")
            if name:
                told.append(f"the {name} of a {info.short_name}")
                wanted = owner
            if len(told) == _MAX_OWNERS:
                break
        return self._give(address, ", ".join(told)) if told else ""

    def of_imported(self, address: int, frames: Sequence[PyFrame]) -> str:
        """ "settings.lock": a variable of a module that the frames' modules import; else ""."""
        for frame in frames[:_MAX_FRAMES]:
            module, key = self._imported_by(namespace(self._runtime, frame)).get(address, ("", 0))
            name = self._reader.text(key) if key else ""
            if name and not name.startswith("__"):
                return self._give(address, f"{module}.{name}")
        return ""

    def _imported_by(self, at: int) -> dict[int, tuple[str, int]]:
        """Address → (module, address of the name there), of the variables of imported modules."""
        known = self._imported.get(at)
        if known is None:
            known = self._imported[at] = {}
            offset = self._reader.structs["PyModuleObject"]["md_dict"]
            for module, value in self.globals_at(at).items():
                if self._reader.type_name(value) == "module" and not module.startswith("__"):
                    inside = self._reader.word(value + offset)
                    for key, part in self._reader.dict_items(inside, _MAX_GLOBALS):
                        known.setdefault(part, (module, key))
        return known

    def _in_namespace(self, frame: PyFrame) -> dict[int, str]:
        return self._in_module(namespace(self._runtime, frame))

    def _in_module(self, at: int) -> dict[int, str]:
        known = self._namespaces.get(at)
        if known is None:
            pairs = [(n, v) for n, v in self.globals_at(at).items() if not n.startswith("__")]
            known = self._namespaces[at] = self._insides(pairs, depth=1)
            for name, value in pairs:
                for attribute, part in self._class_attributes(value):
                    kind = self._reader.type_name(part)
                    if kind and kind not in _PLAIN:
                        known.setdefault(part, f"{name}.{attribute}")
        return known

    def _class_attributes(self, address: int) -> list[tuple[str, int]]:
        """(name, address) of what a class of the program's own has for all its instances."""
        info = self._reader.class_at(address)
        if info is None or not info.from_class_statement:
            return []
        found = self._reader.names_in(info.dict_address, _MAX_GLOBALS)
        return [(name, at) for name, at in found if not name.startswith("__")]

    def _in_frame(self, frame: PyFrame) -> dict[int, str]:
        known = self._frames.get(frame.address)
        if known is None:
            # Others are in no source: pytest's "@py_assert1", a comprehension's ".0".
            pairs = [(n, v) for n, v in self.variables(frame).items() if n.isidentifier()]
            pairs = pairs[:_MAX_LOCALS]
            known = self._frames[frame.address] = self._insides(pairs, depth=2)
        return known

    def _insides(self, pairs: list[tuple[str, int]], depth: int) -> dict[int, str]:
        """Address → expression, of these variables and of what they hold, `depth` levels deep."""
        found: dict[int, str] = {}
        level = pairs
        budget = _MAX_OBJECTS
        for remaining in range(depth, -1, -1):
            deeper: list[tuple[str, int]] = []
            for expression, address in level:
                if address in found:
                    continue
                info = self._reader.type(address)
                if info is None or info.name in _PLAIN:
                    continue
                found[address] = expression
                if remaining and budget > 0:
                    budget -= 1
                    deeper += self._parts(expression, address)
            level = deeper[:_MAX_NAMED]
        todo = list(found.items())
        for address, expression in todo:
            kind = self._reader.kind(address, _INNER_NAMES)
            for attribute, suffix in _INNER.get(kind, ()):
                inner = self._reader.attribute(address, attribute)
                if inner and inner not in found:
                    found[inner] = expression + suffix
                    todo.append((inner, found[inner]))
                    if not suffix:
                        self._whole[inner] = address
        return found

    def _parts(self, expression: str, address: int) -> list[tuple[str, int]]:
        reader = self._reader
        kind = reader.kind(address, _SEQUENCES)
        if kind:
            return [
                (f"{expression}[{index}]", item)
                for index, item in enumerate(reader.items(address, _MAX_ITEMS))
            ]
        if reader.is_a(address, "dict", "frozendict"):
            parts = []
            for key, value in reader.dict_items(address, _MAX_ITEMS):
                shown = self._key(key)
                if shown:
                    parts.append((f"{expression}[{shown}]", value))
            return parts
        info = reader.type(address)
        if info is None or not info.from_class_statement:
            return []
        hidden = [name for name, _ in _INNER.get(reader.kind(address, _INNER_NAMES), ())]
        return [
            (f"{expression}.{name}", at)
            for name, at in reader.attributes(address).items()
            if name not in hidden
        ]

    def _key(self, address: int, depth: int = 0) -> str:
        text = self._reader.text(address, 40)
        if text:
            return f'"{text}"'
        if self._reader.is_a(address, "tuple") and depth < 2:
            parts = [self._key(part, depth + 1) for part in self._reader.items(address, 9)]
            return f"({', '.join(parts)})" if 2 <= len(parts) < 9 and all(parts) else ""
        number = self._reader.integer(address)
        return "" if number is None else str(number)


def _are_distinct(names: list[str]) -> bool:
    return bool(names) and all(names) and len(set(names)) == len(names)


_INNER_NAMES = tuple(_INNER)
