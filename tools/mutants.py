"""Change the source a little, again and again, and say which changes no unit test notices.

    python tools/mutants.py          what a change touches: lines that are not as on the branch main
    python tools/mutants.py --in src/atfault/decode --seed 7 --number 100       a sample of a folder

Cosmic Ray says what can be changed, and changes it: comparisons, numbers, `and`, `or`, `not`,
loops, handlers, decorators. mutations.py adds one kind that it lacks: a condition that is left out.
Places in the source are drawn by the seed, each as likely as another, then one of the changes that
can be made there.

A copy of the tree is changed, never the tree itself. First, all unit tests of the areas that are
changed run once in it, tests/unit/diagnose for all of src/atfault/diagnose, and those of whole
reports (WHOLE), which run something of every area; coverage.py notes which of them run which line.
Then of each change only those that run its statement, those of the module's mirror first; where it
runs when the module is imported, those that run anything of the module. What none of these notices
is tried on recorded inputs: the cores of the zoo's programs (RECORDED), by the assertions that
`make test-all` makes of them, on those that run the statement. They are made once, and which of
them runs what is kept beside them until the source changes.

    killed       a test failed
    killed late  none of those, but one that reads recorded cores of the zoo, or one of
                 tests/integration (with --integration)
    timeout      the tests took several times as long as without the change: noticed too
    survived     all passed
    no test      no test runs the line
    not tried    there was no time left

Exit status: 1 when more survived than --at-most allows, of 100 that were tried, or when tests fail
without a change; 2 for a wrong question.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import Queue
from typing import NamedTuple

from cosmic_ray.testing import run_tests
from cosmic_ray.work_item import TestOutcome
from coverage import CoverageData

from mutations import Mutation, Place, mutations
from which_test import VARIABLE

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNIT = "tests/unit"
WHOLE = ("tests/unit/diagnose/text/test_corpus.py",)
"""Tests of all that is said of an input, in memory: hundreds in seconds."""
RECORDED = "tests/integration/test_recorded.py"
"""Tests that read cores in their own process."""
CORES = os.path.join("build", "recorded")
"""Where the cores are, as tests/support/recorded.py keeps them."""
OUTCOMES = ("killed", "killed late", "timeout", "survived", "no test", "not tried")
MARKS = ".,ts-?"
SLOWER = 4
"""Tests that take so many times as long as they did, and LIMIT seconds, are stopped."""
LIMIT = 20
WIDE_LIMIT = 300
"""Seconds for tests of tests/integration; those that take longer prove nothing."""
MOST = 8
"""Of them for one change."""
MOST_RECORDED = 20
"""Of those that read cores."""


class Result(NamedTuple):
    mutation: Mutation
    outcome: str
    diff: str


class Question(NamedTuple):
    """What is to be changed: lines by file, None for all of them."""

    lines: dict[str, set[int] | None]
    about: str


def draw(question: Question, seed: int, number: int, root: str = ROOT) -> list[Mutation]:
    """Up to `number` changes, no two of them at the same place."""
    places: dict[Place, list[Mutation]] = {}
    for path, lines in sorted(question.lines.items()):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            source = file.read()
        for place, many in mutations(path, source).items():
            touched = range(place.span[0][0], place.span[1][0] + 1)
            if lines is None or not lines.isdisjoint(touched):
                places[place] = many
    chance = random.Random(seed)
    order = sorted(places)
    chance.shuffle(order)
    return [chance.choice(places[place]) for place in order[:number]]


# What is asked


def in_folders(folders: list[str], root: str = ROOT) -> Question:
    """All lines of these files, and of the modules below these folders."""
    found: dict[str, set[int] | None] = {}
    for given in folders:
        top = os.path.join(root, given)
        if not os.path.exists(top):
            raise SystemExit(f"mutants: {given}: there is no such file or folder in the tree")
        paths = [top] if os.path.isfile(top) else _modules_below(top)
        found |= dict.fromkeys([os.path.relpath(path, root) for path in paths])
    return Question(found, " ".join(folders))


def _modules_below(top: str) -> list[str]:
    return [
        os.path.join(folder, name)
        for folder, _, names in os.walk(top)
        for name in names
        if name.endswith(".py")
    ]


def changed_since(base: str, root: str = ROOT) -> Question:
    """The lines below src that are not as they were where this branch left `base`; on `base`
    itself, as before its last commit."""
    if not os.path.exists(os.path.join(root, ".git")):
        return Question({}, "a tree without git")
    left = _git(root, "merge-base", "HEAD", base).strip()
    if not left:
        raise SystemExit(f"mutants: git knows no {base}: name another commit with --base")
    if left == _git(root, "rev-parse", "HEAD").strip():
        left = _git(root, "rev-parse", "--verify", "--quiet", "HEAD^").strip() or left
    found: dict[str, set[int] | None] = defaultdict(set)
    path = ""
    for line in _git(root, "diff", "-U0", "--no-color", left, "--", "src").splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if hunk and path.endswith(".py"):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found[path] |= set(range(first, first + count))
    for new in _git(root, "ls-files", "--others", "--exclude-standard", "src").splitlines():
        if new.endswith(".py"):
            found[new] = None
    return Question(dict(found), f"what differs from {left[:12]}")


def _git(root: str, *arguments: str) -> str:
    """What git says; "" when it fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


# Which tests


def area_of(path: str) -> str:
    """The folder of unit tests for all that lies beside a module: tests/unit/diagnose; tests/unit
    itself for a module of no package but atfault."""
    package, *inner = path.split("/")[1:]
    first = package.removeprefix("atfault_") if package != "atfault" else inner[0]
    return f"{UNIT}/{first}" if not first.endswith(".py") else UNIT


def mirror_of(path: str, root: str) -> str:
    """A module's own tests: its file of them, else the folder that stands for its own. Folders that
    the tests do not have are passed over: diagnose/rules/crash is tested in diagnose/crash."""
    package, *folders, name = path.split("/")[1:]
    here = area_of(path)
    for folder in folders[1:] if package == "atfault" else folders:
        if os.path.isdir(os.path.join(root, here, folder)):
            here = f"{here}/{folder}"
    own = f"{here}/test_{name}"
    return own if here == UNIT or os.path.isfile(os.path.join(root, own)) else here


def _beside(root: str, folder: str) -> list[str]:
    """A folder's files of tests, without those of the folders in it."""
    names = sorted(os.listdir(os.path.join(root, folder)))
    return [f"{folder}/{name}" for name in names if re.fullmatch(r"test_\w+\.py", name)]


def to_measure(root: str, paths: list[str]) -> list[str]:
    """Folders and files of the tests for some modules, none of them twice."""
    areas = {area_of(path) for path in paths}
    within = [
        one for one in WHOLE if not any(one.startswith(f"{area}/") for area in areas - {UNIT})
    ]
    found = [one for area in areas for one in (_beside(root, area) if area == UNIT else [area])]
    return [one for one in sorted({*found, *within}) if os.path.exists(os.path.join(root, one))]


class Copy:
    """A copy of the tree that is changed and tested; each worker has one."""

    def __init__(self, path: str, cores: str = "") -> None:
        """cores: the folder of recorded ones."""
        self.path = path
        self.cores = cores

    def command(self, *arguments: str, measured: str = "", part: str = "first") -> str:
        """pytest there, and all that it starts, with the copy's own modules. measured: coverage's
        configuration, where it is to note which test runs what. part: of the tests, as
        tests/support/parts.py has it."""
        env = [
            "env",
            "-C",
            self.path,
            f"PYTHONPATH={self.path}/src:{self.path}/tools",
            f"ATFAULT_TESTS={part}",
            f"ATFAULT_RECORDED={self.cores}",
        ]
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:atfault"]
        if measured:
            env, words = [*env, f"COVERAGE_PROCESS_START={measured}"], [*words, "-p", "which_test"]
        return shlex.join([*env, *words, *arguments])

    def passes(self, tests: list[str], limit: float) -> str:
        """ "survived", "timeout" or "killed"."""
        listed = os.path.join(self.path, ".mutants")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join(tests))
        part = "" if tests[0].startswith(RECORDED) else "first"
        outcome, output = run_tests(self.command("-x", f"@{listed}", part=part), limit)
        if outcome is TestOutcome.SURVIVED:
            return "survived"
        if output == "timeout":
            return "timeout"
        if outcome is not TestOutcome.KILLED or not re.search(r"\d+ (failed|error)", output):
            raise RuntimeError(f"the tests did not run:\n{output[-2000:]}")
        return "killed"

    @contextmanager
    def changed(self, path: str, text: str) -> Iterator[None]:
        """A module is compiled anew where the time of its file is not that of before."""
        path = os.path.join(self.path, path)
        before = os.stat(path)
        with open(path, encoding="utf-8") as file:
            source = file.read()
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.utime(path, (before.st_atime, before.st_mtime + 10))
            yield
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def copy_tree(root: str, to: str) -> Copy:
    """What git has, and what it would add."""
    listed = _git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    for path in filter(None, listed.split("\0")):
        source, target = os.path.join(root, path), os.path.join(to, path)
        if os.path.lexists(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    return Copy(to, os.path.join(root, CORES))


def measure(copy: Copy, folders: list[str], to: str, jobs: int, *areas: str) -> str:
    """Has coverage note which test of some folders runs what, of all modules, or of those in some
    areas. Returns what pytest said."""
    rules = os.path.join(copy.path, ".coverage.ini")
    what = f"source_dirs = {copy.path}/src"
    if areas:
        what = "include = " + ",".join(f"{copy.path}/{area}/*" for area in areas)
    with open(rules, "w", encoding="utf-8") as file:
        file.write(
            f"[run]\n{what}\nrelative_files = True\nparallel = True\n"
            f"data_file = {to}\nsigterm = True\ncontext = ${{{VARIABLE}-}}\n"
        )
    part = "" if RECORDED in folders else "first"
    command = copy.command("-n", str(jobs), "-rfE", *folders, measured=rules, part=part)
    done = subprocess.run(shlex.split(command), capture_output=True, text=True)
    combine = [sys.executable, "-m", "coverage", "combine", "--quiet", f"--rcfile={rules}"]
    subprocess.run(combine, cwd=copy.path, check=True)
    return done.stdout + done.stderr


class Tests:
    """Which tests run which statement: unit tests of its area, those that read recorded cores, and
    with `integration`, a file that `measure` wrote of tests/integration, those as well."""

    def __init__(
        self, copy: Copy, paths: list[str], jobs: int, integration: str = "", recorded: str = ""
    ) -> None:
        """SystemExit when a unit test fails without a change."""
        self.copy = copy
        areas = to_measure(copy.path, paths)
        measured = f"{copy.path}.unit"
        begun = time.monotonic()
        output = measure(copy, areas, measured, jobs) if areas else ""
        self.seconds = time.monotonic() - begun
        if re.search(r"^(FAILED|ERROR) ", output, re.MULTILINE):
            raise SystemExit(
                f"{output[-4000:]}\nmutants: tests fail without any change; mend these first"
            )
        self.unit = {path: lines_by_test(measured, path) for path in paths} if areas else {}
        self.wide = (
            {path: lines_by_test(integration, path) for path in paths} if integration else {}
        )
        self.recorded = {path: lines_by_test(recorded, path) for path in paths} if recorded else {}
        self.all = {test for by_test in self.unit.values() for test in by_test}

    def of(self, mutation: Mutation, source: str) -> list[str]:
        """The unit tests that run it, the nearest first; [] when none does."""
        path = mutation.place.path
        mirror = mirror_of(path, self.copy.path)
        lines = statement_lines(source, mutation.place.line)
        known = self.unit.get(path, {})
        if lines is None and not known:
            return [mirror] if os.path.exists(os.path.join(self.copy.path, mirror)) else []
        found = [test for test, run in known.items() if lines is None or not run.isdisjoint(lines)]
        return sorted(found, key=lambda test: (not test.startswith(mirror), test))

    def later(self, mutation: Mutation, source: str) -> Iterator[list[str]]:
        """Tests for what no unit test notices: up to MOST_RECORDED that read a core and run it, of
        cores that have little in common and such that have much; then up to MOST of
        tests/integration, those that run most of its module."""
        for all_of_them, most in ((self.recorded, MOST_RECORDED), (self.wide, MOST)):
            known = all_of_them.get(mutation.place.path, {})
            lines = statement_lines(source, mutation.place.line) or ()
            found = [test for test, run in known.items() if not run.isdisjoint(lines)]
            found.sort(key=lambda test: (-len(known[test]), test))
            if all_of_them is self.recorded:
                found = found[:: max(1, len(found) // most)]
            if found:
                yield found[:most]

    def limit(self, tests: list[str]) -> float:
        """Seconds, of unit tests."""
        share = len(tests) / len(self.all) if self.all and "::" in tests[0] else 1
        return LIMIT + SLOWER * self.seconds * share


def recorded_lines(copy: Copy, paths: list[str], jobs: int, root: str) -> str:
    """The file that says which test reads which core through what: measured once for a source. ""
    where the tree has no such tests."""
    if not os.path.exists(os.path.join(copy.path, RECORDED)):
        return ""
    areas = sorted(
        {area for path in paths if os.path.isdir(os.path.join(root, area := _top(path)))}
    )
    found = hashlib.sha256(" ".join(areas).encode())
    for path in sorted(_modules_below(os.path.join(copy.path, "src"))):
        with open(path, "rb") as file:
            found.update(file.read())
    kept = os.path.join(copy.cores, f"lines-{found.hexdigest()[:12]}")
    if not os.path.exists(kept):
        if not os.path.exists(copy.cores):  # they are made by the tree itself, and asleep mostly
            make = [sys.executable, "-m", "pytest", "-q", "-n", str(4 * jobs), RECORDED]
            asked = {**os.environ, "ATFAULT_RECORD": "1"}
            subprocess.run(make, cwd=root, env=asked, capture_output=True, check=False)
        os.makedirs(copy.cores, exist_ok=True)
        measure(copy, [RECORDED], kept, jobs, *areas)
    return kept


def _top(path: str) -> str:
    """src/atfault/decode."""
    return "/".join(path.split("/")[:3])


def lines_by_test(measured: str, path: str) -> dict[str, set[int]]:
    data = CoverageData(measured)
    data.read()
    found: dict[str, set[int]] = defaultdict(set)
    for line, contexts in data.contexts_by_lineno(path).items():
        for test in contexts:
            found[test.removeprefix("|")].add(line)
    found.pop("", None)
    return found


def statement_lines(source: str, line: int) -> range | None:
    """The lines of the statement that stands there, of `if` or `for` those of its head; None for
    one that runs when the module is imported."""
    inner, in_function = range(0), False
    for node in ast.walk(ast.parse(source)):  # what is inside comes later
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        if first <= line <= (node.end_lineno or first):
            is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            in_function |= is_function and line >= body[0].lineno
            last = max(body[0].lineno - 1, node.lineno) if body else node.end_lineno
            inner = range(first, last + 1)
    return inner if in_function else None


# The run


def run(
    chosen: list[Mutation],
    *,
    jobs: int,
    seconds: float = 0,
    integration: str = "",
    root: str = ROOT,
) -> Iterator[Result]:
    """The outcome of each, as they come."""
    end = time.monotonic() + seconds if seconds else None
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        first = copy_tree(root, os.path.join(folder, "0"))
        if integration and not os.path.exists(integration):
            measure(first, ["tests/integration"], os.path.abspath(integration), jobs)
        paths = sorted({one.place.path for one in chosen})
        recorded = "" if seconds else recorded_lines(first, paths, jobs, root)
        tests = Tests(first, paths, jobs, integration, recorded)
        copies: Queue[Copy] = Queue()
        copies.put(first)
        for number in range(1, jobs):
            copies.put(
                Copy(
                    shutil.copytree(first.path, os.path.join(folder, str(number)), symlinks=True),
                    first.cores,
                )
            )

        def one(mutation: Mutation) -> Result:
            copy = copies.get()
            try:
                return _result(mutation, tests, copy, end)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(jobs) as workers:
            yield from workers.map(one, chosen)


def _result(mutation: Mutation, tests: Tests, copy: Copy, end: float | None) -> Result:
    path = mutation.place.path
    with open(os.path.join(copy.path, path), encoding="utf-8") as file:
        source = file.read()
    text = mutation.applied(source)
    diff = difflib.unified_diff(source.splitlines(), text.splitlines(), lineterm="", n=0)
    told = "\n".join(f"    {line}" for line in list(diff)[2:] if not line.startswith("@@"))
    if end is not None and time.monotonic() > end:
        return Result(mutation, "not tried", told)
    outcome = "no test"
    with copy.changed(path, text):
        near = tests.of(mutation, source)
        if near:
            outcome = copy.passes(near, tests.limit(near))
        later = list(tests.later(mutation, source)) if outcome in ("survived", "no test") else []
        if not later:
            return Result(mutation, outcome, told)
        noticed = [some for some in later if copy.passes(some, WIDE_LIMIT) == "killed"]
    # Programs that run may fail by themselves.
    if any(copy.passes(some, WIDE_LIMIT) == "survived" for some in noticed):
        return Result(mutation, "killed late", told)
    return Result(mutation, "survived", told)


def told(results: list[Result]) -> Iterator[str]:
    """Those that nothing noticed, then how many of each outcome."""
    for one in sorted(results, key=lambda one: one.mutation.place):
        if one.outcome in ("survived", "no test"):
            place = one.mutation.place
            yield f"{place.path}:{place.line}: {one.outcome}: {one.mutation.operator}\n{one.diff}"
    counts = Counter(one.outcome for one in results)
    yield f"mutants: {len(results)}: " + ", ".join(f"{counts[one]} {one}" for one in OUTCOMES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--base", default="main", help="what a change is held against (main)")
    add("--in", dest="folders", nargs="+", help="files and folders, instead of a change")
    add("--seed", type=int, default=1)
    add("--number", type=int, default=40, help="how many are drawn, at most (40)")
    add("--seconds", type=float, default=0, help="then no other is begun (0: no limit)")
    add("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    add("--at-most", type=float, default=15, help="of 100 tried may survive (15)")
    add(
        "--integration",
        metavar="FILE",
        default="",
        help="where no unit test notices, those of tests/integration that `make test` runs; which"
        " of them runs what is kept in this file, and measured first where it is not (10 minutes)",
    )
    args = parser.parse_args()
    question = in_folders(args.folders) if args.folders else changed_since(args.base)
    chosen = draw(question, args.seed, args.number)
    print(f"mutants: {len(chosen)} of {question.about}, seed {args.seed}", flush=True)
    if not chosen:
        print("mutants: nothing there that a mutant could be made of")
        return 0
    results = []
    for one in run(chosen, jobs=args.jobs, seconds=args.seconds, integration=args.integration):
        results.append(one)
        print(MARKS[OUTCOMES.index(one.outcome)], end="", flush=True)
    print()
    print("\n".join(told(results)))
    counts = Counter(one.outcome for one in results)
    tried = sum(counts[one] for one in ("killed", "killed late", "timeout", "survived"))
    return int(counts["survived"] > max(1, tried * args.at_most / 100))


if __name__ == "__main__":
    sys.exit(main())
