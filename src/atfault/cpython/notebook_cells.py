"""Which cell of a notebook a code object belongs to: IPython numbers them, and keeps the numbers.

    sys.modules["IPython.core.interactiveshell"].InteractiveShell._instance
      .compile._filename_map    {"/tmp/ipykernel_4711/1904333214.py": 4}

IPython/core/compilerop.py (CachingCompiler.cache), from 7.23 on. Before ipykernel 6, and in a
terminal, the name of the file has the number itself: "<ipython-input-4-5d41402abc4b>".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from atfault.cpython.values.bare_objects import Structs, attributes, small_int
from atfault.cpython.values.dicts import find_key
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

_NUMBER = r"<ipython-input-(\d{1,9})-"
_MODULE = "IPython.core.interactiveshell"
_MAX_MODULES = 20_000
_MAX_NAMES = 5000
"""Of a module or a class."""
_MAX_CELLS = 50_000
_MAX_NUMBER = 10**9
_DAMAGE = (MemoryFault, ValueError, KeyError, IndexError, OverflowError)


class CellNames:
    """The cells of one process, by the names of IPython's tracebacks."""

    def __init__(
        self, memory: Memory, structs: Structs, minor: int, modules: Sequence[int]
    ) -> None:
        """modules: addresses of the dicts sys.modules, of each interpreter."""
        self._memory = memory
        self._structs = structs
        self._minor = minor
        self._maps = [found for one in modules if one and (found := self._map(one))]

    def name(self, file: str) -> str:
        """ "In[4]" for the file that a cell's code names; `file` itself where its number is not
        known."""
        match = re.match(_NUMBER, file)
        number = int(match[1]) if match is not None else self._number(file)
        return file if number is None else f"In[{number}]"

    def _map(self, modules: int) -> int:
        """Address of the dict from names to numbers; 0 for none."""
        memory, structs = self._memory, self._structs
        try:
            module = find_key(memory, structs, modules, _MODULE, _MAX_MODULES)
            names = memory.u64(module + structs["PyModuleObject"]["md_dict"]) if module else 0
            shell = find_key(memory, structs, names, "InteractiveShell", _MAX_NAMES) if names else 0
            in_class = memory.u64(shell + structs["PyTypeObject"]["tp_dict"]) if shell else 0
            if not in_class:
                return 0
            instance = find_key(memory, structs, in_class, "_instance", _MAX_NAMES)
            compiler = attributes(memory, structs, self._minor, instance)["compile"]
            return attributes(memory, structs, self._minor, compiler)["_filename_map"]
        except _DAMAGE:
            return 0

    def _number(self, file: str) -> int | None:
        for numbers in self._maps:
            try:
                found = find_key(self._memory, self._structs, numbers, file, _MAX_CELLS)
                number = self._int(found) if found else None
            except _DAMAGE:
                continue
            if number is not None and number < _MAX_NUMBER:
                return number
        return None

    def _int(self, address: int) -> int | None:
        """Its value; None for what is no int. Raises MemoryFault, or ValueError."""
        kind = self._memory.u64(address + self._structs["PyObject"]["ob_type"])
        name = self._memory.u64(kind + self._structs["PyTypeObject"]["tp_name"])
        is_int = self._memory.cstring(name, 8) == b"int"
        return small_int(self._memory, self._structs, address) if is_int else None
