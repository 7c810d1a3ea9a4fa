"""Type objects of the target: name, flags, base, and whether an address is a type at all.

A type is read once and kept: a process has thousands of objects and a few dozen types. Layouts:
PyTypeObject and PyHeapTypeObject, Include/cpython/object.h.

    PyTypeObject                       PyHeapTypeObject = PyTypeObject, slots of protocols, and
    ob_refcnt  ob_type  ob_size        ht_name  ht_slots  ht_qualname  ht_cached_keys
    tp_name → "module.Name\0"          (behind it: a PyMemberDef for each entry of __slots__)
    tp_basicsize tp_itemsize … tp_flags … tp_base tp_dict … tp_dictoffset …

Names of Python's own types where the interpreter's file is missing.

A static type's name is a C string in the read-only data of the interpreter's object, which a core
does not hold. The dict of the module builtins does hold it, as a key:

    PyInterpreterState.builtins → {"int": PyLong_Type, "str": PyUnicode_Type, …, "None": None, …}
                                                              whose type is NoneType ╯
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

from atfault.cpython.values.dicts import dict_items, find_key
from atfault.cpython.values.strings import escape, read_text
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

# Py_TPFLAGS_*, Include/object.h: the same bits in 3.8 to 3.15 wherever they exist.
INLINE_VALUES = 1 << 2  # 3.13+
MANAGED_DICT = 1 << 4  # 3.11+
HEAPTYPE = 1 << 9
READY = 1 << 12
TYPE_SUBCLASS = 1 << 31

_MAX_BASES = 64
_MAX_METATYPES = 4
_MAX_KNOWN = 50_000
_MAX_BASICSIZE = 1 << 24
_MAX_NAME = 200
_MAX_CLASS_KEYS = 64
"""A class statement stores __module__ first, type() after what it was given."""

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_FEW = 1 << 20
_UNDERFLOW = 0xFFFF_FF00

_U64 = struct.Struct("<Q")
_I64 = struct.Struct("<q")
_TWO_WORDS = struct.Struct("<QQ")
_LOCAL_SHARED_TYPE = struct.Struct("<IqQ")
"""ob_ref_local, ob_ref_shared and ob_type of a free-threaded build."""
_LOCAL_IMMORTAL = 0xFFFF_FFFF
_NOT_HELD = "is in memory that could not be read"
_OF_VALUES = {
    "None": "NoneType",
    "Ellipsis": "ellipsis",
    "NotImplemented": "NotImplementedType",
    "len": "builtin_function_or_method",
}
"""What the type of a value in builtins is called."""
_MAX_BUILTINS = 400
_MAX_BUILTIN_NAME = 60


class BrokenObject(Exception):
    """What is at an address is not the object that it should be; str() says what is wrong."""


class UnreadType(BrokenObject):
    """The snapshot lacks memory that tells what type an object has: it may be a living one."""


class TypeInfo:
    """One type of the target."""

    __slots__ = (
        "address",
        "base",
        "basicsize",
        "cached",
        "dict_address",
        "dictoffset",
        "flags",
        "from_class_statement",
        "handler",
        "itemsize",
        "metatype",
        "name",
        "short_name",
        "slot_count",
    )

    address: int
    name: str
    """Escaped; qualified by its module unless that is builtins or __main__."""
    short_name: str
    """Without the module: "ndarray", "Outer.Config"."""
    flags: int
    basicsize: int
    itemsize: int
    dictoffset: int
    base: TypeInfo | None
    """tp_base, which decides the memory layout; None for object."""
    metatype: int
    """Address of the type's own type."""
    from_class_statement: bool
    """Made by Python code (`class`, `type()`), not by C: its C layout is that of its base."""
    dict_address: int
    """tp_dict; 0 for most static types from 3.12 on."""
    slot_count: int
    """Entries of __slots__ that this very class adds."""
    handler: Callable[..., Any] | None
    """Set by the decoder: what decodes instances."""
    cached: dict[str, Any]
    """What other modules keep about the type."""

    def chain(self) -> list[TypeInfo]:
        """The type and its tp_base chain, object last."""
        types: list[TypeInfo] = []
        current: TypeInfo | None = self
        while current is not None:
            types.append(current)
            current = current.base
        return types


class TypeTable:
    """The types met so far, by address.

    memory: of the target; structs: the offset table of its version; version: (major, minor, …).
    builtins: gives the address of the dict of builtins, which names types where nothing else does.
    """

    def __init__(
        self,
        memory: Memory,
        structs: Structs,
        version: tuple[int, ...],
        builtins: Callable[[], int] | None = None,
    ) -> None:
        self._memory = memory
        self._structs = structs
        self._builtins = builtins
        self._builtin_names: dict[int, str] | None = None
        self._known: dict[int, TypeInfo] = {}
        self._broken: dict[int, tuple[type[BrokenObject], str]] = {}
        self._metatypes: dict[int, bool] = {}
        self._ob_type = structs["PyObject"]["ob_type"]
        self._split_refcount = version[:2] >= (3, 14)
        self._free_threaded = "ob_tid" in structs["PyObject"]
        self._ob_ref_local = structs["PyObject"]["ob_refcnt"]
        fields = structs["PyTypeObject"]
        self._fields = fields
        self._type_size = max(offset for name, offset in fields.items() if name != "sizeof") + 8

    def at(self, address: int) -> TypeInfo:
        """The type object at `address`; raises BrokenObject when there is none, UnreadType where
        that cannot be told."""
        known = self._known.get(address)
        if known is not None:
            return known
        broken = self._broken.get(address)
        if broken is None:
            if len(self._known) + len(self._broken) > _MAX_KNOWN:
                self._known.clear()
                self._broken.clear()
            try:
                known = self._known[address] = self._read(address, ())
                return known
            except MemoryFault as fault:
                if fault.lacking:
                    broken = UnreadType, f"its type, at {address:#x}, {_NOT_HELD}"
                else:
                    broken = BrokenObject, f"its type pointer {address:#x} cannot be read"
            except BrokenObject as error:
                broken = BrokenObject, str(error)
            self._broken[address] = broken
        kind, reason = broken
        raise kind(reason)

    def of(self, head: bytes) -> TypeInfo:
        """The type of the object that begins with `head`; raises BrokenObject when the reference
        count or the type pointer is not one, UnreadType where that cannot be told."""
        if self._free_threaded:
            local, shared, address = _LOCAL_SHARED_TYPE.unpack_from(head, self._ob_ref_local)
            problem = _split_count_problem(local, shared)
        else:
            count, address = _TWO_WORDS.unpack_from(head)
            problem = self._refcount_problem(count)
        if problem:
            raise BrokenObject(problem)
        return self._known.get(address) or self.at(address)

    def _refcount_problem(self, word: int) -> str:
        """What is wrong with `word` as the reference count of a living object; "" when nothing.

        Freed memory has a list pointer or a fill pattern here, both far above 2**40. 3.14 splits
        the word: 32 bits of count, 16 of overflow, 16 of flags; a count that was let go of once too
        often has all of its 32 bits set, or nearly, which no object that lives for ever has.
        """
        let_go = self._let_go(word)
        if let_go is not None:
            return f"its reference count is {let_go}"
        if self._split_refcount:
            if word & 0xFFFF_FFFF and not word >> 32 & 0xFFFF and word >> 48 < 0x100:
                return ""
        elif word < 1 << 40:
            return ""
        return f"its reference count {word:#x} is impossible"

    def _let_go(self, word: int) -> int | None:
        if not word:
            return 0
        if self._split_refcount:
            count = word & 0xFFFF_FFFF
            return count - (1 << 32) if count >= _UNDERFLOW and not word >> 32 else None
        return word - _MASK - 1 if word > _MASK - _FEW else None

    def let_go(self, head: bytes) -> int | None:
        """The reference count of what begins with `head` where that is 0 or less, as it is once the
        last user let go of it; None where it is not."""
        if not self._free_threaded:
            return self._let_go(_TWO_WORDS.unpack_from(head)[0])
        local, shared, _ = _LOCAL_SHARED_TYPE.unpack_from(head, self._ob_ref_local)
        count = _split_count(local, shared)
        return None if count is None or count > 0 else count

    def _read(self, address: int, seen: tuple[int, ...]) -> TypeInfo:
        not_a_type = f"its type pointer {address:#x} is not a type"
        if address < 4096 or address % 8 or address in seen or len(seen) > _MAX_BASES:
            raise BrokenObject(not_a_type)
        raw = self._memory.read(address, self._type_size)
        fields = self._fields
        metatype: int = _U64.unpack_from(raw, self._ob_type)[0]
        if not self._is_metatype(metatype, address):
            raise BrokenObject(not_a_type)
        info = TypeInfo()
        info.address = address
        info.metatype = metatype
        info.flags = _U64.unpack_from(raw, fields["tp_flags"])[0]
        info.basicsize = _I64.unpack_from(raw, fields["tp_basicsize"])[0]
        info.itemsize = _I64.unpack_from(raw, fields["tp_itemsize"])[0]
        info.dictoffset = _I64.unpack_from(raw, fields["tp_dictoffset"])[0]
        info.dict_address = _U64.unpack_from(raw, fields["tp_dict"])[0]
        info.slot_count = _I64.unpack_from(raw, self._structs["PyVarObject"]["ob_size"])[0]
        info.handler = None
        info.cached = {}
        base = _U64.unpack_from(raw, fields["tp_base"])[0]
        if not (
            (info.flags & READY or _was_never_readied(info, base))
            and 0 <= info.basicsize < _MAX_BASICSIZE
            and 0 <= info.itemsize < _MAX_BASICSIZE
            and abs(info.dictoffset) < _MAX_BASICSIZE
        ):
            raise BrokenObject(not_a_type)
        try:
            self._name(info, _U64.unpack_from(raw, fields["tp_name"])[0])
            info.base = self._base(base, (*seen, address)) if base else None
        except ValueError:
            raise BrokenObject(not_a_type) from None
        except MemoryFault as fault:
            if fault.lacking:
                raise
            raise BrokenObject(not_a_type) from None
        return info

    def _base(self, address: int, seen: tuple[int, ...]) -> TypeInfo:
        known = self._known.get(address)
        if known is None:
            known = self._known[address] = self._read(address, seen)
        return known

    def _is_metatype(self, address: int, of: int) -> bool:
        """Whether `address` is `type` or derives its type from it, `type` being its own type."""
        known = self._metatypes.get(address)
        if known is None:
            known = self._metatypes[address] = self._follow_metatypes(address)
        return known

    def _follow_metatypes(self, address: int) -> bool:
        for _ in range(_MAX_METATYPES):
            if address < 4096 or address % 8:
                return False
            try:
                raw = self._memory.read(address, self._type_size)
            except MemoryFault as fault:
                if fault.lacking:
                    raise
                return False
            if not _U64.unpack_from(raw, self._fields["tp_flags"])[0] & TYPE_SUBCLASS:
                return False
            own: int = _U64.unpack_from(raw, self._ob_type)[0]
            if own == address:
                return True
            address = own
        return False

    def _name(self, info: TypeInfo, tp_name: int) -> None:
        """Fill in name, short_name and from_class_statement.

        A class statement lets tp_name point into the str object ht_name itself (type_new and
        type_set_name in Objects/typeobject.c); a type made in C has a C string of its own there,
        "module.Name", and its name is taken from that.
        """
        info.from_class_statement = False
        if info.flags & HEAPTYPE:
            heap = self._structs["PyHeapTypeObject"]
            ht_name = self._memory.u64(info.address + heap["ht_name"])
            if self._utf8_of(ht_name) == tp_name:
                info.from_class_statement = True
                qualname = self._memory.u64(info.address + heap["ht_qualname"])
                info.short_name = escape(
                    read_text(self._memory, self._structs, qualname, _MAX_NAME)[0]
                )
                module = self._module_of(info)
                info.name = f"{module}.{info.short_name}" if module else info.short_name
                return
        try:
            raw = self._memory.cstring(tp_name, _MAX_NAME)
        except MemoryFault as fault:
            raw = self._builtin_name(info.address) if fault.lacking else b""
            if not raw:
                raise
        if not raw:
            raise BrokenObject(f"its type {info.address:#x} has no name")
        full = escape(raw.decode("utf-8", "backslashreplace"))
        info.name = full.removeprefix("builtins.")
        info.short_name = full.rpartition(".")[2]

    def _builtin_name(self, address: int) -> bytes:
        """The name under which builtins has the type at `address`; b"" for none."""
        if self._builtin_names is None:
            builtins = self._builtins() if self._builtins is not None else 0
            self._builtin_names = builtin_names(self._memory, self._structs, builtins)
        return self._builtin_names.get(address, "").encode()

    def _module_of(self, info: TypeInfo) -> str:
        """__module__ of a class; "" for __main__, builtins and where it cannot be told."""
        try:
            found = find_key(
                self._memory, self._structs, info.dict_address, "__module__", _MAX_CLASS_KEYS
            )
            if not found:
                return ""
            module = escape(read_text(self._memory, self._structs, found, _MAX_NAME)[0])
        except (MemoryFault, ValueError):
            return ""
        return "" if module in ("__main__", "builtins") else module

    def _utf8_of(self, address: int) -> int:
        """Where the UTF-8 form of the str at `address` is kept."""
        ascii_fields = self._structs["PyASCIIObject"]
        state = self._memory.u32(address + ascii_fields["state"])
        compact = state >> ascii_fields["state.compact_shift"] & 1
        if compact and state >> ascii_fields["state.ascii_shift"] & 1:
            return address + ascii_fields["sizeof"]
        return self._memory.u64(address + self._structs["PyCompactUnicodeObject"]["utf8"])


def _was_never_readied(info: TypeInfo, base: int) -> bool:
    """Whether it is as C code wrote it down, PyType_Ready never called: functools of 3.8 has
    objects of such a type, and extension modules may."""
    is_bare = not base and not info.dict_address
    return is_bare and not info.flags & HEAPTYPE and info.basicsize >= 16


def _split_count_problem(local: int, shared: int) -> str:
    """What is wrong with the two counts of an object in a free-threaded build; "" when nothing."""
    count = _split_count(local, shared)
    return "" if count is None or count > 0 else f"its reference count is {count}"


def _split_count(local: int, shared: int) -> int | None:
    """The reference count of an object in a free-threaded build; None when it lives for ever.

    +12 ob_ref_local: of the thread that made it; all bits set: it lives for ever
    +16 ob_ref_shared: of all others, and 2 bits of flags; negative when they let go of more than
    they took. Objects with deferred counts have a huge number added to it.
    Their sum is the reference count (Include/cpython/object.h, Py_REFCNT).
    """
    return None if local == _LOCAL_IMMORTAL else local + (shared >> 2)


def builtin_names(memory: Memory, structs: Structs, builtins: int) -> dict[int, str]:
    """Address of a type → its name, for the types that the dict at `builtins` tells of.

    Of several names of one type (OSError, IOError) the first counts; anything else in the dict gets
    a name as well, which nobody asks for. {} where the dict cannot be read.
    """
    found: dict[int, str] = {}
    try:
        items = dict_items(memory, structs, builtins, _MAX_BUILTINS)[1] if builtins else ()
    except (MemoryFault, ValueError):
        return {}
    for key, value in items:
        try:
            name = read_text(memory, structs, key, _MAX_BUILTIN_NAME)[0]
            if name in _OF_VALUES:
                value = memory.u64(value + structs["PyObject"]["ob_type"])
        except (MemoryFault, ValueError):
            continue
        found.setdefault(value, _OF_VALUES.get(name, name))
    return found
