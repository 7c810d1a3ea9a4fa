"""All of this package's bytecode in one file, so that an import is one read.

A report on a small core takes a dozen milliseconds of work and some 130 modules; the import system
spends as long on finding, opening and checking their .pyc files. So the code in those files is
gathered into one more file beside them, and imports are served from there:

    atfault/__pycache__/atfault.cpython-311.bundle

    ┌──────┬───────────────┬────────┬───────────────────────────────┬──────┬──────┬───
    │magic │ Python's magic│ length │ index: name → where, of what  │ code │ code │ …
    └──────┴───────────────┴────────┴───────────────────────────────┴──────┴──────┴───
      8 bytes      4            4      marshalled dict                 as in .pyc, without headers

It is to be trusted as a .pyc file is, and no more: it lies in the same folder, is written by who
may write those and under the same conditions. A module whose source has another size or time than
it had is left to the import system, after which the file is written anew.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

    Entry = tuple[bool, int, int, int, int]
    """Whether it is a package; the source's time (seconds, as in a .pyc) and size in bytes; where
    its code is: offset and size."""

PACKAGE = __name__.partition(".")[0]
_INSIDE = f"{PACKAGE}."
ROOT = os.path.dirname(os.path.abspath(__file__))
_START = b"atfault\x01" + MAGIC_NUMBER
_HEADER = len(_START) + 4
_PYC_HEADER = 16
_MAX_INDEX = 1 << 20
_Spec: Any = type(__spec__)


class BytecodeFile:
    """An entry of sys.meta_path and the loader of what it finds."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._missed: list[str] = []
        """Modules that were not, or no longer, in the file."""
        self._fd = -1
        self._index: dict[str, Entry] = {}
        try:
            self._open()
        except (OSError, EOFError, ValueError, TypeError):
            self._index = {}

    def _open(self) -> None:
        self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        head = os.pread(self._fd, _HEADER, 0)
        size = int.from_bytes(head[-4:], "little")
        if len(head) < _HEADER or not head.startswith(_START) or size > _MAX_INDEX:
            return
        root, whole, index = marshal.loads(os.pread(self._fd, size, _HEADER))
        if root == ROOT and whole == os.fstat(self._fd).st_size:
            self._index = index

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Of the protocol of sys.meta_path: the module's spec, None for one that is not ours."""
        if not name.startswith(_INSIDE):
            return None
        entry = self._index.get(name)
        if entry is None:
            self._missed.append(name)
            return None
        source = _source(name, entry[0])
        if _stamp(source) != entry[1:3]:
            self._missed.append(name)
            return None
        spec = _Spec(name, self, origin=source, is_package=entry[0])
        if entry[0]:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def create_module(self, spec: Any) -> None:
        """The usual kind of module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code in it."""
        spec: Any = module.__spec__
        code = self.get_code(spec.name)
        if code.co_filename != spec.origin:  # compiled elsewhere
            code = code.replace(co_filename=spec.origin)
        module.__file__ = spec.origin
        exec(code, module.__dict__)

    def get_code(self, name: str) -> CodeType:
        """The code of a module of the index. Raises ImportError when the file went bad."""
        _, _, _, offset, size = self._index[name]
        try:
            code: CodeType = marshal.loads(os.pread(self._fd, size, offset))
        except (OSError, EOFError, ValueError, TypeError):
            raise ImportError(f"{self.path} is damaged; remove it", name=name) from None
        return code

    def update(self) -> None:
        """Write the file anew where that is due and allowed, and something changes by it."""
        if not self._missed or sys.dont_write_bytecode:
            return
        if not os.access(os.path.dirname(self.path), os.W_OK):
            return
        if not any(_is_compiled(name) for name in self._missed):
            return
        stamps, codes = _gather()
        temporary = f"{self.path}.{os.getpid()}"
        try:
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            try:
                with open(fd, "wb") as file:
                    file.writelines(_laid_out(stamps, codes))
                os.replace(temporary, self.path)
            except OSError:
                os.unlink(temporary)
        except OSError:
            pass  # as with a .pyc: it is only slower without


def install() -> BytecodeFile | None:
    """Serve this package's imports from its file from here on. None where .pyc files are not in
    their usual place, or are of another kind (-O)."""
    if sys.pycache_prefix is not None or sys.flags.optimize or not sys.implementation.cache_tag:
        return None
    name = f"{PACKAGE}.{sys.implementation.cache_tag}.bundle"
    served = BytecodeFile(os.path.join(ROOT, "__pycache__", name))
    sys.meta_path.insert(0, served)
    return served


def _source(name: str, is_package: bool) -> str:
    """Path of a module's source, by its full name."""
    inner = name[len(PACKAGE) :].replace(".", os.sep)
    return f"{ROOT}{inner}{os.sep}__init__.py" if is_package else f"{ROOT}{inner}.py"


def _stamp(path: str) -> tuple[int, int]:
    """(time, size) of a source file, as a .pyc file names them; (-1, -1) when there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return -1, -1
    return int(found.st_mtime) & 0xFFFF_FFFF, found.st_size & 0xFFFF_FFFF


def _gather() -> tuple[dict[str, tuple[bool, int, int]], list[bytes]]:
    """What the package's valid .pyc files hold: {name: (is package, time, size)}, and their code in
    that order."""
    stamps: dict[str, tuple[bool, int, int]] = {}
    codes = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if name.isidentifier())
        for file in sorted(files):
            stem, extension = os.path.splitext(file)
            if extension != ".py":
                continue
            source = os.path.join(folder, file)
            code = _compiled(folder, stem, _stamp(source))
            if code:
                is_package = stem == "__init__"
                inner = os.path.relpath(folder if is_package else source[:-3], ROOT)
                name = PACKAGE if inner == "." else f"{PACKAGE}.{inner.replace(os.sep, '.')}"
                stamps[name] = (is_package, *_stamp(source))
                codes.append(code)
    return stamps, codes


def _is_compiled(name: str) -> bool:
    """Whether a module has a .pyc file that could go into the file."""
    for is_package in (False, True):
        folder, file = os.path.split(_source(name, is_package))
        if _compiled(folder, file[:-3], _stamp(os.path.join(folder, file))):
            return True
    return False


def _compiled(folder: str, stem: str, stamp: tuple[int, int]) -> bytes:
    """The marshalled code of a source file from its .pyc; b"" when there is none that is valid.

    A .pyc file: the magic, flags (0: checked by time), the source's time and size, the code.
    """
    if stamp[0] < 0:  # no source
        return b""
    try:
        with open(f"{folder}/__pycache__/{stem}.{sys.implementation.cache_tag}.pyc", "rb") as file:
            data = file.read()
    except OSError:
        return b""
    wanted = MAGIC_NUMBER + bytes(4) + b"".join(part.to_bytes(4, "little") for part in stamp)
    return data[_PYC_HEADER:] if data.startswith(wanted) else b""


def _laid_out(stamps: dict[str, tuple[bool, int, int]], codes: list[bytes]) -> list[bytes]:
    """The pieces of the file. Offsets depend on the index's size, which marshal keeps the same for
    any four-byte number: so it is made twice."""
    size = 0
    head = b""
    for _ in range(2):
        offset = _HEADER + size
        index = {}
        for (name, stamp), code in zip(stamps.items(), codes):
            index[name] = (*stamp, offset, len(code))
            offset += len(code)
        head = marshal.dumps((ROOT, offset, index), 2)
        size = len(head)
    return [_START, size.to_bytes(4, "little"), head, *codes]
