"""A text of any size → the lines of it that may matter, cleaned, in bounded memory.

A log of a gigabyte has a few hundred lines that say something (`wanted_lines.py`); the rest is
counted. `LogLine.gap` says that lines before it were not kept. Where too many say something, the
first are kept, and the last of the text, for which the blocks between are not searched.

Escapes of terminals, what carriage returns overwrote, byte order marks and the prefixes that build
services write before each line (times, jobs, containers) are taken off; numbers of lines stay those
of the text.
"""

import codecs
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from atfault.text.wanted_lines import AFTER, BEFORE, wanted_lines

BLOCK = 1 << 20
"""Bytes that are looked at together."""
MAX_LINE = 1 << 16
"""Bytes of one line that are looked at; of a longer one its beginning and its end."""
MAX_SHOWN = 2000
"""Characters kept of one line."""
MAX_FIRST = 12 << 20
"""Characters of lines kept from the beginning on; then the last MAX_LAST lines."""
MAX_LAST = 4000
MAX_LATE = 8
"""Blocks looked at together, from the last one on, once lines are kept of the end alone."""
MAX_PARTS = 64
"""Of a line that carriage returns part, from its end."""

_STEP = re.compile(rb"\n\[\d{1,7}/\d{1,7}\] ")
_LAST_STEP = re.compile(rb"(?:^|\n)\[(\d{1,7})/(\d{1,7})\] ")
WHOLE = 1 << 18
"""Bytes of a text of which every line is kept."""

_ESCAPE = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]|\x1b\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?"
    r"|\x1b[PX^_][^\x1b]{0,4096}(?:\x1b\\)?|\x1b[ -/]{0,8}[0-~]|[\x00-\x08\x0e-\x1a\x7f]"
)
_DATE = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_PREFIX = re.compile(
    r"(?:"
    rf"[^\t\n]{{1,200}}\t[^\t\n]{{1,200}}\t\ufeff?(?={_DATE})"  # gh run view --log
    rf"|\ufeff?\[?{_DATE}\]?(?: \d\d[OE][ +]| |$)"
    r"|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?:? "
    r"|#\d{1,4} (?:\d{1,6}\.\d{1,4} |(?=ERROR|\[))"  # BuildKit
    r"|\d{1,6}\.\d{3} (?=\S| {3,})"
    r"|\((?:\w{1,60} ){0,4}(?:(?:rank|pid|ip)=[\w.:]{1,40}[, ]{0,2}){1,4}\) "  # ray, vllm
    r"|(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[[\w./-]{1,100}:\d{1,6}\] ?"
    r"|\d\d[OE] +(?:>> +)?(?:\d{1,6} +(?=\S))?"  # Spack
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? "
    r"(?:[\w.-]{1,100} [\w./()-]{1,100}(?:\[\d+\])?: )?"
    r"|##\[(?:error|warning|command|debug|group|section|notice)\]"
    r"|section_(?:start|end):\d+:[\w.-]{1,100}(?:\[[^\]]{0,200}\])?"
    r"|[A-Za-z][\w.-]{0,40} {0,40}\| "  # docker compose
    r"|[A-Za-z][\w.+-]{1,60}> (?=\S)"  # nix
    r"|remote: +(?:! +)?"
    r"|C/C\+\+: |(?:gyp|npm) (?:ERR!|error) (?:stack (?=\S))?"  # gradle, npm
    r")"
)
_MAX_PREFIXES = 4


class LogLine(NamedTuple):
    """One line."""

    number: int
    """In the text, from 1; several have the same where carriage returns part them."""
    text: str
    """Cleaned; its indentation is kept."""
    gap: bool = False
    """Lines before it were not kept."""
    step_in_gap: bool = False
    """A step of ninja ("[3/12] …") is among those."""


class Kept(NamedTuple):
    """What was kept of a text."""

    lines: tuple[LogLine, ...]
    total: int
    """Of all lines."""
    is_cut: bool
    """More lines than can be kept may matter."""
    last: tuple[LogLine, ...]
    """The last lines of the text, whatever they say."""
    first: tuple[LogLine, ...] = ()
    """Its first lines, likewise."""
    steps: tuple[int, int] = (0, 0)
    """The last "[3/12]" of ninja."""


class NotText(Exception):
    """What was given is no text; `str(error)` says what it is. head: its first bytes."""

    def __init__(self, what: str, head: bytes) -> None:
        super().__init__(what)
        self.head = head


def read_lines(stream: BinaryIO) -> Kept:
    """The lines that may matter. Raises NotText, OSError."""
    return _Sieve().read(_blocks(_as_utf8(stream)))


def lines_of(text: bytes) -> Kept:
    """The same of a text in memory."""
    sieve = _Sieve()
    return sieve.read([text if text.endswith(b"\n") else text + b"\n"] if text else [])


class _Piece(NamedTuple):
    """A block, with the lines round it that decide whether lines of its own matter."""

    before: bytes
    block: bytes
    after: bytes

    def wanted(self) -> bytes:
        return wanted_lines(self.block, self.before, self.after)


class _Sieve:
    """Keeps lines of the blocks that are passed through it."""

    def __init__(self) -> None:
        self._kept: list[LogLine] = []
        self._room = MAX_FIRST
        self._later: deque[tuple[int, bytes, bool, bool]] = deque(maxlen=MAX_LAST)
        self._late: list[_Piece] = []
        """What has not been looked at yet: of it the last MAX_LAST lines can be kept at most."""
        self._number = 0
        """Lines so far."""
        self._gap = False
        self._step_in_gap = False
        self._first: list[LogLine] = []
        self._steps = (0, 0)

    def read(self, blocks: Iterable[bytes]) -> Kept:
        piece = _Piece(b"", b"", b"")
        for piece in _pieces(blocks):
            block = piece.block
            if not self._first:
                head = _first_lines(block, 60)[:-1].split(b"\n")
                self._first = [LogLine(at, _clean(one)) for at, one in enumerate(head, 1)]
            steps = list(_LAST_STEP.finditer(block, max(0, len(block) - (1 << 16))))
            if steps:
                self._steps = (int(steps[-1][1]), int(steps[-1][2]))
            if self._room > 0:
                is_short = not self._number and len(block) <= WHOLE
                every = b"\1" * block.count(b"\n")
                self._keep(piece, every if is_short else piece.wanted())
            else:
                self._late.append(piece)
                if len(self._late) >= MAX_LATE:
                    self._keep_last()
        self._keep_last()
        tail = _last_lines(piece.before + piece.block, 30).split(b"\n")[:-1]
        start = self._number - len(tail) + 1
        last = tuple([LogLine(start + at, _clean(one)) for at, one in enumerate(tail)])
        kept = list(self._kept)
        is_cut = len(self._later) == MAX_LAST
        for at, (number, line, gap, step) in enumerate(self._later):
            kept += _parts(number, line, gap or (is_cut and at == 0), step)
        return Kept(tuple(kept), self._number, is_cut, last, tuple(self._first), self._steps)

    def _keep_last(self) -> None:
        """Keep the last lines that matter of the blocks that have not been looked at."""
        found: list[tuple[_Piece, bytes]] = []
        many = 0
        while self._late and many < MAX_LAST:
            piece = self._late.pop()
            wanted = piece.wanted()
            many += wanted.count(1)
            found.append((piece, wanted))
        if self._late:
            self._gap = True
        self._number += sum(piece.block.count(b"\n") for piece in self._late)
        self._late = []
        for piece, wanted in reversed(found):
            self._keep(piece, wanted)

    def _keep(self, piece: _Piece, wanted: bytes) -> None:
        """Keep what is marked of a block. wanted: one byte a line."""
        lines = piece.block.split(b"\n") if 1 in wanted else []
        at = 0
        while at < len(wanted):
            begin = wanted.find(1, at)
            begin = len(wanted) if begin < 0 else begin
            if begin > at:
                self._gap = True
                skipped = b"\n".join(lines[at:begin]) if lines else piece.block
                self._step_in_gap = self._step_in_gap or _has_step(skipped)
            end = wanted.find(0, begin)
            end = len(wanted) if end < 0 else end
            for index in range(begin, end):
                self._add(self._number + index + 1, lines[index])
            at = end
        self._number += len(wanted)

    def _add(self, number: int, line: bytes) -> None:
        gap, step = self._gap, self._step_in_gap
        self._gap = self._step_in_gap = False
        if self._room <= 0:
            self._later.append((number, line[:MAX_LINE], gap, step))
            return
        for made in _parts(number, line, gap, step):
            self._room -= len(made.text) + 100
            self._kept.append(made)


def _pieces(blocks: Iterable[bytes]) -> Iterator[_Piece]:
    """The blocks, each with the last lines before it and the first behind it."""
    before = block = b""
    for following in blocks:
        if block:
            yield _Piece(before, block, _first_lines(following, BEFORE))
            last = _last_lines(block, AFTER)
            before = last if len(last) < len(block) else _last_lines(before + block, AFTER)
        block = following
    if block:
        yield _Piece(before, block, b"")


def _first_lines(block: bytes, count: int) -> bytes:
    end = 0
    for _ in range(count):
        end = block.find(b"\n", end) + 1
        if not end:
            return block
    return block[:end]


def _last_lines(block: bytes, count: int) -> bytes:
    """block: ends with a line's end."""
    begin = len(block) - 1
    for _ in range(count):
        begin = block.rfind(b"\n", 0, begin)
        if begin < 0:
            return block
    return block[begin + 1 :]


def _has_step(lines: bytes) -> bool:
    """Whether one of the lines is of a step of ninja's."""
    begins = lines.startswith(b"[") and _STEP.match(b"\n" + lines[:20]) is not None
    return begins or _STEP.search(lines) is not None


def _parts(number: int, line: bytes, gap: bool, step: bool) -> Iterator[LogLine]:
    """A line, or what carriage returns part it into."""
    parts = line.split(b"\r") if b"\r" in line else [line]
    for part in parts[-MAX_PARTS:]:
        if part.strip() or len(parts) == 1:
            yield LogLine(number, _clean(part), gap, step)
            gap = step = False


# ---- bytes --------------------------------------------------------------------------------------


def _as_utf8(stream: BinaryIO) -> Iterator[bytes]:
    """Pieces of the text; UTF-16 (PowerShell's redirection) is recoded. Raises NotText."""
    first = stream.read(BLOCK)
    encoding = next((name for mark, name in _MARKS if first.startswith(mark)), "") or _without_mark(
        first
    )
    if not encoding:
        _check(first)
        yield first.removeprefix(b"\xef\xbb\xbf")
        while piece := stream.read(BLOCK):
            yield piece
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first).encode("utf-8", "replace")
    while piece := stream.read(BLOCK):
        yield decoder.decode(piece).encode("utf-8", "replace")


_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_BINARY = (
    (b"\x7fELF", "an ELF file"),
    (b"\x1f\x8b", "compressed with gzip: zcat FILE | atfault explain -"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd: zstdcat FILE | atfault explain -"),
    (b"\xfd7zXZ", "compressed with xz: xzcat FILE | atfault explain -"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "an image: copy the text out of it"),
    (b"\xff\xd8\xff", "an image: copy the text out of it"),
)


def _without_mark(first: bytes) -> str:
    """ "utf-16-le" or "utf-16-be" for what looks like either."""
    sample = first[:4096]
    if len(sample) < 8:
        return ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.6 * len(sample) / 2 and even < 0.05 * len(sample):
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * len(sample) / 2 and odd < 0.05 * len(sample) else ""


def _check(first: bytes) -> None:
    """Raises NotText for what is none."""
    for mark, name in _BINARY:
        if first.startswith(mark):
            raise NotText(name, first)
    sample = first[: 1 << 16]
    odd = len(sample) - len(sample.translate(None, _CONTROLS))
    if sample and (sample.count(0) * 20 > len(sample) or odd * 4 > len(sample)):
        raise NotText("no text", first)


_CONTROLS = bytes(range(0, 9)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"


def _blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Blocks that end with a line's end. Of a line that is longer than MAX_LINE no more than its
    beginning and its end are kept."""
    rest = b""
    for piece in pieces:
        data = rest + piece
        end = data.rfind(b"\n") + 1
        if end:
            yield data[:end]
        rest = data[end:]
        if len(rest) > 2 * MAX_LINE:
            rest = rest[:MAX_LINE] + rest[-MAX_LINE // 2 :]
    if rest:
        yield rest + b"\n"


def _clean(line: bytes) -> str:
    """A line as text, without escapes and the prefixes of build services."""
    line = line.rstrip(b"\r")
    if len(line) > MAX_SHOWN:
        line = line[: MAX_SHOWN // 2] + b" ... " + line[-MAX_SHOWN // 2 :]
    text = line.decode("utf-8", "surrogateescape")
    if not text.isprintable():
        text = _ESCAPE.sub("", text)
    for _ in range(_MAX_PREFIXES):
        match = _PREFIX.match(text)
        if match is None or not match[0]:
            break
        text = text[match.end() :]
    return text.expandtabs(8).rstrip()
