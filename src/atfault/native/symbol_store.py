"""What was found out about a build, kept for the next run: names and lines by build id.

One small text file a build id under `$XDG_CACHE_HOME/atfault/symbols`, only what was asked for:

    atfault-symbols 2 <TAB> identity of the debug file that was used
    n <TAB> 1f40 <TAB> 1f40 <TAB> _ZN3fooEv <TAB> foo()            key, function start, symbol, name
    l <TAB> 1f63 <TAB> inner <TAB> a.h <TAB> 12 <TAB> 5 <TAB> …    key, then four fields a frame

Keys and starts are ELF virtual addresses in hex, so they hold for every load address. A build id
names the exact bytes; the identity covers the one thing that can still change, a debug file that is
installed or replaced later. Files are replaced atomically; a damaged or foreign one is ignored.

The libraries in numpy's wheels have lost their build ids: which file it is stands in for that.
"""

from __future__ import annotations

import os
from typing import TypeAlias

# (function start, linkage name, demangled name); "" where unknown
Name: TypeAlias = tuple[int, str, str]
# (function, file, line or 0, column or 0), the innermost inlined one first
Place: TypeAlias = tuple[str, str, int, int]

HEADER = "atfault-symbols 2"
MAX_FILE = 4 << 20
MAX_FILES = 2048
_U64 = 0xFFFF_FFFF_FFFF_FFFF
_pruned: set[str] = set()


class Stored:
    """The remembered part of one build."""

    __slots__ = ("_lines", "build_id", "changed", "identity", "names", "unread")

    def __init__(self, build_id: str, identity: str) -> None:
        self.build_id = build_id
        self.identity = identity
        self.names: dict[int, Name] = {}
        self.unread: list[str] = []
        """The "l" lines of the file, until `lines` is asked for: a report without lines of native
        code does not need them."""
        self._lines: dict[int, tuple[Place, ...]] = {}
        self.changed = False

    @property
    def lines(self) -> dict[int, tuple[Place, ...]]:
        """Places by address; what the file holds is none when it is damaged."""
        if self.unread:
            try:
                self._lines = parse_lines(self.unread)
            except (ValueError, IndexError):
                self._lines = {}
            self.unread = []
        return self._lines

    @lines.setter
    def lines(self, places: dict[int, tuple[Place, ...]]) -> None:
        self.unread, self._lines = [], places


def store_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "atfault", "symbols")


def key_of(build_id: str, local_path: str | None) -> str:
    """Under what a module is remembered: its build id, or else device, inode, size and time of its
    file, all in hex; "" for none."""
    if build_id or local_path is None:
        return build_id
    try:
        found = os.stat(local_path)
    except OSError:
        return ""
    where = f"{found.st_dev & _U64:08x}{found.st_ino & _U64:016x}"
    return f"{where}{found.st_size:012x}{found.st_mtime_ns & _U64:016x}"


def load(build_id: str, identity: str) -> Stored:
    """What is remembered of a build; empty when nothing is, or it is out of date or damaged."""
    stored = Stored(build_id, identity)
    if not _usable(build_id):
        return stored
    try:
        fd = os.open(f"{store_folder()}/{build_id}", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            data = os.read(fd, MAX_FILE + 1)
        finally:
            os.close(fd)
    except OSError:
        return stored
    if len(data) <= MAX_FILE:
        try:
            _parse(data.decode(), stored)
        except (ValueError, IndexError):
            return Stored(build_id, identity)
    return stored


def _parse(text: str, stored: Stored) -> None:
    """Fill `stored`. Raises ValueError or IndexError for damaged text."""
    lines = text.split("\n")
    if lines[0] != f"{HEADER}\t{_escape(stored.identity)}" or lines[-1] != ".":
        return
    names, unread = stored.names, stored.unread
    for line in lines[1:-1]:
        if line.startswith("l"):
            unread.append(line)
            continue
        fields = line.split("\t")
        if "\\" in line:
            fields = [_unescape(field) for field in fields]
        kind, key, start, symbol, name = fields
        if kind != "n":
            raise ValueError("unknown kind of line")
        names[int(key, 16)] = int(start, 16), symbol, name or symbol


def parse_lines(lines: list[str]) -> dict[int, tuple[Place, ...]]:
    """The "l" lines. Raises ValueError or IndexError for damaged ones."""
    places: dict[int, tuple[Place, ...]] = {}
    for line in lines:
        fields = line.split("\t")
        if fields[0] != "l" or len(fields) % 4 != 2:
            raise ValueError("not a line of places")
        if "\\" in line:
            fields = [_unescape(field) for field in fields]
        rest = iter(fields[2:])
        places[int(fields[1], 16)] = tuple(
            [
                (function, file, int(line_number), int(column))
                for function, file, line_number, column in zip(rest, rest, rest, rest)
            ]
        )
    return places


def format_lines(places: dict[int, tuple[Place, ...]]) -> list[str]:
    """The reverse of `parse_lines`."""
    lines = []
    for key, inlined in places.items():
        fields = [f"l\t{key:x}"]
        for function, file, line, column in inlined:
            fields.append(f"{_escape(function)}\t{_escape(file)}\t{line}\t{column}")
        lines.append("\t".join(fields))
    return lines


def save(stored: Stored) -> None:
    """Write `stored` back if it changed. Failure is silent: the store only saves time."""
    if not stored.changed or not _usable(stored.build_id):
        return
    lines = [f"{HEADER}\t{_escape(stored.identity)}"]
    for key, (start, symbol, name) in stored.names.items():
        shown = "" if name == symbol else _escape(name)
        lines.append(f"n\t{key:x}\t{start:x}\t{_escape(symbol)}\t{shown}")
    lines.extend(stored.unread or format_lines(stored.lines))
    lines.append(".")
    data = "\n".join(lines).encode("utf-8", "backslashreplace")
    if len(data) <= MAX_FILE:
        _write(stored.build_id, data)


def _write(build_id: str, data: bytes) -> None:
    folder = store_folder()
    path = f"{folder}/{build_id}"
    temporary = f"{path}.{os.getpid()}"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            fd = os.open(temporary, flags, 0o600)
        except FileNotFoundError:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            fd = os.open(temporary, flags, 0o600)
        try:
            written = os.write(fd, data)
        finally:
            os.close(fd)
        if written != len(data):
            os.unlink(temporary)
            return
        is_new = not os.path.exists(path)
        os.replace(temporary, path)
        if is_new and folder not in _pruned:
            _pruned.add(folder)  # once a run: a core adds a file for each of its modules
            _prune(folder)
    except OSError:
        pass


def _prune(folder: str) -> None:
    """Remove the oldest quarter when there are more than MAX_FILES."""
    names = os.listdir(folder)
    if len(names) <= MAX_FILES:
        return
    ages = []
    for name in names:
        path = os.path.join(folder, name)
        try:
            ages.append((os.stat(path).st_mtime_ns, path))
        except OSError:
            continue
    for _, path in sorted(ages)[: MAX_FILES // 4]:
        try:
            os.unlink(path)
        except OSError:
            continue


def _usable(build_id: str) -> bool:
    """A build id that can be a file name and is long enough to name one build."""
    return 16 <= len(build_id) <= 128 and not build_id.strip("0123456789abcdef")


def _escape(text: str) -> str:
    if "\\" in text or not text.isprintable():
        text = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
        text = text.replace("\r", "\\r")
    return text


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    parts = iter(text.split("\\"))
    out = [next(parts)]
    for part in parts:
        if part:
            out.append({"t": "\t", "n": "\n", "r": "\r"}.get(part[0], "\\" + part[0]) + part[1:])
        else:
            out.append("\\" + next(parts, ""))
    return "".join(out)
