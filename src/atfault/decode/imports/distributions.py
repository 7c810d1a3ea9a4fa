"""What is installed in folders of packages, and what each package says that it needs.

    site-packages/torchvision-0.15.2.dist-info/METADATA     Name, Version, Requires-Dist (PEP 566)
                                               RECORD       the files that it brought
                                               WHEEL        Tag: cp311-cp311-manylinux1_x86_64

Nothing of a package is run. Versions are compared by `packaging`, which is loaded when there is
something to compare.
"""

import os
import re
from functools import cached_property
from typing import Any, NamedTuple

from atfault.decode.plain_files import read_text
from atfault.lazy import load

MAX_ENTRIES = 20_000
MAX_METADATA = 1 << 20
MAX_RECORD = 32 << 20
MAX_REQUIREMENTS = 500
MAX_REQUIREMENT = 500
_INFO = re.compile(r"([A-Za-z0-9._-]{1,100}?)-([0-9][A-Za-z0-9.+!_]{0,60})\.dist-info")


class Requirement(NamedTuple):
    """One line of Requires-Dist that counts in this environment."""

    name: str
    """Normalized."""
    text: str
    """As it stands, without its marker: "torch==2.0.1"."""
    specifier: str
    """ "==2.0.1"; "" for any version."""


class Distribution:
    """One installed distribution."""

    def __init__(self, folder: str, entry: str, name: str, version: str) -> None:
        self.name = name
        self.version = version
        self.folder = folder
        """With packages, in which it lies."""
        self._info = os.path.join(folder, entry)

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @cached_property
    def tops(self) -> frozenset[str]:
        """Names at the top of the folder that it brought: packages, modules, NAME.libs."""
        found = set()
        for path in self.files:
            if not path.startswith("../"):
                found.add(path.partition("/")[0])
        return frozenset(found)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Its files, relative to the folder; () where it does not tell."""
        lines = read_text(os.path.join(self._info, "RECORD"), MAX_RECORD).splitlines()
        names = (line.rsplit(",", 2)[0] for line in lines)
        return tuple(name[1:-1] if name[:1] == '"' else name for name in names)

    @cached_property
    def _headers(self) -> tuple[tuple[str, str], ...]:
        text = read_text(os.path.join(self._info, "METADATA"), MAX_METADATA)
        head = text.replace("\r\n", "\n").partition("\n\n")[0]
        pairs = (line.partition(":") for line in head.split("\n") if line[:1] not in (" ", "\t"))
        return tuple((name.strip().lower(), value.strip()) for name, sign, value in pairs if sign)

    def requirements(self, python: tuple[int, int] | None) -> tuple[Requirement, ...]:
        """What it needs, without its extras. python: of the environment, for markers."""
        texts = [value for name, value in self._headers if name == "requires-dist"]
        made = (_requirement(text, python) for text in texts[:MAX_REQUIREMENTS])
        return tuple(one for one in made if one is not None)


class Distributions:
    """All that lie in some folders; the first folder's come first."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self._folders = folders

    @cached_property
    def all(self) -> tuple[Distribution, ...]:
        """Each name once, as Python takes the first on its path."""
        found: dict[str, Distribution] = {}
        for folder in self._folders:
            try:
                entries = sorted(os.listdir(folder))[:MAX_ENTRIES]
            except OSError:
                continue
            for entry in entries:
                match = _INFO.fullmatch(entry)
                if match is not None:
                    one = Distribution(folder, entry, match[1], match[2])
                    found.setdefault(normal(match[1]), one)
        return tuple(found.values())

    def named(self, name: str) -> Distribution | None:
        wanted = normal(name)
        return next((one for one in self.all if normal(one.name) == wanted), None)

    def owner(self, path: str) -> Distribution | None:
        """Whose file that is; None where none claims it, or several do."""
        for folder in self._folders:
            if path.startswith(folder.rstrip("/") + "/"):
                inside = path[len(folder.rstrip("/")) + 1 :]
                return self._owner(folder, inside)
        return None

    def _owner(self, folder: str, inside: str) -> Distribution | None:
        top = inside.partition("/")[0]
        near = [one for one in self.all if one.folder == folder]
        by_name = [one for one in near if normal(one.name) == normal(top.partition(".")[0])]
        if len(by_name) == 1 and (not by_name[0].files or top in by_name[0].tops):
            return by_name[0]
        owners = [one for one in near if top in one.tops]
        if len(owners) > 1:  # parts of a namespace
            owners = [one for one in owners if inside in one.files]
        return owners[0] if len(owners) == 1 else None


def holds_packages(folder: str) -> bool:
    """Whether a folder of sys.path is one that packages are installed into."""
    if folder.endswith("-packages"):
        return True
    try:
        return any(map(_INFO.fullmatch, os.listdir(folder)[:MAX_ENTRIES]))
    except OSError:
        return False


def normal(name: str) -> str:
    """As the Packaging Authority compares names: "Ruamel.Yaml" and "ruamel_yaml" are the same."""
    return re.sub(r"[-_.]+", "-", name).strip("-").lower()


def fits(version: str, specifier: str) -> bool | None:
    """Whether a version is one of those that a specifier allows; None where one cannot be read."""
    packaging = load("packaging.specifiers")
    try:
        known = load("packaging.version").Version(version)
        allowed: bool = packaging.SpecifierSet(specifier[:MAX_REQUIREMENT]).contains(
            known, prereleases=True
        )
    except (ValueError, TypeError):
        return None
    return allowed


def _requirement(text: str, python: tuple[int, int] | None) -> Requirement | None:
    if len(text) > MAX_REQUIREMENT:
        return None
    made: Any
    try:
        made = load("packaging.requirements").Requirement(text)
        if made.marker is not None and not made.marker.evaluate(_environment(python)):
            return None
    except Exception:  # of a marker that compares what cannot be compared: whatever it raises
        return None
    specifier = str(made.specifier)
    return Requirement(normal(made.name), f"{made.name}{specifier}", specifier)


def _environment(python: tuple[int, int] | None) -> dict[str, str]:
    known = {"extra": ""}
    if python is not None:
        short = f"{python[0]}.{python[1]}"
        known |= {"python_version": short, "python_full_version": f"{short}.0"}
    return known
