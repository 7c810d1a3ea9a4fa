"""Imports that fail for other reasons than a missing library or symbol: a module for another
Python, another numpy, a file of the user's own in the way, limits of the C library.

Which Python an extension module is for stands in its name (PEP 3149, PEP 703):

    _core.cpython-38-x86_64-linux-gnu.so      CPython 3.8 alone
    _core.cpython-313t-x86_64-linux-gnu.so    3.13, free-threaded
    _core.pypy310-pp73-x86_64-linux-gnu.so    PyPy 3.10
    _core.abi3.so, _core.so                   any that has its symbols
"""

from __future__ import annotations

import os
import re
import sys

from atfault.decode.imports.distributions import fits
from atfault.decode.imports.loader import SEARCH_DEPTH, SEARCH_ENTRIES, Loader, shared_files_below
from atfault.decode.imports.loader_messages import Initialized, NoModule, NoName, NumpySays
from atfault.decode.imports.python_home import package_folder_of
from atfault.decode.imports.surroundings import Surroundings
from atfault.formats.file_kind import FileKind
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException
from atfault.model.hand_over import HandOver
from atfault.model.loading import (
    BuiltWithout,
    OtherNumpy,
    OtherPython,
    Refused,
    Shadowed,
    TwoRuntimes,
    UnfitFile,
)

OPTIONAL = {
    "_ctypes": ("libffi", "libffi-dev"), "_ssl": ("OpenSSL", "libssl-dev"),
    "_hashlib": ("OpenSSL", "libssl-dev"), "_sqlite3": ("SQLite", "libsqlite3-dev"),
    "_bz2": ("bzip2", "libbz2-dev"), "_lzma": ("liblzma", "liblzma-dev"),
    "zlib": ("zlib", "zlib1g-dev"), "_tkinter": ("Tk", "tk-dev"), "tkinter": ("Tk", "tk-dev"),
    "_curses": ("ncurses", "libncurses-dev"), "readline": ("readline", "libreadline-dev"),
    "_gdbm": ("GDBM", "libgdbm-dev"), "_dbm": ("Berkeley DB", "libdb-dev"),
    "_uuid": ("libuuid", "uuid-dev"),
}  # fmt: skip
"""Modules that CPython is built without where a library's headers are missing (setup.py, configure)
→ the library, and the package of Debian that has them."""
_IMPORTED = re.compile(r"\b(?:import|from) (\w{1,100})")
MAX_ENTRIES = 4096
MAX_FOLDERS = 64
_TAGGED = re.compile(
    r"(?P<module>\w{1,200})\.(?:cpython-(?P<digits>\d{2,4})(?P<flags>[a-z]{0,4})"
    r"|pypy(?P<pypy>\d{2,4})-pp\d{1,3}|cp(?P<cp>\d{2,4})(?P<cpflags>t?))"
    r"(?:-(?P<platform>[\w-]{1,60}))?\.(?:so|pyd)$"
)


# ---- modules for another Python -----------------------------------------------------------------


def no_module(
    words: NoModule,
    error: RaisedException,
    handed: HandOver,
    around: Surroundings,
) -> OtherPython | Shadowed | UnfitFile | BuiltWithout | None:
    """Why a module was not found whose file is there, or that every Python should have."""
    if words.module in OPTIONAL:
        return BuiltWithout(words.module, *OPTIONAL[words.module])
    if words.not_a_package:
        name = NoName(words.not_a_package)
        return shadowed(name, error, handed, around)
    package, _, name_of_file = words.module.rpartition(".")
    folders = _folders_of(package, error, handed, around)
    return _for_another_python(words.module, name_of_file, folders, handed, around)


def no_name(
    words: NoName,
    error: RaisedException,
    handed: HandOver,
    around: Surroundings,
) -> OtherPython | Shadowed | UnfitFile | None:
    """The same for a name that a module lacks: an extension module, or what a file in its place
    lacks."""
    if words.name:
        folder = os.path.dirname(words.file)
        folders = [folder] if folder else _folders_of(words.module, error, handed, around)
        full = f"{words.module}.{words.name}"
        found = _for_another_python(full, words.name, folders, handed, around)
        if found is not None:
            return found
    return shadowed(words, error, handed, around)


def _folders_of(
    package: str, error: RaisedException, handed: HandOver, around: Surroundings
) -> list[str]:
    """Where modules of a package lie; of "": where modules at the top do."""
    below = package.replace(".", "/")
    tops = [*handed.search_path, *around.packages]
    frames = [os.path.dirname(frame.location.file) for frame in error.frames[:8]]
    folders = [os.path.join(top, below) if below else top for top in tops if top]
    if not below:
        folders += frames
    folders += [folder for folder in frames if below and folder.endswith(f"/{below}")]
    return list(dict.fromkeys(filter(None, folders)))[:MAX_FOLDERS]


def _for_another_python(
    module: str,
    name: str,
    folders: list[str],
    handed: HandOver,
    around: Surroundings,
) -> OtherPython | UnfitFile | None:
    free = not isinstance(handed.python, Absent) and handed.python.free_threaded
    version = around.version
    for folder in folders:
        found = _builds(folder, name)
        if not found:
            continue
        if any(_is_for(match, version, free) for match in found):
            return None
        files = tuple(os.path.join(folder, match.string) for match in found)
        owner = around.distributions.owner(files[0])
        package = "" if owner is None else str(owner)
        ours = [match for match in found if _is_here(match)]
        if not ours:
            platform = found[0]["platform"] or ""
            machine = os.uname().machine
            return UnfitFile(files[0], "machine", platform, machine, package=package)
        words = tuple(dict.fromkeys(_built_for(match) for match in found))
        kind = ", free-threaded" if free else ""
        running = "" if version is None else f"CPython {version[0]}.{version[1]}{kind}"
        return OtherPython(module, files, words, running, package)
    return None


def _builds(folder: str, name: str) -> list[re.Match[str]]:
    """The files of an extension module that are for one Python each; [] where one is for any."""
    try:
        names = sorted(os.listdir(folder))[:MAX_ENTRIES]
    except OSError:
        return []
    if f"{name}.so" in names or f"{name}.abi3.so" in names or f"{name}.py" in names:
        return []
    matches = (_TAGGED.fullmatch(one) for one in names)
    return [match for match in matches if match is not None and match["module"] == name]


def _is_for(match: re.Match[str], version: tuple[int, int] | None, free: bool) -> bool:
    """Whether the interpreter would take that file."""
    if version is None or match["digits"] is None or not _is_here(match):
        return version is None
    threads = "t" in (match["flags"] or "")
    return _numbers(match["digits"]) == version and threads == free and "d" not in match["flags"]


def _is_here(match: re.Match[str]) -> bool:
    """Whether it is for this kind of system and processor."""
    platform = match["platform"] or ""
    if match.string.endswith(".pyd"):
        return False
    return not platform or (platform.startswith(os.uname().machine) and "linux" in platform)


def _built_for(match: re.Match[str]) -> str:
    name = "PyPy" if match["pypy"] else "CPython"
    major, minor = _numbers(match["digits"] or match["pypy"] or match["cp"])
    flags = (match["flags"] or "") + (match["cpflags"] or "")
    kind = ", free-threaded" if "t" in flags else ", debug build" if "d" in flags else ""
    return f"{name} {major}.{minor}{kind}"


def _numbers(digits: str) -> tuple[int, int]:
    return int(digits[:1]), int(digits[1:])


# ---- a file in the way --------------------------------------------------------------------------


def shadowed(
    words: NoName, error: RaisedException, handed: HandOver, around: Surroundings
) -> Shadowed | None:
    """The file of the user's own that was imported as a package or a module of the standard library
    of the same name; None where there is none, or nothing that it would hide."""
    top = words.module.partition(".")[0]
    file = words.file or _own_file(top, error, handed)
    own = file and not package_folder_of(file) and not _is_stdlib(file, around)
    if not own or not _is_module_file(file, top):
        return None
    if words.standard_library or top in sys.stdlib_module_names:
        return Shadowed(top, file, "the standard library", True)
    hidden = _hidden(top, around)
    if hidden:
        return Shadowed(top, file, hidden, True)
    # Python's own guess and no packages here to check it by, or the file imports its own name.
    of_its_own = any(
        frame.location.file == file and top in _IMPORTED.findall(frame.code[:300])
        for frame in error.frames
    )
    is_guess = words.renaming and not around.packages
    return Shadowed(top, file, "", False) if is_guess or (words.partially and of_its_own) else None


def _own_file(top: str, error: RaisedException, handed: HandOver) -> str:
    """The file TOP.py, or TOP/__init__.py, that the import system takes first."""
    frames = [frame.location.file for frame in error.frames]
    named = [file for file in frames if _is_module_file(file, top)]
    if named:
        return named[0]
    places = [path for path in handed.search_path if path and not package_folder_of(path + "/x")]
    outermost = frames[-1] if frames else ""
    folder = os.path.dirname(outermost)
    for place in [*places, folder] if outermost.startswith("/") else places:
        for name in (f"{top}.py", f"{top}/__init__.py"):
            path = os.path.join(place, name)
            if place and os.path.isfile(path):
                return path
    return ""


def _is_module_file(path: str, top: str) -> bool:
    return path.endswith((f"/{top}.py", f"/{top}/__init__.py")) or path == f"{top}.py"


def _is_stdlib(path: str, around: Surroundings) -> bool:
    stdlib = around.home.stdlib
    folder = os.path.basename(os.path.dirname(path))
    return bool(stdlib and path.startswith(stdlib + "/")) or folder.startswith("python3.")


def _hidden(top: str, around: Surroundings) -> str:
    """The package that a file named TOP.py hides; "" where there is none."""
    for folder in around.packages:
        for name in (top, f"{top}.py"):
            path = os.path.join(folder, name)
            if os.path.exists(path):
                owner = around.distributions.owner(path)
                return path if owner is None else str(owner)
    return ""


# ---- another numpy ------------------------------------------------------------------------------


def other_numpy(words: NumpySays, error: RaisedException, around: Surroundings) -> OtherNumpy:
    """Of whose module numpy says that it was built for another."""
    distributions = around.distributions
    numpy = distributions.named("numpy")
    files = [error.path or "", *(frame.location.file for frame in error.frames[:8])]
    owners = [(file, distributions.owner(file)) for file in files if file]
    theirs = [(file, one) for file, one in owners if one is not None and one.name != "numpy"]
    file, package = theirs[0] if theirs else (next(filter(None, files), ""), None)
    need = None
    if package is not None:
        needs = package.requirements(around.version)
        need = next((one for one in needs if one.name == "numpy"), None)
    fit = None
    if need is not None and numpy is not None and need.specifier:
        fit = fits(numpy.version, need.specifier)
    return OtherNumpy(
        built_for=words.built_for,
        installed=words.there if numpy is None else numpy.version,
        wanted_by=file,
        package="" if package is None else str(package),
        requirement="" if need is None else need.text,
        fits=fit,
        module=_imported_by(error),
    )


def _imported_by(error: RaisedException) -> str:
    """What the line imports at which it failed; "" in a folder of packages, which tells more."""
    frame = error.frames[0] if error.frames else None
    match = None if frame is None else _IMPORTED.match(frame.code)
    if frame is None or match is None or package_folder_of(frame.location.file):
        return ""
    return match[1]


# ---- limits of the C library, two runtimes ------------------------------------------------------


def refused(words: Refused, loader: Loader) -> Refused:
    """Whether the file itself asks for what was refused."""
    place = words.path if "/" in words.path else loader.find(words.path) or words.path
    known = loader.open(place)
    asks = known is not None and (
        known.wants_static_tls if words.kind == "static-tls" else known.has_executable_stack
    )
    size = 0 if known is None else known.tls_size
    return words._replace(path=place, proven=asks, size=size)


def two_runtimes(words: Initialized, packages: tuple[str, ...]) -> TwoRuntimes:
    """The runtimes of OpenMP that the packages bring."""
    below = shared_files_below(packages, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES)
    files = [path for path in below if roles.openmp_maker(os.path.basename(path))]
    return TwoRuntimes(words.first, words.second, tuple(files[:MAX_FOLDERS]))


def unfit_words(kind: FileKind) -> str:
    """Why a file is no library that can be loaded here, as a clause."""
    if kind.kind in ("machine", "class"):
        return f"it is made for {kind.machine}"
    words = {
        "empty": "it is empty",
        "pointer": "it is a pointer of git-lfs, not the library itself",
        "text": "it is a text file",
        "cut": "it is cut off",
    }
    return words.get(kind.kind, "it is no library that can be read")
