"""Rules that other installed packages add through the entry point group "atfault.rules".

[project.entry-points."atfault.rules"]
overheated = "mypackage.rules:overheated"
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from atfault import lazy
from atfault.diagnose.rule import Rule

GROUP = "atfault.rules"


def load_plugins(warnings: list[str]) -> Iterator[Rule]:
    """The rules of installed packages. One that cannot be imported is a warning."""
    try:
        entries = installed() if _is_named(_folders()) else []
    except Exception as error:  # a package's metadata may hold anything
        text = f"{type(error).__name__}: {error}"
        warnings.append(f"the list of installed rules could not be read: {text}")
        return
    for entry in entries:
        try:
            loaded = entry.load()
            if not hasattr(loaded, "rule_id"):
                raise TypeError(f"{entry.value} was not made with atfault.diagnose.rule.rule")
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            warnings.append(f"rule {entry.name} could not be loaded: {text}")
            continue
        yield loaded


def installed() -> list[Any]:
    """Every rule that an installed package adds, as importlib.metadata.EntryPoint; of equal names
    the first counts."""
    found: dict[str, Any] = {}
    for entry in lazy.load("importlib.metadata").entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return list(found.values())


def _folders() -> tuple[tuple[str, int], ...]:
    """Those that packages are in, and when one last came or went there: nanoseconds."""
    found = []
    for folder in dict.fromkeys(one or "." for one in sys.path):
        try:
            found.append((folder, os.stat(folder).st_mtime_ns))
        except OSError:
            continue
    return tuple(found)


@lru_cache(1)
def _is_named(folders: tuple[tuple[str, int], ...]) -> bool:
    """Whether any package names the group. importlib.metadata takes a third of the time that a
    small core takes to explain, and hardly anybody has such a package."""
    return any(
        _names_it(os.path.join(folder, name, "entry_points.txt"))
        for folder, _ in folders
        for name in _names_in(folder)
        if name.endswith("-info")
    )


def _names_in(folder: str) -> list[str]:
    """What is in a folder; nothing in a ZIP archive, and where there is none."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _names_it(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return GROUP.encode() in file.read()
    except (FileNotFoundError, NotADirectoryError):  # an .egg-info may be a file
        return False
