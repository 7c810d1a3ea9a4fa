"""Rules that other installed packages add through the entry point group "atfault.rules".

[project.entry-points."atfault.rules"]
overheated = "mypackage.rules:overheated"
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

from atfault.diagnose.rule import Rule

GROUP = "atfault.rules"


def load_plugins(warnings: list[str]) -> Iterator[Rule]:
    """The rules of installed packages. One that cannot be imported is a warning."""
    try:
        entries = installed()
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


def installed() -> list[EntryPoint]:
    """Every rule that an installed package adds; of equal names the first counts."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return list(found.values())
