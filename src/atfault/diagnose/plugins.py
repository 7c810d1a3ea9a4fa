"""Rules that other installed packages add through the entry point group "atfault.rules".

`importlib.metadata` opens the metadata of every installed package, which costs more than reading a
small core. So what was found is remembered, keyed by the folders on sys.path and the time each was
last changed: installing or removing a package changes its folder's time.

The cache file holds one line for each folder and each rule:

    path <mtime in ns> <folder>
    rule <name> <module:attribute>
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.diagnose.rule import Rule

GROUP = "atfault.rules"
MAX_CACHE = 1 << 20


def load_plugins(warnings: list[str]) -> Iterator[Rule]:
    """The rules of installed packages. One that cannot be imported is a warning."""
    for name, target in _entry_points():
        try:
            module, _, attribute = target.partition(":")
            loaded = getattr(__import__(module, fromlist=(attribute,)), attribute)
            if not hasattr(loaded, "rule_id"):
                raise TypeError(f"{target} was not made with atfault.diagnose.rule.rule")
        except Exception as error:
            warnings.append(f"rule {name} could not be loaded: {type(error).__name__}: {error}")
            continue
        yield loaded


def _entry_points() -> list[tuple[str, str]]:
    key = _folders()
    path = _cache_path()
    cached = _read_cache(path, key)
    if cached is None:
        cached = _scan()
        _write_cache(path, key, cached)
    return cached


def _folders() -> list[str]:
    """ "<mtime> <folder>" of each folder on sys.path where packages are installed."""
    lines = []
    for folder in sys.path:
        if not folder.endswith(("site-packages", "dist-packages")):
            continue
        try:
            lines.append(f"{os.stat(folder).st_mtime_ns} {folder}")
        except OSError:
            continue
    return lines


def _cache_path() -> str:
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(root, "atfault", f"rules-{sys.version_info[0]}.{sys.version_info[1]}.txt")


def _read_cache(path: str, key: list[str]) -> list[tuple[str, str]] | None:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read(MAX_CACHE).splitlines()
    except OSError:
        return None
    if [line[5:] for line in lines if line.startswith("path ")] != key:
        return None
    rules = [line.split(" ", 2) for line in lines if line.startswith("rule ")]
    return [(parts[1], parts[2]) for parts in rules if len(parts) == 3]


def _scan() -> list[tuple[str, str]]:
    from importlib.metadata import entry_points

    try:
        found = entry_points(group=GROUP)
    except Exception:
        return []
    return [(point.name.replace(" ", "-"), point.value.replace(" ", "")) for point in found]


def _write_cache(path: str, key: list[str], found: list[tuple[str, str]]) -> None:
    """Replace the cache in one step. Not being able to is no error: it is only slower."""
    if any("\n" in line for line in key):
        return
    text = "".join(f"path {line}\n" for line in key)
    text += "".join(f"rule {name} {target}\n" for name, target in found)
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        return
