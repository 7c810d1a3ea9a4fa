"""Python objects of the target, decoded into `Value`s without running any of their code.

    decode(address)
      └ head: the first bytes of the object, one read
         └ its type: read once, checked to be a type, kept (type_objects)
            └ the handler for the first type of its tp_base chain that has one
               └ a Value; parts are decoded through `child`, which bounds and detects cycles

What C types look like in memory is known by their name (`handlers.BUILT_IN`), as tp_base leads to
the type that decides an object's layout.
"""

import struct
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from atfault.cpython.values.type_objects import BrokenObject, TypeInfo, TypeTable, UnreadType
from atfault.errors import MemoryFault
from atfault.model.absent import Absent
from atfault.model.process import MemoryMapping
from atfault.model.secret_texts import mask_text
from atfault.model.secrets import level_of
from atfault.model.values import Value
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]
Handler = Callable[["ValueDecoder", "Subject"], Value]

_U64 = struct.Struct("<Q")
_I64 = struct.Struct("<q")
_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")

_HEAD = 128
"""Bytes read at once from the start of an object: most objects whole, and short strings."""
MIN_HEAD = 16
_WITH_BUFFER = {"_ctypes._SimpleCData", "_ctypes.Array", "_ctypes.Structure", "_ctypes.Union"}
"""Types whose instances keep up to 16 bytes of C data in themselves."""
_MAX_MEMO = 20_000


class Limits(NamedTuple):
    """How much of a value is decoded; everything beyond is shown as "…"."""

    depth: int = 4
    """Containers and instances inside each other, below the variable itself."""
    items: int = 12
    """Of a container."""
    attributes: int = 40
    """Of an instance."""
    characters: int = 120
    """Of a str, bytes, or number."""
    text: int = 300
    """Characters of a whole Value.text, about."""
    nodes: int = 300
    """Objects decoded for one variable."""
    frame_nodes: int = 2_000
    """Objects decoded between two calls of `begin_frame`."""


DEFAULT_LIMITS = Limits()


class Subject:
    """One object while it is decoded."""

    __slots__ = ("address", "depth", "head", "secret", "type")

    def __init__(
        self, address: int, head: bytes, type_info: TypeInfo, depth: int, secret: int
    ) -> None:
        self.address = address
        self.head = head
        """The first 128 bytes, or fewer where memory ends."""
        self.type = type_info
        self.depth = depth
        """0 for a variable's own value."""
        self.secret = secret
        """What the name that leads to it says of it (see secrets.level_of)."""

    def word(self, offset: int) -> int:
        """The unsigned 64-bit word at `offset`; raises MemoryFault past the head."""
        try:
            value: int = _U64.unpack_from(self.head, offset)[0]
        except struct.error:
            raise MemoryFault(self.address + offset, 8) from None
        return value

    def signed(self, offset: int) -> int:
        """Like `word`, signed."""
        value = self.word(offset)
        return value - (1 << 64) if value >> 63 else value

    def i32(self, offset: int) -> int:
        """The signed 32-bit number at `offset`."""
        try:
            value: int = _I32.unpack_from(self.head, offset)[0]
        except struct.error:
            raise MemoryFault(self.address + offset, 4) from None
        return value


class ValueDecoder:
    """Decodes objects of one snapshot. Memory is taken as unchanging: results are kept.

    memory: of the target.
    offsets: structure → field → offset of its version (atfault.cpython.offsets, `STRUCTS`).
    version: (major, minor, …) of the interpreter.
    mappings: of the target, sorted; for "mapped" of buffers. Empty: not checked.
    mask_secrets: hide the values of names that look like secrets (atfault.model.secrets).
    plugins: qualified type name → handler, for types of packages (atfault.runtimes).
    builtins: gives the address of the dict of builtins (see atfault.cpython.values.type_objects).
    """

    def __init__(
        self,
        memory: Memory,
        offsets: Structs,
        version: tuple[int, ...],
        *,
        mappings: Sequence[MemoryMapping] = (),
        mask_secrets: bool = True,
        limits: Limits = DEFAULT_LIMITS,
        handlers: Mapping[str, Handler] | None = None,
        plugins: Mapping[str, Handler] | None = None,
        builtins: Callable[[], int] | None = None,
    ) -> None:
        self.memory = memory
        self.structs = offsets
        self.version = version
        self.types = TypeTable(memory, offsets, version, builtins)
        self.mask_secrets = mask_secrets
        self.limits = limits
        self._handlers: Mapping[str, Handler] = handlers or {}
        self._plugins: Mapping[str, Handler] = plugins or {}
        self._check_mapped = bool(mappings)
        self._extents = _merged(mappings)
        self._starts = [start for start, _ in self._extents]
        self._path: set[int] = set()
        self._nodes_left = limits.nodes
        self._frame_left = limits.frame_nodes
        self._memo: dict[tuple[int, int], Value | Absent] = {}
        self.cache: dict[tuple[str, int], object] = {}
        """For handlers: what they read once, by kind and address."""

    # -- for the callers --------------------------------------------------------------------------

    def begin_frame(self) -> None:
        """A new frame's variables follow: its budget of objects is whole again."""
        self._frame_left = self.limits.frame_nodes

    def decode(self, address: int, name: str = "") -> Value | Absent:
        """The object at `address`; name: of the variable, which decides whether it is masked.

        Absent when there is no readable Python object; nothing is raised.
        """
        secret = level_of(name) if name and self.mask_secrets else 0
        key = (address, secret)
        known = self._memo.get(key)
        if known is not None:
            return known
        if self._frame_left <= 0:
            return Absent("not decoded: the frame has too many values")
        self._nodes_left = budget = min(self.limits.nodes, self._frame_left)
        self._path.clear()
        value = self._decode(address, 0, secret)
        self._frame_left -= budget - self._nodes_left
        if len(self._memo) < _MAX_MEMO:
            self._memo[key] = value
        return value

    def check_header(self, address: int) -> str:
        """What is wrong with the object at `address`, "" when it may be a living one: the
        reference count, or the type pointer, which must lead to a type whose type is a type.

        It may be one too where the snapshot lacks memory that would tell.
        """
        if address < 4096:
            return f"{address:#x} is not an address"
        try:
            self.type_of(address)
        except MemoryFault as fault:
            return "" if fault.lacking else f"the memory at {address:#x} cannot be read"
        except UnreadType:
            return ""
        except BrokenObject as broken:
            return str(broken)
        return ""

    # -- for the handlers -------------------------------------------------------------------------

    def head(self, address: int) -> bytes:
        """The first bytes of the object at `address`, 16 to 128. Raises MemoryFault."""
        if self.memory.without_text:
            return self._fixed_part(address)
        try:
            return self.memory.read(address, _HEAD)
        except MemoryFault:
            head = self.memory.read_upto(address, _HEAD)
            if len(head) < MIN_HEAD:
                raise
            return head

    def _fixed_part(self, address: int) -> bytes:
        """The same as far as no text can be in it: neither of the object nor of its neighbours."""
        size = max(MIN_HEAD, self.structs["PyObject"]["sizeof"])
        head = self.memory.read(address, size)
        try:
            info = self.types.of(head)
        except (MemoryFault, UnreadType, BrokenObject):
            return head
        names = {base.name for base in info.chain()}
        size = min(max(size, info.basicsize), _HEAD)
        if names & _WITH_BUFFER:
            size = self.structs["CDataObject"]["b_length"] + 24
        elif "bytes" in names:
            size = self.structs["PyBytesObject"]["ob_sval"]
        elif "str" in names:
            size = self.structs["PyASCIIObject"]["sizeof"]
        return self.memory.read(address, size)

    def type_of(self, address: int) -> TypeInfo:
        """Raises MemoryFault or BrokenObject."""
        return self.types.of(self.head(address))

    def child(self, parent: Subject, address: int, name: str = "") -> Value | Absent:
        """A part of `parent`. name: attribute, key or field, which decides whether it is masked."""
        secret = parent.secret
        if name and self.mask_secrets:
            secret = max(secret, level_of(name))
        return self._decode(address, parent.depth + 1, secret)

    def key(self, parent: Subject, address: int) -> Value | Absent:
        """A key of the dict `parent`: a name rather than a secret, whatever the dict is called."""
        return self._decode(address, parent.depth + 1, 0)

    def peek(self, address: int) -> Value | None:
        """The object at `address` by itself, nothing of what it holds; None when it is damaged."""
        value = self._decode(address, self.limits.depth, 0)
        return value if isinstance(value, Value) else None

    def may_descend(self, subject: Subject) -> bool:
        """Whether the parts of `subject` are still to be decoded."""
        return subject.depth < self.limits.depth and self._nodes_left > 0

    def is_mapped(self, low: int, high: int) -> bool | None:
        """Whether all of [low, high) is accessible memory; None when unknown or empty."""
        if not self._check_mapped or low >= high:
            return None
        index = bisect_right(self._starts, low) - 1
        return index >= 0 and high <= self._extents[index][1]

    def mask_text(self, text: str, cut: bool = False) -> str:
        """`text` with what looks like a secret replaced; cut: it goes on beyond what was read."""
        return mask_text(text, cut)

    # -- inside -----------------------------------------------------------------------------------

    def _decode(self, address: int, depth: int, secret: int) -> Value | Absent:
        if address < 4096:
            return Absent("a NULL pointer" if not address else f"{address:#x} is not an address")
        self._nodes_left -= 1
        if self._nodes_left < 0:
            return Absent("…")
        try:
            head = self.head(address)
        except MemoryFault:
            return Absent(f"the memory at {address:#x} cannot be read")
        try:
            info = self.types.of(head)
        except UnreadType as unread:
            return Absent(str(unread))
        except BrokenObject as broken:
            return Absent(f"not a Python object: {broken}", True)
        handler = info.handler
        if handler is None:
            handler = info.handler = self._handler_for(info)
        if address in self._path:
            return Value(info.name, "…", address)
        self._path.add(address)
        try:
            return handler(self, Subject(address, head, info, depth, secret))
        except MemoryFault as fault:
            is_damaged = not self._lacks(fault)
            kind = f"damaged {info.name}" if is_damaged else info.name
            why = f"a {kind}: the memory at {fault.address:#x} cannot be read"
            return Absent(why, is_damaged)
        except (BrokenObject, ValueError, struct.error, OverflowError, IndexError) as damage:
            return Absent(f"a damaged {info.name}: {damage}", True)
        finally:
            self._path.discard(address)

    def _lacks(self, fault: MemoryFault) -> bool:
        """Whether it is the snapshot that lacks the memory, which proves no damage."""
        if not fault.lacking:  # the fault may be one of a head that was cut short
            try:
                self.memory.read(fault.address, fault.size)
            except MemoryFault as again:
                return again.lacking
        return fault.lacking

    def _handler_for(self, info: TypeInfo) -> Handler:
        for base in info.chain():
            handler = self._plugins.get(base.name)
            if handler is not None:
                return handler
            if not base.from_class_statement:
                handler = self._handlers.get(base.name)
                if handler is not None:
                    return handler
        return decode_opaque


def decode_opaque(decoder: ValueDecoder, subject: Subject) -> Value:
    """An object of a C type that is not known: its type and address alone."""
    name = subject.type.name
    return Value(name, f"<{name} at {subject.address:#x}>", subject.address)


def _merged(mappings: Sequence[MemoryMapping]) -> list[tuple[int, int]]:
    """Accessible address ranges, adjacent mappings joined."""
    extents: list[tuple[int, int]] = []
    for mapping in mappings:
        if not (mapping.readable or mapping.writable):
            continue
        if extents and extents[-1][1] == mapping.start:
            extents[-1] = (extents[-1][0], mapping.end)
        else:
            extents.append((mapping.start, mapping.end))
    return extents
