"""Damages core files in reproducible ways and runs an analysis over each.

It must not crash, hang or take unbounded memory.

    python tests/fuzz/mutate_cores.py --count 5000 --seed 7 CORE...

Case number i of a seed is always the same damage. Eight kinds, by what a real accident or an
attacker would do:

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

Workers are forked processes with limits of their own (5 s and 1 GiB a case by default); a worker
that dies names its case, and another takes over behind it.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import selectors
import shutil
import signal
import struct
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from atfault.errors import AtfaultError, MemoryFault
from atfault.formats.elf import PF_W, PT_LOAD, PT_NOTE, ElfFile
from atfault.snapshot.memory import PiecewiseMemory

Analysis = Callable[[str], object]
Patch = tuple[int, bytes]

SECONDS, BYTES = 5, 1 << 30
EXTREMES = [0, 1, 7, 8, 0xFF, 0x1000, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 40, (1 << 47) - 8, 1 << 63]
EXTREMES += [(1 << 64) - 1, (1 << 64) - 4096, (1 << 63) - 1]
KINDS = ("header", "segment", "note", "length", "cut", "stream", *("touched",) * 6, "pointers")


def read_core(path: str) -> None:
    """The part of the pipeline that reads a core: threads, modules, a word of each mapping."""
    from atfault.native.modules import dynamic_symbols, load_modules
    from atfault.snapshot.core import open_core

    with open_core(path) as core:
        for module in load_modules(core):
            symbols = dynamic_symbols(core.memory, module)
            if symbols is not None:
                symbols.lookup("malloc")
        for mapping in core.mappings:
            core.memory.read_upto(mapping.start, 64)


def explain_core(path: str) -> None:
    """The whole pipeline, as `atfault core --no-lines` runs it, and both forms of the report.

    Lines are read by another program (drgn) in a process of its own, outside these limits.
    """
    from atfault.analyze import analyze_core
    from atfault.options import Options
    from atfault.report.json import dumps, loads
    from atfault.report.text import render

    report = analyze_core(path, options=Options(lines=False))
    loads(dumps(report))
    text = render(report, width=100, verbose=True)
    hidden = [c for c in text if not c.isprintable() and c != "\n"]
    if hidden:
        raise ValueError(f"the text report holds {hidden[0]!r}")


# ---- the undamaged core --------------------------------------------------------------------------


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


# ---- damage --------------------------------------------------------------------------------------


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


# ---- running -------------------------------------------------------------------------------------


@dataclass
class Score:
    """What became of all cases."""

    count: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    """"case 17 of seed 1 (touched, core): ValueError …" with the innermost lines."""
    slowest: float = 0.0
    seconds: float = 0.0

    def __str__(self) -> str:
        kinds = ("crash", "hang", "memory")
        bad = ", ".join(f"{self.outcomes[k]} {k}{'es' if k == 'crash' else 's'}" for k in kinds[:2])
        return (
            f"{self.count} damaged cores: {bad}, {self.outcomes['memory']} over memory; "
            f"{self.outcomes['ok']} analysed, {self.outcomes['refused']} refused; "
            f"slowest {self.slowest:.2f} s, all {self.seconds:.0f} s"
        )


def fuzz(
    cores: list[str],
    analysis: Analysis,
    count: int,
    seed: int = 1,
    workers: int = 2,
    seconds: int = SECONDS,
    memory: int = BYTES,
) -> Score:
    """Run `analysis` over `count` damaged copies of `cores`.

    Any AtfaultError is a refusal and fine; every other exception, death by signal, more than
    `seconds` or more than `memory` bytes is a failure.
    """
    began = time.monotonic()
    score = Score()
    folder = tempfile.mkdtemp(prefix="atfault-fuzz-")
    # What an analysis keeps for the next one (symbols) must not come from a damaged core.
    os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = folder
    bases = [load_base(core, analysis) for core in cores]
    pool = _Pool(bases, analysis, seed, folder, seconds, memory)
    try:
        for number, outcome, detail, took in pool.run(count, workers):
            score.count += 1
            score.outcomes[outcome] += 1
            score.slowest = max(score.slowest, took)
            if outcome not in ("ok", "refused"):
                score.failures.append(f"case {number} of seed {seed} ({outcome}): {detail}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    score.seconds = time.monotonic() - began
    return score


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


class _Scratch:
    """A copy of a core that is damaged and repaired in place: a large core is copied once."""

    def __init__(self, base: Base, path: str) -> None:
        self.base, self.path = base, path
        with open(path, "wb") as file:
            file.write(base.data)

    def damage(self, patches: list[Patch], size: int | None) -> None:
        with open(self.path, "r+b") as file:
            for at, content in patches:
                file.seek(at)
                file.write(content)
            if size is not None:
                file.truncate(size)

    def repair(self, patches: list[Patch], size: int | None) -> None:
        data = self.base.data
        with open(self.path, "r+b") as file:
            for at, content in patches:
                file.seek(at)
                file.write(data[at : at + len(content)])
            if size is not None:
                file.seek(size)
                file.write(memoryview(data)[size:])
            file.truncate(len(data))


class _Pool:
    """Forked workers; each takes every n-th case and reports a line a case."""

    def __init__(
        self,
        bases: list[Base],
        analysis: Analysis,
        seed: int,
        folder: str,
        seconds: int,
        memory: int,
    ) -> None:
        self.bases, self.analysis, self.seed, self.folder = bases, analysis, seed, folder
        self.seconds, self.memory = seconds, memory

    def run(self, count: int, workers: int) -> Iterator[tuple[int, str, str, float]]:
        """(case, outcome, detail, seconds) of every case, as they come."""
        with selectors.DefaultSelector() as waiting:
            for index in range(workers):
                self._start(waiting, range(index, count, workers))
            while waiting.get_map():
                for key, _ in waiting.select():
                    yield from self._collect(waiting, key)

    def _start(self, waiting: selectors.BaseSelector, numbers: range) -> None:
        if not numbers:
            return
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(reading)
                self._work(numbers, writing)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        waiting.register(reading, selectors.EVENT_READ, _Worker(pid, numbers))

    def _collect(
        self, waiting: selectors.BaseSelector, key: selectors.SelectorKey
    ) -> Iterator[tuple[int, str, str, float]]:
        worker: _Worker = key.data
        chunk = os.read(key.fd, 65536)
        worker.text += chunk
        *lines, worker.text = worker.text.split(b"\n")
        for line in lines:
            outcome, took, detail = line.decode().split("\t", 2)
            yield worker.numbers[worker.done], outcome, detail.replace("\r", "\n"), float(took)
            worker.done += 1
        if chunk:
            return
        waiting.unregister(key.fd)
        os.close(key.fd)
        _, status = os.waitpid(worker.pid, 0)
        if worker.done < len(worker.numbers):
            number = worker.numbers[worker.done]
            yield (number, *self._why_it_died(status))
            self._start(waiting, worker.numbers[worker.done + 1 :])

    def _why_it_died(self, status: int) -> tuple[str, str, float]:
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGALRM:
                return "hang", f"took more than {self.seconds} s", float(self.seconds)
            return "crash", f"the worker died of {signal.Signals(number).name}", 0.0
        return "crash", f"the worker exited with {os.waitstatus_to_exitcode(status)}", 0.0

    def _work(self, numbers: range, out: int) -> None:
        """In the worker: run the cases, each under its limits."""
        resource.setrlimit(resource.RLIMIT_DATA, (self.memory, self.memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        copies: dict[str, _Scratch] = {}
        for number in numbers:
            base, kind, patches, size = case(self.bases, self.seed, number)
            copy = copies.get(base.path)
            if copy is None:
                name = f"{os.getpid()}.{len(copies)}"
                copy = copies[base.path] = _Scratch(base, os.path.join(self.folder, name))
            copy.damage(patches, size)
            began = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
            outcome, detail = self._one(copy.path)
            signal.setitimer(signal.ITIMER_REAL, 0)
            took = time.monotonic() - began
            copy.repair(patches, size)
            where = f"{kind} of {os.path.basename(base.path)}: {detail}"
            line = f"{outcome}\t{took:.4f}\t{where.replace(chr(10), chr(13))}\n"
            os.write(out, line.encode("utf-8", "backslashreplace"))

    def _one(self, path: str) -> tuple[str, str]:
        try:
            self.analysis(path)
        except MemoryFault:
            return "crash", "a MemoryFault left the walkers: " + _last_lines()
        except AtfaultError as error:
            if "\n" in str(error):
                return "crash", f"an error of more than one line: {error}"
            return "refused", ""
        except MemoryError:
            return "memory", _last_lines()
        except BaseException:
            return "crash", _last_lines()
        return "ok", ""


def _last_lines() -> str:
    """The exception and the innermost frames, on a few lines."""
    kind, error, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)[-4:]
    places = [f"{os.path.basename(f.filename)}:{f.lineno} {f.name}: {f.line}" for f in frames]
    return f"{getattr(kind, '__name__', kind)}: {str(error)[:200]}\n    " + "\n    ".join(places)


@dataclass
class _Worker:
    pid: int
    numbers: range
    done: int = 0
    text: bytes = b""


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the analysis over damaged cores.")
    parser.add_argument("cores", nargs="+")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only-read", action="store_true", help="open the core and its modules")
    parser.add_argument("--keep", type=int, metavar="N", help="write case N to damaged-N and stop")
    arguments = parser.parse_args()
    analysis = read_core if arguments.only_read else explain_core
    if arguments.keep is not None:
        bases = [load_base(core, analysis) for core in arguments.cores]
        base, _, patches, size = case(bases, arguments.seed, arguments.keep)
        write_case(base, patches, size, f"damaged-{arguments.keep}")
        return 0
    score = fuzz(arguments.cores, analysis, arguments.count, arguments.seed, arguments.workers)
    for failure in score.failures:
        print(failure)
    print(score)
    return 1 if score.failures else 0


if __name__ == "__main__":
    sys.exit(main())
