"""What the dynamic loader, the import system and numpy say when an import fails → fields.

glibc (elf/dl-load.c, dl-lookup.c, dl-version.c, dl-tls.c, dl-execstack.c), musl (ldso/dynlink.c):

    libx.so.1: cannot open shared object file: No such file or directory
    Unable to load any of {libx.so.9.1.0, libx.so.9, libx.so}                          (cuDNN)
    /…/_core.so: undefined symbol: _ZN3c105ErrorC2E…[, version V]
    /…/libstdc++.so.6: version `GLIBCXX_3.4.32' not found (required by /…/_core.so)
    /…/_core.so: invalid ELF header          file too short       wrong ELF class: ELFCLASS32
    /…/libgomp.so.1: cannot allocate memory in static TLS block
    libx.so: cannot enable executable stack as shared object requires: Invalid argument
    Error loading shared library libx.so.1: No such file or directory (needed by /…/_core.so)
    Error relocating /…/_core.so: symbol_name: symbol not found

CPython 3.8 to 3.15 (Lib/importlib/_bootstrap.py, Python/ceval.c, Objects/moduleobject.c), in the
order in which they came to speak of the file:

    No module named 'pkg._core'
    No module named 'torch.nn'; 'torch' is not a package
    dynamic module does not define module export function (PyInit_fast)
    cannot import name '_core' from 'pkg' (/…/pkg/__init__.py)
    … from partially initialized module 'pkg' (most likely due to a circular import) (/…/pkg.py)
    module 'torch' has no attribute 'tensor'                                       (3.8 and later)
    partially initialized module 'torch' has no attribute 'tensor' (most likely due to a …)
    module 'torch' has no attribute 'tensor' (consider renaming '/…/torch.py' since …)      (3.13)

numpy (numpy/__init__.cython-30.pxd by way of Cython, numpy/_core/code_generators/
generate_numpy_api.py, numpy/_core/src/multiarray/multiarraymodule.c):

    numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88
    module compiled against API version 0xe but this version of numpy is 0xd
    module was compiled against NumPy C-API version 0x12 (NumPy 2.0) but the running NumPy has …
    numpy.core.multiarray failed to import

torch, of an operator whose library was not loaded (aten/src/ATen/core, torch/_ops.py):

    operator torchvision::nms does not exist
    '_OpNamespace' '_C' object has no attribute 'rms_norm'
    Couldn't load custom C++ ops. This can happen if …                               (torchvision)
"""

import re
from typing import NamedTuple

from atfault.model.loading import A_DLL, A_FUNCTION, DllFailed, NoInit, Refused
from atfault.text.patterns import until
from atfault.text.tables import table

_AT = r"(?:^|[\s'\"]|(?<!\()\()"
_FILE = re.compile(rf"{_AT}(?P<file>[^\s:'\"()][^\n:'\"()]*)")
_NOT_IN_FILES = "\n:'\"()"
_PATH = re.compile(rf"{_AT}(?P<file>\.{{0,2}}/[^\n:]+)")

_LIBRARY = (
    re.compile(
        rf"{_AT}(?P<lib>[^\s:'\"(]{{1,4096}}): cannot open shared object file: No such file"
    ),
    re.compile(
        r"Error loading shared library (?P<lib>[^\s:]{1,4096}): No such file or directory"
        r"(?: \(needed by (?P<by>[^)\n]{1,4096})\))?"
    ),
    re.compile(
        r"Unable to load any of \{(?:[^\s,}]{1,200}, ){0,9}?"
        r"(?P<lib>[^\s,}]{1,200}\.so\.\d{1,3})[,}]"
    ),
)
_UNDEFINED = re.compile(
    r": undefined symbol: "
    r"(?P<symbol>[^\s,'\"]{1,4096})(?:, version (?P<version>[^\s'\"]{1,200}))?"
)
_SYMBOL = (
    re.compile(
        r"Error relocating (?P<by>(?:(?!Error relocating)[^\n:]){1,4096}): "
        r"(?P<symbol>[^\s:]{1,4096}): symbol not found"
    ),
    re.compile(r"(?<!\S)(?P<by>\S{0,4096}): undefined symbol: (?P<symbol>[^\s,'\"]{1,4096})"),
)
_VERSION = re.compile(
    rf"{_AT}(?P<lib>/?[^\s:'\"(]{{1,4096}}): version `(?P<version>[^'\n]{{1,200}})' not found"
    r"(?: \(required by (?P<by>[^)\n]{1,4096})\))?"
)
_BY_DYLD = r"dlopen\((?P<by>(?:(?!dlopen\()[^\n,]){1,4096})"
_ON_MACOS = {
    "symbol": re.compile(
        rf"{_BY_DYLD}, \w{{1,10}}\): [Ss]ymbol not found"
        r"(?: in flat namespace|:)? '?_(?P<symbol>[^\s']{1,4096})"
    ),
    "library": re.compile(rf"{_BY_DYLD}, \w{{1,10}}\): Library not loaded: (?P<lib>\S{{1,4096}})"),
    "machine": re.compile(
        rf"{_BY_DYLD}, \w{{1,10}}\): {until('dlopen|incompatible architecture')}"
        r"incompatible architecture \(have '(?P<have>[\w,]{1,60})', need '(?P<need>[\w,]{1,60})'"
    ),
}
_ON_WINDOWS = re.compile(
    r"(?:DLL load failed(?: while importing (?P<module>\w{1,300}))?: "
    r"|\[WinError (?P<number>\d{1,5})\] )(?P<said>[^\n]{1,400})"
)
_ITS_FILE = re.compile(
    r'Error loading "(?P<file>[^"\n]{1,4096})"|module \'(?P<named>[^\'\n]{1,4096})\''
)
_DLL_WORDS = tuple((int(one["code"]), one["pattern"]) for one in table("dll_words.tsv"))
"""Codes of Windows (winerror.h) with their words."""
_UNFIT = re.compile(
    r": (?P<what>file too short|invalid ELF header"
    r"|wrong ELF class: \w{1,20}|ELF file data encoding not little-endian"
    r"|ELF load command past end of file|only ET_DYN and ET_EXEC can be loaded"
    r"|ELF file's phentsize not the expected size"
    r"|object file has no (?:loadable segments|dynamic section)|Exec format error"
    r"|cannot read file data)"
)
_REFUSED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(": cannot allocate memory in static TLS block"), "static-tls"),
    (re.compile(": cannot enable executable stack"), "executable-stack"),
)
_NO_MODULE = re.compile(r"No module named '?(?P<module>[\w.]{1,300})'?")
_NO_INIT = re.compile(
    r"dynamic module does not define (?:module export|init) function"
    r" \((?P<function>(?:PyInit|PyModExport|init)\w{1,200})\)"
)
_NO_PACKAGE = re.compile(r"; '(?P<top>[\w.]{1,300})' is not a package")
_NO_NAME = re.compile(
    r"cannot import name '?(?P<name>[\w.]{1,300})'? from "
    r"(?P<partially>partially initialized module )?"
    r"'(?P<module>[\w.]{1,300})'(?: \(most likely due to a circular import\))?"
    r"(?: \((?:consider renaming [^\n]{1,4096})?(?P<file>/[^()\n]{1,4096})?\))?"
)
_NO_ATTRIBUTE = re.compile(
    r"(?P<partially>partially initialized )?module '(?P<module>[\w.]{1,300})' has no attribute"
)
_RENAME = re.compile(
    r"consider renaming '(?P<file>[^'\n]{1,4096})' (?:since|if) it has the same name as "
    r"(?P<what>the standard library|the |a )"
)
_SIZE = re.compile(
    r"numpy\.(?P<what>\w{1,40}) size changed, may indicate binary incompatibility\. "
    r"Expected (?P<expected>\d{1,6}) from C header, got (?P<got>\d{1,6})"
)
_NUMPY_API = re.compile(
    r"compiled against (?:NumPy C-)?(?:API|ABI) version 0x(?P<built>[0-9a-f]{1,8})"
    r"(?: \(NumPy (?P<release>[\d.]{1,10})\))? but "
    r"(?:this version of numpy is|the running NumPy has C-API version) 0x(?P<there>[0-9a-f]{1,8})"
)
_NUMPY_FAILED = re.compile(r"numpy\.core\.(?:multiarray|umath) failed to import")
_NUMPY_WARNED = re.compile(
    r"compiled using NumPy 1\.x cannot be run in\s+NumPy (?P<version>[\d.]{1,20})"
)
_OPENMP = re.compile(
    r"OMP: Error #15: Initializing (?P<second>[^\s,]{1,300}), but found (?P<first>[^\s,]{1,300}) "
    r"already initialized"
)
_OPERATOR = (
    re.compile(r"operator (?P<space>\w{1,100})::(?P<name>[\w.]{1,100}) does not exist"),
    re.compile(
        r"'_OpNamespace' '(?P<space>\w{1,100})' object has no attribute '(?P<name>\w{1,100})'"
    ),
)
_NO_OPERATORS = re.compile(r"Couldn't load custom C\+\+ ops\b")
"""torchvision's own words for it (torchvision/extension.py)."""
_OF_TORCH = ("aten", "prim", "prims", "quantized", "torch")
"""Namespaces of torch's own operators."""
EXTENSION = "the extension module"
OTHER_BITS = "another processor (or 32 bit for 64 bit)"
_IN_WORDS = re.compile(
    r"no library called \"(?P<a>[\w.+-]{2,60})\" was found"
    r"|cannot load library '(?P<b>[\w.+-]{2,60})'"
    r"|^(?P<c>[\w+-]{2,40}) (?:shared )?library (?:was )?not found"
    r"|(?:[Uu]nable to|[Cc]ould ?n[o']t|[Ff]ailed to|[Cc]an(?:not|'t)) (?:find|load|locate) "
    r"(?:the )?(?:(?P<d>lib[\w.+-]{2,60})|(?P<e>[\w+-]{2,40}) (?:shared|dynamic) library\b)"
)
"""How packages that use ctypes or cffi say that they found no library."""
_OF_API = {
    0xD: "1.19", 0xE: "1.20 or 1.21", 0xF: "1.22", 0x10: "1.23 or 1.24", 0x11: "1.25 or 1.26",
    0x12: "2.0", 0x13: "2.1 or 2.2", 0x14: "2.3",
}  # fmt: skip
"""Version of numpy's C API → its releases (numpy/_core/code_generators/cversions.txt)."""
_OF_NUMBA = re.compile(
    r"(?P<driver>CUDA driver library cannot be found)|lib(?:NVVM|nvvm\S{0,40}) cannot be found"
)
"""What numba.cuda says of libraries that it loads itself (numba/cuda/cudadrv)."""
_OLD_SIZES = {"dtype": (96, 88)}
"""What of numpy 1 is larger than in numpy 2."""


class MissingLibrary(NamedTuple):
    library: str
    wanted_by: str = ""


class UndefinedSymbol(NamedTuple):
    file: str
    symbol: str
    version: str = ""


class MissingVersion(NamedTuple):
    library: str
    version: str
    wanted_by: str


class NotLoadable(NamedTuple):
    """A file that is no library that can be loaded here."""

    path: str
    what: str
    """The loader's words."""
    machine: str = ""
    """What it is made for, and what would be needed, where the loader says that."""
    here: str = ""


class NoModule(NamedTuple):
    module: str
    """ "pkg._core"."""
    not_a_package: str = ""
    """What was found in the place of a package: "pkg"."""


class NoName(NamedTuple):
    """A module lacks what was to be imported from it, or an attribute."""

    module: str
    name: str = ""
    """ "" for an attribute."""
    file: str = ""
    """The module's; "" when it is not told."""
    partially: bool = False
    """It was still being imported."""
    standard_library: bool = False
    """It stands in the way of a module of the standard library, Python says (3.13+)."""
    renaming: bool = False
    """Python itself suspects that the file is in the way of another (3.13+)."""


class NumpySays(NamedTuple):
    built_for: str
    there: str = ""


class Initialized(NamedTuple):
    """OpenMP's own check."""

    first: str
    second: str


class NoOperator(NamedTuple):
    """torch knows no operator of that name: the library of the package that has it was not loaded,
    and the package went on without (aten/src/ATen/core/dispatch, torch/_ops.py)."""

    space: str
    """ "torchvision" of torchvision::nms; a package, often. "" where it is not told."""
    name: str


Said = (
    NoOperator
    | MissingLibrary
    | UndefinedSymbol
    | MissingVersion
    | NotLoadable
    | Refused
    | DllFailed
    | NoInit
    | NoModule
    | NoName
    | NumpySays
    | Initialized
)


def said(text: str) -> Said | None:
    """What a message is about; None for one of another kind. The loader's own words come first:
    what the import system makes of them says less."""
    return _of_loader(text) or _of_numpy(text) or _of_torch(text) or _of_imports(text)


def _of_loader(text: str) -> Said | None:
    if (numba := _OF_NUMBA.search(text)) is not None:
        return MissingLibrary("libcuda.so.1" if numba["driver"] else "libnvvm.so")
    undefined = _with_file(text, _UNDEFINED, _PATH, "\n:")
    if undefined is not None:
        file, words = undefined
        return UndefinedSymbol(file, words["symbol"], words["version"] or "")
    for pattern in _SYMBOL:
        found = pattern.search(text)
        if found is not None:
            return UndefinedSymbol(found["by"], found["symbol"])
    found = _VERSION.search(text)
    if found is not None:
        return MissingVersion(found["lib"], found["version"], found["by"] or "")
    for pattern in _LIBRARY:
        found = pattern.search(text)
        if found is not None:
            return MissingLibrary(found["lib"], found.groupdict().get("by") or "")
    unfit = _with_file(text, _UNFIT, _FILE, _NOT_IN_FILES)
    if unfit is None and (elsewhere := _of_macos(text) or _of_windows(text)) is not None:
        return elsewhere
    if unfit is not None:
        return NotLoadable(unfit[0], unfit[1]["what"])
    for pattern, kind in _REFUSED:
        refused = _with_file(text, pattern, _FILE, _NOT_IN_FILES)
        if refused is not None:
            return Refused(
                "static-tls" if kind == "static-tls" else "executable-stack", refused[0], False
            )
    found = _OPENMP.search(text)
    return None if found is None else Initialized(found["first"], found["second"])


def _with_file(
    text: str, words: re.Pattern[str], file: re.Pattern[str], stops: str
) -> tuple[str, re.Match[str]] | None:
    """Where such words stand behind the name of a file: that and they.

    stops: characters that no such name has.
    """
    begin = 0
    for found in words.finditer(text):
        begin = max(begin, *(text.rfind(stop, begin, found.start()) for stop in stops))
        named = file.search(text, begin, found.start())
        if named is not None:
            return named["file"], found
        begin = found.start()
    return None


def _of_macos(text: str) -> Said | None:
    """dyld's words (dyld/Loader.cpp); the names of its symbols begin with one underscore more."""
    if "dlopen(" not in text:
        return None
    if found := _ON_MACOS["symbol"].search(text):
        return UndefinedSymbol(found["by"], found["symbol"])
    if found := _ON_MACOS["library"].search(text):
        return MissingLibrary(found["lib"], found["by"])
    if found := _ON_MACOS["machine"].search(text):
        return NotLoadable(found["by"], "incompatible architecture", found["have"], found["need"])
    return None


def _of_windows(text: str) -> Said | None:
    """What LoadLibrary says names neither the library nor the function that is missing."""
    found = _ON_WINDOWS.search(text)
    if found is None:
        return None
    said_there = found["said"]
    named = int(found["number"] or 0)
    number = next((one for one, words in _DLL_WORDS if re.search(words, said_there)), named)
    file = _ITS_FILE.search(text)
    by = f"{found['module']}.pyd" if found["module"] else ""
    by = by or ("" if file is None else file["file"] or file["named"])
    if number == 126:
        return MissingLibrary(A_DLL, by or EXTENSION)
    if number == 127:
        return UndefinedSymbol(by or EXTENSION, A_FUNCTION)
    if number in (1114, 1455):
        return DllFailed("initialization" if number == 1114 else "paging-file", by or "the DLL")
    return (
        NotLoadable(by or "the DLL", said_there, OTHER_BITS, "this Python")
        if number == 193
        else None
    )


def numpy_warning(text: str) -> str:
    """What numpy printed of the version that a module was compiled against, before it raised what
    names none; "" where it did not."""
    found = _NUMPY_API.search(text) if _NUMPY_FAILED.search(text) else None
    return "" if found is None else found[0]


def _of_numpy(text: str) -> Said | None:
    found = _SIZE.search(text)
    if found is not None:
        sizes = int(found["expected"]), int(found["got"])
        if _OLD_SIZES.get(found["what"]) == sizes:
            return NumpySays("1.x", "2.x")
        if _OLD_SIZES.get(found["what"]) == sizes[::-1]:
            return NumpySays("2.x", "1.x")
        return NumpySays("a newer numpy" if sizes[0] > sizes[1] else "an older numpy")
    found = _NUMPY_API.search(text)
    if found is not None:
        newer = int(found["built"], 16) > int(found["there"], 16)
        built_for = found["release"] or ("a newer numpy" if newer else "an older numpy")
        return NumpySays(built_for, _OF_API.get(int(found["there"], 16), ""))
    found = _NUMPY_WARNED.search(text)
    if found is not None:
        return NumpySays("1.x", found["version"].rstrip("."))
    return NumpySays("1.x") if _NUMPY_FAILED.search(text) else None


def _of_torch(text: str) -> Said | None:
    for pattern in _OPERATOR:
        found = pattern.search(text)
        if found is not None and found["space"] not in _OF_TORCH:
            return NoOperator(found["space"], found["name"])
    return NoOperator("", "") if _NO_OPERATORS.search(text) else None


def _of_imports(text: str) -> Said | None:
    if (found := _IN_WORDS.search(text)) is not None:
        name = next(one for one in found.groups() if one)
        return MissingLibrary(name.rstrip("."))
    if (found := _NO_INIT.search(text)) is not None:
        return NoInit(found["function"], "")
    rename = _RENAME.search(text)
    file = "" if rename is None else rename["file"]
    standard = rename is not None and rename["what"] == "the standard library"
    found = _NO_NAME.search(text)
    if found is not None:
        return NoName(
            found["module"],
            found["name"],
            file or found["file"] or "",
            bool(found["partially"]),
            standard,
            rename is not None,
        )
    found = _NO_ATTRIBUTE.search(text)
    if found is not None:
        partially = bool(found["partially"])
        return NoName(found["module"], "", file, partially, standard, rename is not None)
    found = _NO_MODULE.search(text)
    if found is None:
        return None
    package = _NO_PACKAGE.search(text)
    return NoModule(found["module"], "" if package is None else package["top"])
