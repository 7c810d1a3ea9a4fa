"""Plain answers about objects of the target: type, attributes, items, numbers, texts.

For code that follows the standard library's own objects (a Condition's waiters, a task's
coroutine), where `ValueDecoder` would make texts for people. Nothing here raises for damaged
memory: an answer that cannot be had is None, 0, "" or empty, as each method says.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.bare_objects import small_int
from atfault.cpython.values.dicts import dict_items
from atfault.cpython.values.instances import attributes
from atfault.cpython.values.objects import Subject, ValueDecoder
from atfault.cpython.values.strings import escape, read_text
from atfault.cpython.values.type_objects import BrokenObject, TypeInfo, TypeTable
from atfault.errors import MemoryFault
from atfault.model.roles import standard_type

_MAX_ATTRIBUTES = 250
_MAX_BASES = 20
_MAX_IN_CLASS = 500
_MAX_TEXT = 300
_MAX_KEPT = 50_000
_BLOCK = 64
"""Items of a block of a deque (Modules/_collectionsmodule.c)."""
_MAX_SET_SLOTS = 1 << 20
_MAX_DEQUE_BLOCKS = 10_000
_F64 = struct.Struct("<d")
_DAMAGE = (MemoryFault, BrokenObject, ValueError, struct.error, IndexError, OverflowError)


class ObjectReader:
    """Reads objects of one process. Memory is taken as unchanging: answers are kept."""

    def __init__(self, runtime: PythonRuntime) -> None:
        self.memory = runtime.memory
        self.structs = runtime.offsets
        self.minor = runtime.version[1]
        self._decoder = ValueDecoder(
            runtime.memory,
            runtime.offsets,
            runtime.version,
            mask_secrets=False,
            builtins=runtime.builtins,
        )
        self._types: dict[int, TypeInfo | None] = {}
        self._attributes: dict[int, dict[str, int]] = {}
        self._in_classes: dict[int, dict[str, int]] = {}
        self._keys: dict[int, str] = {}
        """Keys that name something: the same text objects wherever the name is used."""
        self._sound: set[int] = set()

    @property
    def types(self) -> TypeTable:
        """The types met so far."""
        return self._decoder.types

    def problem(self, address: int) -> str:
        """What is wrong with the object at `address`; "" when it may be a living one."""
        if address in self._sound:
            return ""
        problem = self._decoder.check_header(address) if not address & 7 else "it is not aligned"
        if not problem:
            if len(self._sound) >= _MAX_KEPT:
                self._sound.clear()
            self._sound.add(address)
        return problem

    def word(self, address: int) -> int:
        """The pointer at `address`; 0 when it cannot be read."""
        try:
            return self.memory.u64(address)
        except MemoryFault:
            return 0

    def type(self, address: int) -> TypeInfo | None:
        """The type of the object at `address`; None when there is no object."""
        try:
            return self._types[address]
        except KeyError:
            pass
        info = None
        if address > 4096 and not address & 7:
            try:
                info = self._decoder.type_of(address)
            except _DAMAGE:
                pass
        if len(self._types) >= _MAX_KEPT:
            self._types.clear()
        self._types[address] = info
        return info

    def native_type(self, address: int) -> TypeInfo | None:
        """The type written in C that the object is of, or its class is derived from: what Python
        code adds is no field in C. None when there is no object."""
        info = self.type(address)
        while info is not None and info.from_class_statement:
            info = info.base
        return info

    def type_in(self, head: bytes) -> TypeInfo | None:
        """The type of the object that begins with `head`; None where there is no object."""
        try:
            return self._decoder.types.of(head)
        except _DAMAGE:
            return None

    def class_at(self, address: int) -> TypeInfo | None:
        """The class that the object at `address` itself is; None for anything else."""
        if not self.is_a(address, "type"):
            return None
        try:
            return self._decoder.types.at(address)
        except _DAMAGE:
            return None

    def type_name(self, address: int) -> str:
        """Qualified by its module unless that is builtins or __main__; "" for no object."""
        info = self.type(address)
        return info.name if info is not None else ""

    def is_a(self, address: int, *names: str) -> bool:
        """Whether the object's type, or a base of it, has one of these qualified names."""
        return self.kind(address, names) != ""

    def kind(self, address: int, names: tuple[str, ...] | frozenset[str] | dict[str, str]) -> str:
        """The first of the type and its bases whose name is in `names`; "" for none."""
        info = self.type(address)
        while info is not None:
            name = standard_type(info.name)
            if name in names:
                return name
            info = info.base
        return ""

    def is_none(self, address: int) -> bool:
        return self.type_name(address) == "NoneType"

    def attributes(self, address: int) -> dict[str, int]:
        """Attribute name → address of the value, of an instance; {} when it has none."""
        known = self._attributes.get(address)
        if known is not None:
            return known
        found: dict[str, int] = {}
        info = self.type(address)
        if info is not None:
            try:
                subject = Subject(address, self._decoder.head(address), info, 0, 0)
                found = dict(attributes(self._decoder, subject, _MAX_ATTRIBUTES)[1])
            except _DAMAGE:
                pass
        if len(self._attributes) >= _MAX_KEPT:
            self._attributes.clear()
        self._attributes[address] = found
        return found

    def attribute(self, address: int, name: str) -> int:
        """Address of an attribute's value; 0 for none."""
        return self.attributes(address).get(name, 0)

    def path(self, address: int, *names: str) -> int:
        """The attribute of an attribute; 0 when one is missing."""
        for name in names:
            address = self.attribute(address, name) if address else 0
        return address

    def number(self, address: int) -> int | float | None:
        """The value of an int, bool or float; None for anything else, or a huge int."""
        kind = self.kind(address, ("int", "float"))
        try:
            if kind == "float":
                at = address + self.structs["PyFloatObject"]["ob_fval"]
                return float(_F64.unpack(self.memory.read(at, 8))[0])
            if kind == "int":
                return self._signed(address)
        except _DAMAGE:
            pass
        return None

    def _signed(self, address: int) -> int:
        fields = self.structs["PyLongObject"]
        if "lv_tag" in fields:
            tag = self.memory.u64(address + fields["lv_tag"])
            negative, digits = tag & 3 == 2, tag >> 3
        else:
            digits = self.memory.i64(address + self.structs["PyVarObject"]["ob_size"])
            negative, digits = digits < 0, abs(digits)
        if not negative:
            return small_int(self.memory, self.structs, address)
        if digits != 1:
            raise ValueError("a large negative number")
        return -self.memory.u32(address + fields["ob_digit"])

    def integer(self, address: int) -> int | None:
        """The value of an int or bool; None for anything else."""
        number = self.number(address)
        return number if isinstance(number, int) else None

    def integer_of(self, address: int, name: str) -> int | None:
        """The value of an int attribute."""
        return self.integer(self.attribute(address, name))

    def text(self, address: int, limit: int = _MAX_TEXT) -> str:
        """The contents of a str, escaped and cut; "" for anything else."""
        if not self.is_a(address, "str"):
            return ""
        try:
            return escape(read_text(self.memory, self.structs, address, limit)[0])
        except _DAMAGE:
            return ""

    def size(self, address: int) -> int | None:
        """len() of a list, tuple, deque, dict or set (and of their subclasses); else None."""
        kind = self.kind(address, _SIZED)
        if not kind:
            return None
        struct_name, field = _SIZED[kind].split(".")
        try:
            value = self.memory.i64(address + self.structs[struct_name][field])
        except MemoryFault:
            return None
        return value if 0 <= value < 1 << 48 else None

    def items(self, address: int, limit: int) -> list[int]:
        """Addresses of the first items of a list, tuple, deque or set; [] for anything else."""
        kind = self.kind(address, _SIZED)
        size = self.size(address)
        if not size:
            return []
        count = min(size, limit)
        try:
            if kind == "list":
                start = self.memory.u64(address + self.structs["PyListObject"]["ob_item"])
                return list(self.memory.u64s(start, count))
            if kind == "tuple":
                start = address + self.structs["PyTupleObject"]["ob_item"]
                return list(self.memory.u64s(start, count))
            if kind == "collections.deque":
                return self._deque(address, count)
            if kind in ("set", "frozenset"):
                return self._set(address, count)
        except _DAMAGE:
            pass
        return []

    def _deque(self, address: int, count: int) -> list[int]:
        fields, block_fields = self.structs["dequeobject"], self.structs["deque_block"]
        block = self.memory.u64(address + fields["leftblock"])
        index = self.memory.i64(address + fields["leftindex"])
        found: list[int] = []
        for _ in range(_MAX_DEQUE_BLOCKS):
            if len(found) >= count or not 0 <= index < _BLOCK:
                break
            step = min(_BLOCK - index, count - len(found))
            found.extend(self.memory.u64s(block + block_fields["data"] + 8 * index, step))
            block, index = self.memory.u64(block + block_fields["rightlink"]), 0
        return found

    def _set(self, address: int, count: int) -> list[int]:
        fields, stride = self.structs["PySetObject"], self.structs["setentry"]["sizeof"]
        slots = self.memory.i64(address + fields["mask"]) + 1
        table = self.memory.u64(address + fields["table"])
        if not 0 < slots <= _MAX_SET_SLOTS or slots & (slots - 1):
            return []
        raw = self.memory.read(table, slots * stride)
        found = []
        for offset in range(0, len(raw), stride):
            key, hash_ = struct.unpack_from("<Qq", raw, offset)
            if key and hash_ != -1:
                found.append(key)
                if len(found) >= count:
                    break
        return found

    def dict_items(self, address: int, limit: int) -> list[tuple[int, int]]:
        """(key, value) addresses of the first items of a dict or frozendict; [] for anything
        else."""
        if not self.is_a(address, "dict", "frozendict"):
            return []
        try:
            return dict_items(self.memory, self.structs, address, limit)[1]
        except _DAMAGE:
            return []

    def names_in(self, address: int, limit: int) -> list[tuple[str, int]]:
        """(key, address of the value) of the first items of a dict whose keys are str."""
        found = []
        if len(self._keys) >= _MAX_KEPT:
            self._keys.clear()
        for key, value in self.dict_items(address, limit):
            name = self._keys.get(key)
            if name is None:
                name = self._keys[key] = self.text(key)
            if name:
                found.append((name, value))
        return found

    def class_attribute(self, info: TypeInfo | None, name: str) -> int:
        """What a class of the program's own, or a base of it that is one too, says under `name`,
        a method for instance; 0 for nothing."""
        return next((known[name] for known in self._namespaces(info) if name in known), 0)

    def class_attributes(self, info: TypeInfo | None, names: AbstractSet[str]) -> list[int]:
        """`class_attribute` of those of the names that there are."""
        found: dict[str, int] = {}
        for known in self._namespaces(info):
            for name in known.keys() & names:
                found.setdefault(name, known[name])
        return list(found.values())

    def _namespaces(self, info: TypeInfo | None) -> Iterator[dict[str, int]]:
        """What a class of the program's own says, and then each base of it that is one too."""
        for _ in range(_MAX_BASES):
            if info is None or not info.from_class_statement:
                return
            known = self._in_classes.get(info.dict_address)
            if known is None:
                known = dict(self.names_in(info.dict_address, _MAX_IN_CLASS))
                self._in_classes[info.dict_address] = known
            yield known
            info = info.base

    def looked_up(self, owner: int, name: str) -> int:
        """Attribute of an instance, module or class; what a class says for its instances, likewise;
        0 for none."""
        found = self.attribute(owner, name)
        if found or self.is_a(owner, "module"):
            return found
        return self.class_attribute(self.class_at(owner) or self.type(owner), name)

    def method_of(self, address: int, name: str) -> int:
        """`class_attribute` of an object's type."""
        return self.class_attribute(self.type(address), name)

    def bound_to(self, address: int) -> int:
        """The object that a bound method, of Python or C, is bound to; 0 for anything else."""
        kind = self.kind(address, ("method", "builtin_function_or_method"))
        if kind == "method":
            return self.word(address + self.structs["PyMethodObject"]["im_self"])
        if kind:
            return self.word(address + self.structs["PyCFunctionObject"]["m_self"])
        return 0

    def machine_code(self, address: int) -> int:
        """Where the function of a builtin function or method begins; 0 for anything else."""
        if self.type_name(address) != "builtin_function_or_method":
            return 0
        definition = self.word(address + self.structs["PyCFunctionObject"]["m_ml"])
        return self.word(definition + self.structs["PyMethodDef"]["ml_meth"])

    def code_address(self, address: int) -> int:
        """Of the code object of a Python function or method; 0 for anything else."""
        if self.is_a(address, "method"):
            address = self.word(address + self.structs["PyMethodObject"]["im_func"])
        if not self.is_a(address, "function"):
            return 0
        return self.word(address + self.structs["PyFunctionObject"]["func_code"])

    def cells(self, address: int, limit: int) -> list[int]:
        """Addresses of the cells that a Python function closes over, in the order of its
        co_freevars; [] for anything else."""
        if not self.is_a(address, "function"):
            return []
        closure = self.word(address + self.structs["PyFunctionObject"]["func_closure"])
        return self.items(closure, limit)

    def descriptor(self, address: int) -> int | None:
        """The file descriptor of a socket (Modules/socketmodule.h), of a file (the first field of
        fileio, Modules/_io/fileio.c) or of a message queue (posix_ipc_module.c of posix_ipc); None
        for anything else."""
        if self.is_a(address, "_socket.socket"):
            at = self.structs["PySocketSockObject"]["sock_fd"]
        elif self.is_a(address, "_io.FileIO"):
            at = self.structs["PyObject"]["sizeof"]
        elif self.is_a(address, "posix_ipc.MessageQueue"):  # behind its name
            at = self.structs["PyObject"]["sizeof"] + 8
        else:
            return None
        return self.word(address + at) & 0xFFFFFFFF

    def function_name(self, address: int) -> str:
        """The name of a function or method, of Python or C; "" for anything else."""
        kind = self.kind(address, _CALLABLES)
        try:
            if kind == "method":
                return self.function_name(
                    self.memory.u64(address + self.structs["PyMethodObject"]["im_func"])
                )
            if kind == "function":
                return self.text(
                    self.memory.u64(address + self.structs["PyFunctionObject"]["func_name"])
                )
            if kind == "builtin_function_or_method":
                definition = self.memory.u64(address + self.structs["PyCFunctionObject"]["m_ml"])
                name = self.memory.u64(definition + self.structs["PyMethodDef"]["ml_name"])
                return escape(self.memory.cstring(name, 100).decode("utf-8", "replace"))
        except _DAMAGE:
            pass
        return ""


_CALLABLES = ("method", "function", "builtin_function_or_method")
_SIZED = {
    "list": "PyVarObject.ob_size",
    "tuple": "PyVarObject.ob_size",
    "collections.deque": "PyVarObject.ob_size",
    "dict": "PyDictObject.ma_used",
    "frozendict": "PyDictObject.ma_used",
    "set": "PySetObject.used",
    "frozenset": "PySetObject.used",
}
