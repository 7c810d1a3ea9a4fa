"""Rules that other installed packages add through the entry point group "atfault.rules".

`importlib.metadata` takes longer to import and to ask than a small core takes to read. So the files
that it would read are looked at here: `NAME.dist-info/entry_points.txt` (the entry points
specification of PyPA) in each folder of installed packages on sys.path.

    [atfault.rules]
    overheated = mypackage.rules:overheated
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.diagnose.rule import Rule

GROUP = "atfault.rules"
MAX_FILE = 1 << 20
_METADATA = (".dist-info", ".egg-info")


def load_plugins(warnings: list[str]) -> Iterator[Rule]:
    """The rules of installed packages. One that cannot be imported is a warning."""
    for name, target in entry_points():
        try:
            module, _, attribute = target.partition(":")
            loaded = getattr(__import__(module, fromlist=(attribute,)), attribute)
            if not hasattr(loaded, "rule_id"):
                raise TypeError(f"{target} was not made with atfault.diagnose.rule.rule")
        except Exception as error:
            warnings.append(f"rule {name} could not be loaded: {type(error).__name__}: {error}")
            continue
        yield loaded


def entry_points() -> list[tuple[str, str]]:
    """(name, "module:attribute") of every rule that an installed package adds, in the order of
    sys.path and then by package; of equal names the first counts."""
    found: dict[str, str] = {}
    for folder in dict.fromkeys(sys.path):
        if not folder.endswith(("site-packages", "dist-packages")):
            continue
        try:
            fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            for name, target in _of_packages(fd):
                found.setdefault(name, target)
        finally:
            os.close(fd)
    return list(found.items())


def _of_packages(folder_fd: int) -> Iterator[tuple[str, str]]:
    """The entries of the packages in one folder; none where it cannot be listed."""
    try:
        packages = sorted(name for name in os.listdir(folder_fd) if name.endswith(_METADATA))
    except OSError:
        return
    for package in packages:
        yield from _read(f"{package}/entry_points.txt", folder_fd)


def _read(path: str, folder_fd: int) -> Iterator[tuple[str, str]]:
    """The entries of our group in one file; most packages have no such file."""
    try:
        # open() would take three times as long
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder_fd)
        try:
            data = os.read(fd, MAX_FILE)
        finally:
            os.close(fd)
    except OSError:
        return
    if GROUP.encode() not in data:
        return
    inside = False
    for line in data.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            name, target = name.strip(), target.partition("[")[0].strip()
            if name and target:
                yield name, target
