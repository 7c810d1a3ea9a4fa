"""Whether what a build did not find belongs into a submodule of git's that was not fetched.

Where the source is on this machine, .gitmodules says which folders those are, and an empty one is
proof. Where it is not, the include path of the command tells, by the names of folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from atfault.folders import current_folder
from atfault.model.given import Given, Hit
from atfault.snapshot.target_files import GivenFiles
from atfault.text.submodules import include_folders, module_paths, vendored_folder

MAX_UP = 8
"""Levels above a folder of the build in which .gitmodules is looked for."""
MAX_FOLDERS = 30
MAX_FILE = 1 << 18
KINDS = ("header", "submodule")
WHYS = ("no-source", "no-rule", "cmake-source", "cmake-include", "cmake-command")


def with_submodule(given: Given, name: str) -> Given:
    """The text with the submodule that is missing, where it is one."""
    first = given.first
    if first is None or not (first.kind in KINDS or first.why in WHYS) or first.why == "pxd":
        return given
    if first.why == "told":
        return given  # the build says it itself
    for root, text in _projects(given, first, name):
        for path in module_paths(text):
            place = os.path.join(root, path)
            if _is_about(first, path, place, root) and _is_empty(place):
                return _told(given, first, path, "gitmodules", root)
    folder = vendored_folder(first) if first.kind == "header" else ""
    if folder and not _is_there(folder, given, name):
        return _told(given, first, folder, "include", "")
    return given


def _told(given: Given, first: Hit, path: str, why: str, root: str) -> Given:
    hit = first._replace(kind="submodule", why=why, wanted=first.subject, subject=path, found=root)
    return given._replace(first=hit)


def _projects(given: Given, first: Hit, name: str) -> Iterator[tuple[str, str]]:
    """(folder, the text of .gitmodules in it) of the projects that the build may be of."""
    seen = set()
    for start in _starts(given, first, name):
        folder = start
        for _ in range(MAX_UP):
            if folder in seen:
                break
            seen.add(folder)
            text = _text(os.path.join(folder, ".gitmodules"))
            if text:
                yield folder, text
                break
            folder = os.path.dirname(folder)


def _starts(given: Given, first: Hit, name: str) -> list[str]:
    beside = os.path.dirname(os.path.abspath(name)) if os.path.isfile(name) else ""
    bases = [*given.folders, current_folder(), *([beside] if beside else [])]
    named = [os.path.dirname(first.place.file)] if first.place is not None else []
    named += include_folders(first.command)
    joined = [os.path.join(base, one) for one in named for base in bases]
    every = [*(path for path in joined if os.path.isabs(path)), *bases]
    return list(dict.fromkeys(map(os.path.normpath, every)))[:MAX_FOLDERS]


def _is_about(first: Hit, path: str, place: str, root: str) -> bool:
    """Whether what was not found would lie in the submodule: a folder of it is on the include path,
    the file is below it, or the header's folder has its name."""
    for folder in include_folders(first.command):
        full = os.path.normpath(os.path.join(root, folder))
        if full == place or full.startswith(place + "/") or f"/{path}/" in f"/{folder}/":
            return True
    subject = first.subject
    if f"/{path}/" in f"/{subject}/":
        return True
    last = os.path.basename(path).lower()
    words = (subject.partition("/")[0], subject.partition(".")[0], subject.partition("_")[0])
    return len(last) > 1 and last in {word.lower() for word in words}


def _is_there(folder: str, given: Given, name: str) -> bool:
    """Whether the folder is on this machine and has something in it: then it was fetched."""
    beside = os.path.dirname(os.path.abspath(name)) if os.path.isfile(name) else ""
    bases = filter(None, (*given.folders, current_folder(), beside))
    return any(not _is_empty(os.path.join(base, folder)) for base in bases)


def _is_empty(place: str) -> bool:
    """Whether the folder is not there, or has nothing but git's own file in it."""
    try:
        with os.scandir(place) as entries:
            return all(entry.name == ".git" for entry in entries)
    except (FileNotFoundError, ValueError):
        return True
    except OSError:
        return False


def _text(path: str) -> str:
    try:
        file = GivenFiles().find(path)[0]
        return "" if file is None else file.read_upto(MAX_FILE).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
