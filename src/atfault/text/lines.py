"""A text of any size → the lines of it that may matter, cleaned, in bounded memory.

A log of a gigabyte has a few hundred lines that say something. Each megabyte is searched for the
words that such lines have; a line with one of the strong ones is kept with its neighbours, one with
a weak one alone, and the rest is counted. `LogLine.gap` says that lines before it were not kept.

Escapes of terminals, what carriage returns overwrote, byte order marks and the prefixes that build
services write before each line (times, jobs, containers) are taken off; numbers of lines stay those
of the text.
"""

import codecs
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import BinaryIO, NamedTuple

BLOCK = 1 << 20
"""Bytes that are looked at together."""
MAX_LINE = 1 << 16
"""Bytes of one line that are looked at; of a longer one its beginning and its end."""
MAX_SHOWN = 2000
"""Characters kept of one line."""
BEFORE, AFTER = 40, 60
"""Lines kept round a strong word."""
MAX_FIRST = 12 << 20
"""Characters of lines kept from the beginning on; then the last MAX_LAST lines."""
MAX_LAST = 4000
MAX_PARTS = 64
"""Of a line that carriage returns part, from its end."""

STRONG = tuple(
    word.encode()
    for word in (
        *(
            "fail",
            "fatal",
            "not ",
            "no such",
            "cannot",
            "can't",
            "killed",
            "undefined",
            "unresolved",
        ),
        *(
            "unable",
            "traceback (",
            "multiple definition",
            "duplicate symbol",
            "no space",
            "exhausted",
        ),
        *("exception", "sanitizer: ", "no module named", "segfault", "traps: ", "= invalid "),
        *("most recent call first", "require", "quota exceeded", "no rule to make", "panicked"),
        *("out of memory", "missing", "doesn't exist", "connection", "timed out", "incompatible"),
        *("mismatch", "network"),
    )
)
"""In lower case. "error" is one of them, too, where it is no option like -Werror."""
WEAK = tuple(
    word.encode()
    for word in (
        *("ing directory", "successfully", "building wheel for", "collecting ", "build succe"),
        *("built target", "build files have", "finished ", "no work to do"),
    )
)
"""Of lines that are kept alone."""
_STRUCTURE = re.compile(rb":\d{1,7}:\d{1,5}: (?!warning|note|Warnung|Anmerkung)")
"""A compiler's diagnostic in any language."""
_FOREIGN = tuple(
    word.encode()
    for word in ("错误", "錯誤", "エラー", "ошибка", "Fehler", "erreur", "фатальн", "错误", "fel:")
    + ("未定义", "未定義", "找不到", "不到")
)
_STEP = re.compile(rb"\n\[\d{1,7}/\d{1,7}\] ")
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
    r"|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?:? +"
    r"|#\d{1,4} (?:\d{1,6}\.\d{1,4} |(?=ERROR|\[))"  # BuildKit
    r"|\d{1,6}\.\d{3} (?=\S| {3,})"
    r"|\((?:\w{1,60} ){0,4}(?:(?:rank|pid|ip)=[\w.:]{1,40}[, ]{0,2}){1,4}\) "  # ray, vllm
    r"|(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[[\w./-]{1,100}:\d{1,6}\] ?"
    r"|\d\d[OE] +(?:>> +)?(?:\d{1,6} +(?=\S))?"  # Spack
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:[\w.-]{1,100} [\w./-]{1,100}(?:\[\d+\])?: )?"
    r"|##\[(?:error|warning|command|debug|group|section|notice)\]"
    r"|section_(?:start|end):\d+:[\w.-]{1,100}(?:\[[^\]]{0,200}\])?"
    r"|[A-Za-z][\w.-]{0,40} {0,40}\| "  # docker compose
    r"|[A-Za-z][\w.+-]{1,60}> (?=\S)"  # nix
    r"|remote: +(?:! +)?"
    r"|C/C\+\+: |(?:gyp|npm) (?:ERR!|error) (?:stack )?(?=\S)"  # gradle, npm
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


class _Sieve:
    """Keeps lines of the blocks that are passed through it."""

    def __init__(self) -> None:
        self._kept: list[LogLine] = []
        self._room = MAX_FIRST
        self._later: deque[tuple[int, bytes, bool, bool]] = deque(maxlen=MAX_LAST)
        self._number = 0
        """Lines so far."""
        self._before: list[bytes] = []
        """The last lines that were not kept."""
        self._owed = 0
        """Lines still to be kept behind the last strong word."""
        self._gap = False
        self._step_in_gap = False
        self._first: list[LogLine] = []
        self._steps = (0, 0)

    def read(self, blocks: Iterable[bytes]) -> Kept:
        tail: list[bytes] = []
        for block in blocks:
            lines = block.split(b"\n")
            lines.pop()
            if not self._first:
                self._first = [LogLine(at, _clean(one)) for at, one in enumerate(lines[:60], 1)]
            self._take(block, lines)
            tail = (tail + lines)[-30:]
        start = self._number - len(tail) + 1
        last = tuple([LogLine(start + at, _clean(one)) for at, one in enumerate(tail)])
        kept = list(self._kept)
        is_cut = len(self._later) == MAX_LAST
        for at, (number, line, gap, step) in enumerate(self._later):
            kept += _parts(number, line, gap or (is_cut and at == 0), step)
        return Kept(tuple(kept), self._number, is_cut, last, tuple(self._first), self._steps)

    def _take(self, block: bytes, lines: list[bytes]) -> None:
        """Keep of one block what may matter."""
        strong, weak = _found(block)
        starts = list(accumulate(map(len, lines), lambda total, size: total + size + 1, initial=0))
        is_short = not self._number and len(block) <= WHOLE
        wanted = bytearray(b"\1" * len(lines) if is_short else len(lines))
        for at in weak:
            wanted[min(bisect_right(starts, at) - 1, len(lines) - 1)] = 1
        wanted[: min(self._owed, len(lines))] = b"\1" * min(self._owed, len(lines))
        self._owed = max(0, self._owed - len(lines))
        done = -1
        for at in strong:
            index = min(bisect_right(starts, at) - 1, len(lines) - 1)
            if index <= done:
                continue
            done = index
            if index < BEFORE and self._before:
                self._recover(BEFORE - index)
            low, high = max(0, index - BEFORE), min(len(lines), index + AFTER + 1)
            wanted[low:high] = b"\1" * (high - low)
            self._owed = max(self._owed, index + AFTER + 1 - len(lines))
        self._keep(block, lines, wanted, starts)
        steps = list(_LAST_STEP.finditer(block, max(0, len(block) - (1 << 16))))
        if steps:
            self._steps = (int(steps[-1][1]), int(steps[-1][2]))

    def _keep(self, block: bytes, lines: list[bytes], wanted: bytearray, starts: list[int]) -> None:
        at = 0
        while at < len(lines):
            begin = wanted.find(1, at)
            begin = len(lines) if begin < 0 else begin
            if begin > at:
                self._gap = True
                skipped = block[max(0, starts[at] - 1) : starts[begin]]
                self._step_in_gap = self._step_in_gap or (_STEP.search(skipped) is not None)
                left = lines[max(at, begin - BEFORE) : begin]
                self._before = (self._before + left)[-BEFORE:]
            end = wanted.find(0, begin) if begin < len(lines) else begin
            end = len(lines) if end < 0 else end
            for index in range(begin, end):
                self._add(self._number + index + 1, lines[index])
            if end > begin:
                self._before = []
            at = max(end, begin)
        self._number += len(lines)

    def _recover(self, count: int) -> None:
        """Keep the last `count` lines of the block before, which were not."""
        lines = self._before[-count:]
        for at, line in enumerate(lines, self._number - len(lines) + 1):
            self._add(at, line)
        self._before = []

    def _add(self, number: int, line: bytes) -> None:
        gap, step = self._gap, self._step_in_gap
        self._gap = self._step_in_gap = False
        if self._room <= 0:
            self._later.append((number, line[:MAX_LINE], gap, step))
            return
        for made in _parts(number, line, gap, step):
            self._room -= len(made.text) + 100
            self._kept.append(made)


def _parts(number: int, line: bytes, gap: bool, step: bool) -> Iterator[LogLine]:
    """A line, or what carriage returns part it into."""
    parts = line.split(b"\r") if b"\r" in line else [line]
    for part in parts[-MAX_PARTS:]:
        if part.strip() or len(parts) == 1:
            yield LogLine(number, _clean(part), gap, step)
            gap = step = False


_LAST_STEP = re.compile(rb"(?:^|\n)\[(\d{1,7})/(\d{1,7})\] ")


def _found(block: bytes) -> tuple[list[int], list[int]]:
    """Where strong and weak words are, in order."""
    low = block.lower()
    strong: list[int] = []
    for word in STRONG:
        _find(low, word, strong)
    at = low.find(b"error")
    while at >= 0:
        if low[at - 2 : at] != b"-w" and low[at - 1 : at] != b"-":
            strong.append(at)
            end = low.find(b"\n", at)
            at = low.find(b"error", end) if end >= 0 else -1
        else:
            at = low.find(b"error", at + 5)
    strong += [match.start() for match in _STRUCTURE.finditer(block)]
    if not block.isascii():
        for word in _FOREIGN:
            _find(block, word, strong)
    weak: list[int] = []
    for word in WEAK:
        _find(low, word, weak)
    return sorted(strong), weak


def _find(block: bytes, word: bytes, found: list[int]) -> None:
    """Where `word` is; once a line is enough."""
    at = block.find(word)
    while at >= 0:
        found.append(at)
        end = block.find(b"\n", at)
        at = block.find(word, end) if end >= 0 else -1


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
