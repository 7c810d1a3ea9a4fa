"""Runs an analysis over core files that were damaged in reproducible ways (`damage.py`).

It must not crash, hang or take unbounded memory.

    PYTHONPATH=src:tests python -m fuzz.mutate_cores --count 5000 --seed 7 CORE...

Workers are forked processes with limits of their own, 5 s and 1 GiB a case by default.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field

from atfault.contained import DEBUG, RAISE
from fuzz.damage import Analysis, case, load_base, write_case
from fuzz.workers import Pool

SECONDS, BYTES = 5, 1 << 30


def read_core(path: str) -> None:
    """The part of the pipeline that reads a core: threads, modules, a word of each mapping."""
    from atfault.native.modules import load_modules, try_symbols
    from atfault.snapshot.core import open_core

    with open_core(path) as core:
        for module in load_modules(core):
            try_symbols(core.memory, module, ("malloc",))
        for mapping in core.mappings:
            core.memory.read_upto(mapping.start, 64)


def explain_core(path: str, sysroot: str | None = None) -> None:
    """The whole pipeline, as `atfault core --no-lines` runs it, and both forms of the report.

    Lines are read in a process of its own, outside these limits.
    """
    from atfault.analyze.process import analyze_core
    from atfault.options import Options
    from atfault.report.html import render_html
    from atfault.report.json import dumps, loads
    from atfault.report.text import render

    report = analyze_core(path, options=Options(lines=False, sysroot=sysroot))
    loads(dumps(report))
    text = render(report, width=100, verbose=True)
    hidden = [c for c in text if not c.isprintable() and c != "\n"]
    if hidden:
        raise ValueError(f"the text report holds {hidden[0]!r}")
    render_html(report).encode()


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
    pool = Pool(bases, analysis, seed, folder, seconds, memory)
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the analysis over damaged cores.")
    parser.add_argument("cores", nargs="+")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only-read", action="store_true", help="open the core and its modules")
    parser.add_argument("--keep", type=int, metavar="N", help="write case N to damaged-N and stop")
    arguments = parser.parse_args()
    os.environ[DEBUG] = RAISE  # what users are spared is what is looked for
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
