"""`python -m bench [NAME…]`: run the comparisons and print one table of ratios and targets."""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from bench import workloads
from bench.measure import Command, Comparison, compare, median_of, peak

PYTHON = sys.executable
ATFAULT = os.path.join(os.path.dirname(PYTHON), "atfault")
BOOTSTRAP = os.path.join(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src", "atfault_probe", "bootstrap"
)
STRACE = shutil.which("strace") or "/usr/bin/strace"
GCC = shutil.which("gcc") or "/usr/bin/gcc"
CTEST = shutil.which("ctest") or "/usr/bin/ctest"
PYSTACK = os.path.join(os.path.dirname(PYTHON), "pystack")


Pair = tuple[Command, Command]


@dataclass(frozen=True)
class Case:
    """One row: two commands and the highest ratio that the project promises."""

    name: str
    make: Callable[[str], tuple[Command, Command]]
    target: float | None
    needs: str = ""
    """A module, or the path of an interpreter."""
    runs: int = 9
    memory_limit: int | None = None
    """Bytes that our peak must stay under."""
    time: str = "wall"
    """What of a Sample is compared."""


def ours(core: str, *options: str) -> Command:
    """`atfault core`."""
    return Command(" ".join(["atfault core", *options]), [ATFAULT, "core", *options, core])


def pystack(core: str, *options: str) -> Command:
    label = " ".join(["pystack core", *options])
    return Command(label, [PYSTACK, "core", *options, core])


def core_case(
    source: str, *options: str, python: str = PYTHON
) -> Callable[[str], tuple[Command, Command]]:
    def make(_: str) -> tuple[Command, Command]:
        core = workloads.core(source, python)
        return ours(core, *options), pystack(core, "--native-all")

    return make


def sparse_case(_: str) -> tuple[Command, Command]:
    large = workloads.core(workloads.SPARSE_20_GIB)
    small = workloads.core(workloads.SMALL)
    return ours(large, "--no-lines"), ours(small, "--no-lines")


def absolute_case(source: str) -> Callable[[str], tuple[Command, Command]]:
    """Against a Python that sleeps one second, so that the ratio reads as seconds."""

    def make(_: str) -> tuple[Command, Command]:
        second = Command("one second", [PYTHON, "-c", "import time; time.sleep(1)"])
        return ours(workloads.core(source)), second

    return make


def hang_after_case(source: str) -> Callable[[str], tuple[Command, Command]]:
    def make(store: str) -> tuple[Command, Command]:
        path = workloads.script(source)
        state = {"XDG_STATE_HOME": store, "XDG_CACHE_HOME": store}
        return (
            Command("hang-after", [ATFAULT, "run", "--hang-after", "4", PYTHON, path], state),
            Command("bare", [PYTHON, path]),
        )

    return make


def run_case(source: str) -> Callable[[str], tuple[Command, Command]]:
    def make(store: str) -> tuple[Command, Command]:
        path = workloads.script(source)
        state = {"XDG_STATE_HOME": store, "XDG_CACHE_HOME": store}
        return (
            Command("atfault run", [ATFAULT, "run", PYTHON, path], state),
            Command("bare", [PYTHON, path]),
        )

    return make


def traced_case(
    program: Callable[[], list[str]], tracer: Callable[[], list[str]]
) -> Callable[[str], tuple[Command, Command]]:
    """A program that keeps its tracer busy, under a tracer and without."""

    def make(store: str) -> tuple[Command, Command]:
        state = {"XDG_STATE_HOME": store, "XDG_CACHE_HOME": store}
        command = program()
        return Command(tracer()[0], [*tracer(), *command], state), Command("bare", command)

    return make


def processes(count: int) -> Callable[[], list[str]]:
    return lambda: ["/bin/sh", "-c", workloads.PROCESSES.format(count=count)]


def threads() -> list[str]:
    return [PYTHON, workloads.script(workloads.THREADS_5000)]


def run() -> list[str]:
    return [ATFAULT, "run"]


def strace() -> list[str]:
    return [STRACE, "-f", "-e", "none", "-o", os.devnull]


def least() -> list[str]:
    return [workloads.least_tracer()]


def numba_case(*command: str) -> Callable[[str], tuple[Command, Command]]:
    """A program that compiles ten functions, none from a cache; command: what watches it."""

    def make(store: str) -> tuple[Command, Command]:
        path = workloads.script(workloads.NUMBA_TEN)
        folder = os.path.dirname(PYTHON)
        state = {"XDG_STATE_HOME": store, "XDG_CACHE_HOME": store,
                 "PATH": os.pathsep.join((folder, os.environ.get("PATH", "")))}  # fmt: skip
        watched = Command(" ".join(["atfault", *command]), [ATFAULT, *command, path], state)
        return watched, Command("bare", [PYTHON, path], state)

    return make


def hooks_case(source: str) -> Callable[[str], tuple[Command, Command]]:
    """With the probe's hooks in the program, and without; nobody watches it from outside."""

    def make(store: str) -> tuple[Command, Command]:
        path = workloads.script(source)
        folder = os.path.join(os.path.dirname(store), "probe")
        os.makedirs(folder, exist_ok=True)
        probe = {"ATFAULT_PROBE_FOLDER": folder, "PYTHONPATH": BOOTSTRAP}
        return Command("with hooks", [PYTHON, path], probe), Command("bare", [PYTHON, path])

    return make


def pytest_case(store: str) -> tuple[Command, Command]:
    """2,000 empty tests, with the plug-in at work and without."""
    folder = os.path.join(os.path.dirname(store), "tests")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "test_empty.py"), "w", encoding="utf-8") as file:
        file.writelines(f"def test_{number}():\n    pass\n\n\n" for number in range(2000))
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", folder]
    return (
        Command("pytest --atfault", [*command, "--atfault"], cwd=folder),
        Command("pytest", command, cwd=folder),
    )


def journal_case(store: str) -> tuple[Command, Command]:
    """A million records, against a Python that sleeps one second: the ratio reads as µs a record
    (interpreter and loop included)."""
    folder = os.path.join(os.path.dirname(store), "journals")
    os.makedirs(folder, exist_ok=True)
    second = Command("one second", [PYTHON, "-c", "import time; time.sleep(1)"])
    return Command("journal", [PYTHON, workloads.script(workloads.JOURNAL), folder]), second


def log_case(
    megabytes: int, *peer: str, log: Callable[[int], str] = workloads.log
) -> Callable[[str], tuple[Command, Command]]:
    """`atfault explain` on a log, against a command that reads the same."""

    def make(_: str) -> tuple[Command, Command]:
        path = log(megabytes)
        return (
            Command("atfault explain", [ATFAULT, "explain", path]),
            Command(peer[0], [*peer, path]),
        )

    return make


def ctest_case(_: str) -> tuple[Command, Command]:
    """`atfault explain`, against the expressions of CTest, which are Spack's as well."""
    path = workloads.log(10)
    return (
        Command("atfault explain", [ATFAULT, "explain", path]),
        Command("ctest", [CTEST, "-S", workloads.ctest_script(), f"-DLOG={path}"]),
    )


def ranks_case(folder: Callable[[int], str], many: int, few: int) -> Callable[[str], Pair]:
    """`atfault ranks` on what many ranks have left, against the same of few."""

    def make(_: str) -> Pair:
        return (
            Command(f"{many} ranks", [ATFAULT, "ranks", folder(many)]),
            Command(f"{few} ranks", [ATFAULT, "ranks", folder(few)]),
        )

    return make


def collect_case(_: str) -> Pair:
    """`atfault ranks collect` of a node of eight ranks of torch, against that of one of them."""
    pids = workloads.hanging_job(8)
    options = ("ranks", "collect", "-", "--now")
    of = {count: [word for pid in pids[:count] for word in ("--pid", pid)] for count in (8, 1)}
    return (
        Command("eight ranks", [ATFAULT, *options, *of[8]]),
        Command("one rank", [ATFAULT, *options, *of[1]]),
    )


CASES = (
    Case("torch core, names", core_case(workloads.TORCH_12_THREADS, "--no-lines"), 0.2, "torch"),
    Case("torch core, lines", core_case(workloads.TORCH_12_THREADS), 0.4, "torch"),
    Case("torch 12 workers, names",
         core_case(workloads.TORCH_12_WORKERS, "--no-lines"), 0.2, "torch"),
    Case("torch 12 workers, lines", core_case(workloads.TORCH_12_WORKERS), 0.4, "torch"),
    Case("numba core, lines", core_case(workloads.NUMBA), None, "numba"),
    Case("small core, names", core_case(workloads.SMALL, "--no-lines"), 0.6, runs=25),
    Case("small core, lines", core_case(workloads.SMALL), 1.0, runs=25),
    Case("small core of 3.15, names",
         core_case(workloads.SMALL, "--no-lines", python=workloads.NEWEST), 0.6,
         workloads.NEWEST, runs=25),
    Case("20 GiB sparse core / small core", sparse_case, 1.2, runs=25, memory_limit=150 << 20),
    Case("1,000 threads (seconds)", absolute_case(workloads.THREADS_1000), 3.0, runs=3),
    Case("100,000 frames (seconds)", absolute_case(workloads.RECURSION_100000), 3.0, runs=3),
    Case("journal, one record (µs)", journal_case, 1.0, runs=5),
    Case("explain 100 MB / lines with one regex",
         log_case(100, PYTHON, "-c", workloads.LINES_WITH_REGEX), 3.0, runs=3,
         memory_limit=200 << 20),
    Case("explain 100 MB of errors / one regex",
         log_case(100, PYTHON, "-c", workloads.LINES_WITH_REGEX, log=workloads.errors), 3.0, runs=3,
         memory_limit=200 << 20),
    Case("explain 100 MB / grep -E",
         log_case(100, "grep", "-ciE", workloads.ERROR_WORDS), None, runs=3),
    Case("explain 10 MB / ctest, Spack's list", ctest_case, None, CTEST, runs=1),
    Case("explain 1 GB / wc -l", log_case(1000, "wc", "-l"), None, runs=1,
         memory_limit=200 << 20),
    Case("numba, 24 functions compiled / bare",
         hooks_case(workloads.NUMBA_COMPILE), 1.03, "numba", runs=9),
    Case("atfault numba, 10 functions / bare (user)", numba_case("numba"), 1.3, "numba", runs=7,
         time="user"),
    Case("run, 10 numba functions / bare (user)", numba_case("run"), 1.01, "numba", runs=7,
         time="user"),
    Case("numba, 20 million calls / bare",
         hooks_case(workloads.NUMBA_RUN), 1.01, "numba", runs=15),
    Case("pytest, 2,000 empty tests / bare (user)", pytest_case, 1.02, "pytest", runs=15,
         time="user"),
    Case("10,000 ranks / 1,000 (CPU)", ranks_case(workloads.ranks, 10_000, 1_000), 12.0, runs=3,
         memory_limit=300 << 20, time="cpu"),
    Case("collect, 8 torch ranks / 1 (CPU)", collect_case, 3.0, "torch", runs=7, time="cpu"),
    Case("dumps of 1,000 ranks / 100 (CPU)", ranks_case(workloads.dumps, 1_000, 100), 12.0, runs=3,
         memory_limit=300 << 20, time="cpu"),
    Case("run, nothing to do / bare", run_case(workloads.NOTHING), None, runs=25),
    Case("run, CPU-bound / bare", run_case(workloads.CPU_BOUND), 1.01, runs=7),
    Case("run --hang-after, CPU-bound / bare", hang_after_case(workloads.CPU_BOUND), 1.01, runs=7),
    Case("run, 5,000 threads / bare", traced_case(threads, run), 1.5, runs=11),
    Case("strace -f, 5,000 threads / bare", traced_case(threads, strace), None, STRACE, runs=3),
    Case("least tracer, 5,000 threads / bare", traced_case(threads, least), None, GCC, runs=5),
    Case("run, 300 processes / bare", traced_case(processes(300), run), None, runs=11),
    Case("run, 3,000 processes / bare", traced_case(processes(3000), run), 1.5, runs=7),
    Case("strace -f, 3,000 processes / bare",
         traced_case(processes(3000), strace), None, STRACE, runs=3),
    Case("least tracer, 3,000 processes / bare",
         traced_case(processes(3000), least), None, GCC, runs=5),
)  # fmt: skip


def row(case: Case, result: Comparison) -> str:
    ratio = result.ratio(case.time)
    ok = case.target is None or ratio <= case.target
    memory = peak(result.our_samples)
    if case.memory_limit is not None and memory > case.memory_limit:
        ok = False
    target = "" if case.target is None else f"≤ {case.target:.3f}"
    return (
        f"{case.name:37} {median_of(result.our_samples, case.time) * 1e3:9.1f} ms"
        f" {median_of(result.peer_samples, case.time) * 1e3:9.1f} ms  {ratio:7.3f}  {target:8}"
        f" {memory / 2**20:6.0f} MiB  {'ok' if ok else 'MISSED'}"
    )


def lacks(needs: str) -> str:
    """Why a case cannot be run here; "" when it can."""
    if os.path.isabs(needs):
        return "" if os.access(needs, os.X_OK) else f"there is no {needs}"
    if needs and importlib.util.find_spec(needs) is None:
        return f"{needs} is not installed"
    return ""


def floors(names: list[str], runs: int) -> None:
    """What a report cannot be faster than, against the peer's whole run."""
    from bench.start_up import floors as steps

    for kind, source, needs in (
        ("torch", workloads.TORCH_12_THREADS, "torch"),
        ("small", workloads.SMALL, ""),
    ):
        name = f"floor, {kind}"
        if names and not any(wanted in name for wanted in names):
            continue
        if lacks(needs):
            print(f"{name:37} skipped: {lacks(needs)}")
            continue
        core = workloads.core(source)
        for what, command in steps(core):
            result = compare(command, pystack(core, "--native-all"), runs)
            case = Case(f"{name}: {what}", core_case(source), None)
            print(row(case, result), flush=True)


def pauses(names: list[str], runs: int) -> int:
    """How long a process is stopped, against others; the number of missed targets."""
    from bench.pauses import RANKS, RANKS_TARGET, TARGETS, measure, measure_ranks

    missed = 0
    for threads in TARGETS:
        name = f"pause, {threads} threads"
        if names and not any(wanted in name for wanted in names):
            continue
        if importlib.util.find_spec("torch") is None:
            print(f"{name:37} skipped: torch is not installed")
            continue
        for label, ours, peer, ratio, goal in measure(threads, runs):
            verdict = "for comparison"
            if goal is not None:
                missed += ratio > goal
                verdict = f"≤ {goal:.4f} {'ok' if ratio <= goal else 'MISSED':>10}"
            print(
                f"{label:40} {ours * 1e3:9.2f} ms {peer * 1e3:9.2f} ms  {ratio:7.4f}  {verdict}",
                flush=True,
            )
    name = f"stop of a rank, with {RANKS - 1} others / alone"
    if not names or any(wanted in name for wanted in names):
        if importlib.util.find_spec("torch") is None:
            print(f"{name:37} skipped: torch is not installed")
            return missed
        ours, alone, ratio = measure_ranks(runs)
        missed += ratio > RANKS_TARGET
        print(
            f"{name:40} {ours * 1e3:9.2f} ms {alone * 1e3:9.2f} ms  {ratio:7.4f}"
            f"  ≤ {RANKS_TARGET:.4f} {'ok' if ratio <= RANKS_TARGET else 'MISSED':>10}",
            flush=True,
        )
    return missed


def guarded(names: list[str], runs: int) -> int:
    """Training steps under the guard; the number of missed targets."""
    from bench.training import TARGET, measure

    if names and not any(wanted in "guard, BiLSTM transformer step / bare" for wanted in names):
        return 0
    if importlib.util.find_spec("torch") is None:
        print(f"{'guard, training steps / bare':37} skipped: torch is not installed")
        return 0
    missed = 0
    for model, ours, bare, ratio in measure(runs):
        missed += ratio > TARGET
        print(
            f"{f'guard, {model} step / bare':37} {ours * 1e3:9.1f} ms {bare * 1e3:9.1f} ms"
            f"  {ratio:7.3f}  ≤ {TARGET:.3f} {'ok' if ratio <= TARGET else 'MISSED':>19}",
            flush=True,
        )
    return missed


def many_tasks(names: list[str], runs: int) -> int:
    """A program of very many tasks and threads; the number of missed targets."""
    from bench.tasks import MEGABYTES, PAUSE, SECONDS, measure

    name = "attach --now, 100,000 tasks"
    if names and not any(wanted in name for wanted in names):
        return 0
    cost = measure(runs)
    rows = (
        ("CPU seconds", cost.seconds, SECONDS, 1, "s"),
        ("memory", cost.megabytes, MEGABYTES, 1, "MB"),
        ("pause", cost.pause, PAUSE, 1000, "ms"),
    )
    for what, value, goal, factor, unit in rows:
        print(
            f"{f'{name}: {what}':40} {value * factor:9.1f} {unit:3} ≤ {goal * factor:.0f} {unit}"
            f" {'ok' if value <= goal else 'MISSED':>19}",
            flush=True,
        )
    return sum(value > goal for _, value, goal, _, _ in rows)


def shapes(names: list[str], runs: int) -> int:
    """Very many of one thing; the number of missed targets."""
    from bench.shapes import (
        GROWTH,
        MANY,
        MANY_MEGABYTES,
        MANY_SECONDS,
        SHAPES,
        TIMES_PYSTACK,
        measure,
        measure_many,
    )

    missed = 0
    with tempfile.TemporaryDirectory() as store:
        for shape in SHAPES:
            name = f"shape, {4 * shape.number:,} {shape.name}"
            if names and not any(wanted in name for wanted in names):
                continue
            few = measure(shape, shape.number, runs, store)
            many = measure(shape, 4 * shape.number, runs, store)
            growth, ratio = many.ours / few.ours, many.ours / many.peer
            goal = TIMES_PYSTACK if shape.is_shown_by_peer else math.inf
            ok = growth <= GROWTH and ratio <= goal
            missed += not ok
            print(
                f"{name:37} {many.ours * 1e3:9.1f} ms {many.peer * 1e3:9.1f} ms  {ratio:7.3f}"
                f"  ≤ {goal:.3f}  {many.megabytes:6.0f} MB   for 4 times as many"
                f" {growth:.2f} ≤ {GROWTH} {'ok' if ok else 'MISSED'}",
                flush=True,
            )
        name = f"shape, {MANY:,} threads at one lock"
        if not names or any(wanted in name for wanted in names):
            seconds, megabytes = measure_many(store)
            ok = seconds <= MANY_SECONDS and megabytes <= MANY_MEGABYTES
            missed += not ok
            print(
                f"{name:37} {seconds:9.1f} s ≤ {MANY_SECONDS:.0f} s,"
                f" {megabytes:.0f} MB ≤ {MANY_MEGABYTES:.0f} MB {'ok' if ok else 'MISSED'}"
            )
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="only cases whose name contains one of these")
    parser.add_argument("--runs", type=int, help="rounds per case (default: by case)")
    args = parser.parse_args()
    missed = 0
    print(f"{'case':37} {'ours':>12} {'peer':>12}  {'ratio':>7}  {'target':8} {'peak':>10}")
    for case in CASES:
        if args.names and not any(name in case.name for name in args.names):
            continue
        if lacks(case.needs):
            print(f"{case.name:37} skipped: {lacks(case.needs)}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            mine, peer = case.make(os.path.join(folder, "store"))
            line = row(case, compare(mine, peer, args.runs or case.runs))
        missed += line.endswith("MISSED")
        print(line, flush=True)
    floors(args.names, args.runs or 15)
    missed += pauses(args.names, args.runs or 7)
    missed += guarded(args.names, args.runs or 15)
    missed += many_tasks(args.names, args.runs or 3)
    missed += shapes(args.names, args.runs or 2)
    print("all targets met" if not missed else f"{missed} targets missed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
