"""An installed Python and its packages, read from its files; nothing of it is run.

    PREFIX/bin/python3                  realpath: BASE/bin/python3.11
    PREFIX/pyvenv.cfg                   of a virtual environment: "home = BASE/bin", "version = …"
    PREFIX/lib/python3.11/site-packages           dist-packages in Debian's own

See PEP 405 for pyvenv.cfg, `sysconfig` for the folders.
"""

import os
import re
import shutil
from typing import NamedTuple

from atfault.decode.plain_files import read_text

MAX_CONFIG = 1 << 14
_VERSION = re.compile(r"python(\d{1,2})\.(\d{1,3})(t?)$")
_PACKAGES = ("site-packages", "dist-packages")


class PythonHome(NamedTuple):
    """Where an interpreter and its packages lie."""

    executable: str = ""
    version: tuple[int, int] | None = None
    prefix: str = ""
    packages: tuple[str, ...] = ()
    """Folders with packages, the environment's own first."""
    stdlib: str = ""
    free_threaded: bool = False

    @property
    def name(self) -> str:
        """ "Python 3.11"."""
        return "Python" if self.version is None else f"Python {self.version[0]}.{self.version[1]}"


def python_on_path(environment: dict[str, str]) -> PythonHome | None:
    """Of the `python` that a command line in that environment means; None where there is none."""
    path = environment.get("PATH")
    for name in ("python", "python3"):
        found = shutil.which(name, path=path)
        if found:
            return home_of_executable(found)
    return None


def home_of_executable(path: str) -> PythonHome:
    """Of the interpreter at `path`."""
    path = os.path.abspath(path)
    prefix = os.path.dirname(os.path.dirname(path))
    config = _config(os.path.join(prefix, "pyvenv.cfg"))
    real = os.path.realpath(path)
    base = os.path.dirname(os.path.dirname(real))
    if config is not None and config.get("home"):
        base = os.path.dirname(config["home"].rstrip("/"))
    elif not _libraries(prefix):
        prefix = base  # a link in a folder of its own
    libraries = _libraries(prefix)
    named = _VERSION.search(os.path.basename(real)) or _numbered(config or {})
    chosen = _chosen(libraries, named)
    if chosen is None:
        return PythonHome(path, _pair(named), prefix)
    version = _VERSION.search(chosen)
    packages = _package_folders(prefix, os.path.basename(chosen))
    if config is not None and config.get("include-system-site-packages", "").lower() == "true":
        packages += _package_folders(base, os.path.basename(chosen))
    stdlib = os.path.join(base, "lib", os.path.basename(chosen))
    free = bool(version and version[3])
    return PythonHome(path, _pair(version), prefix, packages, stdlib, free)


def home_of_packages(folder: str) -> PythonHome:
    """Of the interpreter whose packages lie in `folder` (…/lib/python3.11/site-packages)."""
    library = os.path.dirname(folder.rstrip("/"))
    prefix = os.path.dirname(os.path.dirname(library))
    version = _VERSION.search(library)
    for name in (os.path.basename(library), "python3", "python"):
        path = os.path.join(prefix, "bin", name)
        if version is not None and os.path.exists(path):
            return home_of_executable(path)
    return PythonHome("", _pair(version), prefix if version else "", (folder,))


def package_folder_of(path: str) -> str:
    """The folder of packages that a file lies in; "" for a file in none."""
    for marker in _PACKAGES:
        before, found, _ = path.rpartition(f"/{marker}/")
        if found:
            return f"{before}/{marker}"
    return ""


def _package_folders(prefix: str, library: str) -> tuple[str, ...]:
    """Of one prefix; Debian's own Python has its packages in lib/python3, pip's in local/."""
    places = [os.path.join(prefix, lib, library, "site-packages") for lib in ("lib", "lib64")]
    places += [
        os.path.join(prefix, "local", "lib", library, "dist-packages"),
        os.path.join(prefix, "lib", "python3", "dist-packages"),
    ]
    there = (place for place in places if os.path.isdir(place))
    once = {os.path.realpath(place): place for place in reversed(list(there))}
    return tuple(reversed(once.values()))


def _libraries(prefix: str) -> list[str]:
    """PREFIX/lib/python3.N of all that are there."""
    found = []
    for lib in ("lib", "lib64"):
        try:
            names = os.listdir(os.path.join(prefix, lib))
        except OSError:
            continue
        found += [os.path.join(prefix, lib, name) for name in names if _VERSION.fullmatch(name)]
    return sorted(found)


def _chosen(libraries: list[str], named: re.Match[str] | None) -> str | None:
    if named is not None:
        wanted = f"python{named[1]}.{named[2]}"
        same = [one for one in libraries if os.path.basename(one).rstrip("t") == wanted]
        exact = [one for one in same if one.endswith("t") == named[0].endswith("t")]
        return next(iter(exact or same), None)
    return libraries[0] if len(libraries) == 1 else None


def _numbered(config: dict[str, str]) -> re.Match[str] | None:
    """The version that pyvenv.cfg names."""
    text = config.get("version") or config.get("version_info") or ""
    parts = text.split(".")
    return _VERSION.search("python" + ".".join(parts[:2])) if len(parts) > 1 else None


def _pair(match: re.Match[str] | None) -> tuple[int, int] | None:
    return None if match is None else (int(match[1]), int(match[2]))


def _config(path: str) -> dict[str, str] | None:
    """Of pyvenv.cfg; None where there is none."""
    if not os.path.isfile(path):
        return None
    pairs = (line.partition("=") for line in read_text(path, MAX_CONFIG).splitlines())
    return {name.strip().lower(): value.strip() for name, sign, value in pairs if sign}
