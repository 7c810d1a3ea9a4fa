"""Which folder of other people's code a failed compilation looked in: `-Ithird_party/fmt/include`
of a command that did not find fmt/core.h. And the file .gitmodules, which names those of a project.
"""

import re
import shlex

from atfault.model.given import Hit
from atfault.text.cmake import VENDORED
from atfault.text.places import is_system

MAX_COMMAND = 32_000
MAX_MODULES = 2000
_NO_PROJECT = ("/usr/", "/opt/", "/lib", "C:\\Program Files")
_PATH = re.compile(r"^\s*path\s*=\s*(?P<path>\S(?:.{0,1000}\S)?)\s*$")
_INCLUDE = re.compile(r"^(?:-I|-isystem|-iquote|-idirafter|/I)(?P<path>.*)$")
_BEHIND = ("-I", "-isystem", "-iquote", "-idirafter", "/I")


def include_folders(command: str) -> tuple[str, ...]:
    """The folders that a command names for headers, as it writes them."""
    try:
        words = shlex.split(command[:MAX_COMMAND])
    except ValueError:
        words = command[:MAX_COMMAND].split()
    found = []
    for at, word in enumerate(words):
        match = _INCLUDE.match(word)
        if match is None:
            continue
        path = match["path"]
        if not path and word in _BEHIND and at + 1 < len(words):
            path = words[at + 1]
        if path:
            found.append(path)
    return tuple(dict.fromkeys(found))


def vendored_folder(hit: Hit) -> str:
    """Of a header that was not found: the folder with other people's code on the command's include
    path that is named as the header is ("third_party/fmt"); "" for none."""
    names = _names(hit.subject)
    for path in include_folders(hit.command):
        if is_system(path) or path.startswith(_NO_PROJECT):
            continue
        parts = path.replace("\\", "/").split("/")
        for at in range(len(parts) - 1):
            is_vendored = VENDORED.search(parts[at] + "/") is not None
            if is_vendored and parts[at] and _plain(parts[at + 1]) in names:
                return "/".join(parts[: at + 2])
    return ""


def _names(header: str) -> set[str]:
    """ "fmt/core.h" → fmt; "xxhash.h" → xxhash."""
    first, slash, _ = header.replace("\\", "/").partition("/")
    return {_plain(first if slash else first.partition(".")[0])}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]|^lib|(?:-|_)?(?:cpp|src|master|main)$", "", name.lower())


def module_paths(text: str) -> tuple[str, ...]:
    """The folders that a .gitmodules file names."""
    found = []
    for line in text.splitlines()[: MAX_MODULES * 8]:
        match = _PATH.match(line)
        if match and not match["path"].startswith("/") and ".." not in match["path"].split("/"):
            found.append(match["path"].strip('"').rstrip("/"))
    return tuple(found[:MAX_MODULES])
