"""Damage to core files, reproducible: case number i of a seed is always the same.

Eight kinds, by what a real accident or an attacker would do:

    header     bytes of the ELF header and program headers
    segment    a field of a program header becomes an extreme or another segment's
    note       bytes of the notes
    length     sizes and counts in notes become extreme
    cut        the file ends early
    stream     bytes anywhere (in a compressed core this hits the stream)
    touched    words that the analysis of the undamaged core had read become pointers elsewhere,
               extremes, or the address of themselves
    pointers   the same for many words at random, cycles included

The `touched` kind makes the run efficient: `Trace` records which addresses an analysis reads, and
those are the ones whose corruption can matter.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from atfault.errors import AtfaultError
from atfault.formats.elf import PF_W, PT_LOAD, PT_NOTE, ElfFile
from atfault.snapshot.memory import PiecewiseMemory

Analysis = Callable[[str], object]
Patch = tuple[int, bytes]

EXTREMES = [0, 1, 7, 8, 0xFF, 0x1000, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 40, (1 << 47) - 8, 1 << 63]
EXTREMES += [(1 << 64) - 1, (1 << 64) - 4096, (1 << 63) - 1]
KINDS = ("header", "segment", "note", "length", "cut", "stream", *("touched",) * 6, "pointers")


@dataclass
class Base:
    """A core to damage, and where damage matters."""

    path: str
    data: bytes
    header_end: int = 0
    headers: list[int] = field(default_factory=list)
    """Offsets of the program headers."""
    notes: tuple[int, int] = (0, 0)
    words: list[int] = field(default_factory=list)
    """File offsets of words that the analysis read."""
    loads: list[tuple[int, int, int, int]] = field(default_factory=list)
    """(address, file offset, size, flags) of what was dumped."""


def load_base(path: str, analysis: Analysis | None = None) -> Base:
    """Read a core, and with `analysis` find the words that matter by running it once."""
    with open(path, "rb") as file:
        base = Base(path, file.read())
    try:
        elf = ElfFile(base.data)
        segments = elf.segments
    except AtfaultError:
        return base  # compressed: only `cut` and `stream` apply
    base.header_end = elf.phoff + 56 * len(segments)
    base.headers = [elf.phoff + 56 * index for index in range(len(segments))]
    for s in segments:
        if s.type == PT_NOTE:
            base.notes = (s.offset, min(s.offset + s.filesz, len(base.data)))
        elif s.type == PT_LOAD and s.filesz:
            base.loads.append((s.vaddr, s.offset, s.filesz, s.flags))
    base.loads.sort()
    if analysis is not None:
        with Trace() as trace:
            analysis(path)
        base.words = sorted(trace.file_offsets(base.loads))
    return base


class Trace:
    """Records, while active, what is read through `PiecewiseMemory`."""

    _METHODS = {"read": 1, "u8": 1, "u32": 4, "i32": 4, "u64": 8, "i64": 8, "u64s": 8}

    def __init__(self) -> None:
        self.addresses: set[int] = set()

    def __enter__(self) -> Trace:
        self._originals = {name: getattr(PiecewiseMemory, name) for name in self._METHODS}
        for name, width in self._METHODS.items():
            setattr(PiecewiseMemory, name, self._recording(self._originals[name], width))
        return self

    def __exit__(self, *exc_info: object) -> None:
        for name, method in self._originals.items():
            setattr(PiecewiseMemory, name, method)

    def _recording(self, method: Callable[..., object], width: int) -> Callable[..., object]:
        def recording(memory: PiecewiseMemory, address: int, *count: int) -> object:
            size = width * (count[0] if count else 1)
            if 0 <= size <= 4096:
                self.addresses.update(range(address & ~7, address + size, 8))
            return method(memory, address, *count)

        return recording

    def file_offsets(self, loads: list[tuple[int, int, int, int]]) -> Iterator[int]:
        """Where in the core the recorded addresses lie."""
        for start, offset, size, _ in loads:
            for address in range(start, start + size, 8) if size < 1 << 16 else self.addresses:
                if address in self.addresses and 0 <= address - start <= size - 8:
                    yield offset + address - start


def damage(base: Base, rng: random.Random) -> tuple[str, list[Patch], int | None]:
    """(kind, bytes to overwrite, size to cut the file to) of one case."""
    kind = rng.choice(KINDS)
    if not base.headers and kind not in ("cut", "stream"):
        kind = rng.choice(("cut", "stream"))
    size = len(base.data)
    if kind == "cut":
        edges = [offset + rng.choice((0, 8, 4096)) for _, offset, _, _ in base.loads]
        cuts = [rng.randrange(size), rng.randrange(64), rng.randrange(base.notes[1] or size)]
        return kind, [], min(rng.choice([*cuts, rng.choice(edges or [size])]), size - 1)
    if kind == "stream":
        return kind, [_flip(rng, 0, size) for _ in range(rng.randint(1, 64))], None
    if kind == "header":
        high = rng.choice((64, base.header_end))
        return kind, [_flip(rng, 0, high) for _ in range(rng.randint(1, 6))], None
    if kind == "note":
        return kind, [_flip(rng, *base.notes) for _ in range(rng.randint(1, 12))], None
    if kind == "length":
        at = rng.randrange(base.notes[0], max(base.notes[1] - 8, base.notes[0] + 1)) & ~3
        return kind, [(at, _word(rng.choice(EXTREMES))[: rng.choice((4, 8))])], None
    if kind == "segment":
        return kind, [_segment_field(base, rng) for _ in range(rng.randint(1, 4))], None
    if kind == "touched" and base.words:
        places = [rng.choice(base.words) for _ in range(rng.choice((1, 1, 2, 4, 16)))]
    else:
        places = [_random_word(base, rng) for _ in range(rng.randint(1, 400))]
    return kind, [(at, _bad_word(base, rng, at)) for at in places], None


def _word(value: int) -> bytes:
    return struct.pack("<Q", value & (1 << 64) - 1)


def _flip(rng: random.Random, low: int, high: int) -> Patch:
    return rng.randrange(low, max(high, low + 1)), bytes((rng.randrange(256),))


def _segment_field(base: Base, rng: random.Random) -> Patch:
    """A 64-bit field of a program header: offset, vaddr, filesz or memsz."""
    at = rng.choice(base.headers) + rng.choice((8, 16, 32, 40))
    if rng.random() < 0.4:
        other = rng.choice(base.headers) + rng.choice((8, 16, 32, 40))
        return at, base.data[other : other + 8]
    return at, _word(rng.choice((*EXTREMES, len(base.data), len(base.data) - 8)))


def _random_word(base: Base, rng: random.Random) -> int:
    """File offset of an aligned word of writable memory."""
    writable = [load for load in base.loads if load[3] & PF_W] or base.loads
    if not writable:
        return 0
    _, offset, size, _ = rng.choice(writable)
    return offset + (rng.randrange(max(size - 8, 1)) & ~7)


def _address_of(base: Base, at: int) -> int:
    for start, offset, size, _ in base.loads:
        if offset <= at < offset + size:
            return start + at - offset
    return at


def _bad_word(base: Base, rng: random.Random, at: int) -> bytes:
    """What to put in place of the word at file offset `at`."""
    how = rng.randrange(8)
    old = int.from_bytes(base.data[at : at + 8], "little")
    here = _address_of(base, at)
    if how == 0:
        return _word(here)  # points at itself
    if how == 1:
        return _word(here - rng.choice((8, 16, 24, 32, 64, 96)))  # a cycle through its object
    if how == 2:
        return _word(rng.choice(EXTREMES))
    if how == 3:
        return _word(old + rng.choice((-8, 8, 16, 1, -1, 4096)))
    if how == 4:
        return _word(old ^ 1 << rng.randrange(64))
    other = rng.choice(base.words) if base.words and how < 7 else _random_word(base, rng)
    if how == 5:
        return base.data[other : other + 8].ljust(8, b"\0")  # another word that was read
    return _word(_address_of(base, other))


def case(bases: list[Base], seed: int, number: int) -> tuple[Base, str, list[Patch], int | None]:
    """Damage number `number`: the same for the same seed, cores and analysis."""
    rng = random.Random(f"{seed}:{number}")
    base = bases[number % len(bases)]
    return (base, *damage(base, rng))


def write_case(base: Base, patches: list[Patch], size: int | None, path: str) -> None:
    """Write one damaged core to `path`."""
    data = bytearray(base.data)
    for at, content in patches:
        data[at : at + len(content)] = content
    with open(path, "wb") as file:
        file.write(data if size is None else data[:size])
