"""Places in source files as text, which the reader of lines sends over its pipe.

l <TAB> 1f63 <TAB> inner <TAB> a.h <TAB> 12 <TAB> 5 <TAB> …    address, then four fields a frame

The addresses of one object whose source lines are wanted.
"""

from typing import NamedTuple

from atfault.model.process import TargetFile
from atfault.snapshot.target_files import LocalFile

Place = tuple[str, str, int, int]
"""(function, file, line or 0, column or 0), the innermost inlined one first."""


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


class Job(NamedTuple):
    """Addresses are ELF addresses of the file; of an image in memory, run-time addresses."""

    key: int
    """Names the job in the answer."""
    file: TargetFile | None
    """The object as it was loaded; None for an image in memory."""
    debug: LocalFile | None
    """Its separate debug file, where the lines are in that."""
    start: int
    end: int
    bias: int
    addresses: tuple[int, ...]
    image: bytes = b""
    """What a JIT announced, not relocated yet."""
    sections: tuple[tuple[str, int], ...] = ()
    """(name, run-time address) of an image's sections."""

    @property
    def name(self) -> str:
        return self.file.path if self.file is not None else "code made at run time"
