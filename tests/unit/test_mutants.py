"""tools/mutants.py: what it changes, which tests it runs, and what it says of them."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

mutants = pytest.importorskip("mutants", reason="cosmic-ray is not installed (make mutants)")

SOURCE = """\
from __future__ import annotations

def pick(low: int | None, high: int) -> int | None:
    if low is None or low > high:
        return None
    return low

def never(many: list[int]) -> list[int]:
    return [one for one in many if one]
"""
TESTS = """\
from atfault.area.pick import pick

def test_what_is_missing():
    assert pick(None, 3) is None

def test_what_is_low():
    assert pick(1, 3) == 1
"""


def git(folder, *arguments):
    known = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *known, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path):
    """A tree with one module and its tests, in git."""
    for path, text in {
        "src/atfault/area/pick.py": SOURCE,
        "src/atfault/area/__init__.py": "",
        "src/atfault/__init__.py": "",
        "tests/unit/area/test_pick.py": TESTS,
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n",
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "tools").mkdir()
    shutil.copy(os.path.join(mutants.ROOT, "tools", "which_test.py"), tmp_path / "tools")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    return tmp_path


def changes_of(source):
    """What becomes of a source, by operator."""
    found = mutants.mutations("a.py", source)
    return {(one.operator, one.applied(source)) for many in found.values() for one in many}


def test_each_condition_is_left_out():
    dropped = {text for name, text in changes_of("x = a and b and c\n") if name == "DropCondition"}
    assert {" ".join(text.split()) for text in dropped} == {
        *("x = b and c", "x = a and c", "x = a and b")
    }
    dropped = {
        text for name, text in changes_of("x = [a for a in b if a if c]\n") if "Drop" in name
    }
    assert dropped == {"x = [a for a in b if True if c]\n", "x = [a for a in b if a if True]\n"}


def test_what_nothing_runs_is_not_changed_nor_what_costs_only_time():
    source = "def f(a: int | None) -> int | None:\n    b: int | None\n"
    assert changes_of(source) == set()
    assert changes_of("@functools.lru_cache(maxsize=None)\ndef f(): ...\n") == set()
    assert {name for name, _ in changes_of("@rule\ndef f(): ...\n")} == {"RemoveDecorator"}


def test_a_seed_draws_the_same_places_and_each_once(tree):
    question = mutants.in_folders(["src"], str(tree))
    first, again, other = (mutants.draw(question, seed, 5, str(tree)) for seed in (1, 1, 2))
    assert first == again != other
    places = [one.place for one in mutants.draw(question, 1, 1000, str(tree))]
    assert len(places) == len(set(places)) > 5


def test_what_a_change_touches(tree):
    path = "src/atfault/area/pick.py"
    git(tree, "checkout", "-qb", "mine")
    (tree / path).write_text(SOURCE.replace("low > high", "low >= high"))
    (tree / "src/atfault/area/new.py").write_text("x = 1\n")
    asked = mutants.changed_since("main", str(tree))
    assert asked.lines == {path: {4}, "src/atfault/area/new.py": None}
    drawn = mutants.draw(asked, 1, 1000, str(tree))
    assert {(one.place.path, one.place.line) for one in drawn} == {
        *((path, 4), ("src/atfault/area/new.py", 1))
    }
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "second")
    assert mutants.changed_since("main", str(tree)).lines.keys() == asked.lines.keys()
    git(tree, "branch", "-f", "main", "mine")
    assert mutants.changed_since("main", str(tree)).lines.keys() == asked.lines.keys()


def test_nothing_is_changed_where_there_is_no_git_or_no_such_commit(tree):
    assert mutants.changed_since("main", str(tree)).lines == {}
    with pytest.raises(SystemExit, match="--base"):
        mutants.changed_since("no-such-commit", str(tree))
    shutil.rmtree(tree / ".git")
    assert mutants.changed_since("main", str(tree)).lines == {}


@pytest.mark.parametrize(
    "path, tests",
    [
        ("diagnose/rules/crash/wild_pointer.py", "tests/unit/diagnose/crash"),
        ("diagnose/company.py", "tests/unit/diagnose/test_company.py"),
        ("no_such_module.py", "tests/unit/test_no_such_module.py"),
        ("../atfault_probe/guard_table.py", "tests/unit/probe/test_guard_table.py"),
    ],
)
def test_the_nearest_tests(path, tests):
    path = os.path.normpath(f"src/atfault/{path}")
    assert mutants.mirror_of(path, mutants.ROOT) == tests


def test_tests_of_whole_reports_run_with_those_of_each_area_and_once():
    (whole,) = mutants.WHOLE
    of = {
        path: mutants.to_measure(mutants.ROOT, [f"src/atfault/{path}"])
        for path in ("decode/threads.py", "diagnose/facts.py", "api.py")
    }
    assert of["decode/threads.py"] == ["tests/unit/decode", whole]
    assert of["diagnose/facts.py"] == ["tests/unit/diagnose"]
    assert whole in of["api.py"] and "tests/unit/test_api.py" in of["api.py"]


def test_where_it_runs_on_import_all_tests_of_the_module_may_notice_the_nearest_first():
    path = "src/atfault/diagnose/company.py"
    near, far = (
        f"tests/unit/{one}::test_it" for one in ("diagnose/test_company.py", "a/test_b.py")
    )
    tests = object.__new__(mutants.Tests)
    tests.copy, tests.unit = mutants.Copy(mutants.ROOT), {path: {far: {9}, near: {7}}}
    place = mutants.Place(path, 1, ((1, 8), (1, 9)))
    mutation = mutants.Mutation(place, "NumberReplacer", 0)
    assert tests.of(mutation, "LIMIT = 3\ndef f():\n    return 1\n") == [near, far]
    tests.unit = {}
    assert tests.of(mutation, "LIMIT = 3\n") == [near.partition("::")[0]]


def test_a_statement_is_its_own_lines_and_the_head_of_what_has_a_body():
    head = "a = (1,\n  2)\n@d\ndef f(\n  x):\n"
    source = f"{head}    if (x and\n        a):\n        return (1 +\n           2)\n"
    lines = [mutants.statement_lines(source, line) for line in range(1, 10)]
    assert lines == [None] * 5 + [range(6, 8)] * 2 + [range(8, 10)] * 2


def test_what_is_noticed_and_what_is_not(tree):
    asked = mutants.in_folders(["src/atfault/area/pick.py"], str(tree))
    drawn = [
        one
        for many in mutants.mutations("src/atfault/area/pick.py", SOURCE).values()
        for one in many
        if one.operator in ("DropCondition", "ReplaceComparisonOperator_Gt_GtE")
    ]
    assert {one.place for one in drawn} <= {
        one.place for one in mutants.draw(asked, 1, 1000, str(tree))
    }
    results = list(mutants.run(drawn, jobs=1, root=str(tree)))
    by_line = {(one.mutation.operator, one.diff.splitlines()[1].strip()): one for one in results}
    outcomes = {change: one.outcome for (_, change), one in by_line.items()}
    assert outcomes == {
        "+    if low > high:": "killed",
        "+    if low is None:": "survived",
        "+    if low is None or low >= high:": "survived",
        "+    return [one for one in many if True]": "no test",
    }
    assert (tree / "src/atfault/area/pick.py").read_text() == SOURCE
    *survivors, last = mutants.told(results)
    assert survivors[0].startswith("src/atfault/area/pick.py:4: survived: ")
    assert "1 killed" in last and "2 survived" in last and "1 no test" in last


def test_what_only_a_recorded_core_tells_is_noticed_late(tree):
    """The test that reads one finds it in the folder of the tree, not of the copy."""
    core = tree / mutants.CORES / "same.core"
    core.parent.mkdir(parents=True)
    core.write_text("3 3")
    reading = tree / mutants.RECORDED
    reading.parent.mkdir(parents=True)
    reading.write_text(
        "import os, pytest\nfrom atfault.area.pick import pick\n"
        f"FOLDER = os.environ.get('ATFAULT_RECORDED', {str(core.parent)!r})\n"
        "@pytest.mark.parametrize('name', ['same', 'gone'])\n"
        "def test_a_core(name):\n"
        "    path = f'{FOLDER}/{name}.core'\n"
        "    if not os.path.exists(path):\n        pytest.skip('none')\n"
        "    low, high = map(int, open(path).read().split())\n"
        "    assert pick(low, high) == 3\n"
    )
    git(tree, "add", ".")
    (drawn,) = (
        one
        for many in mutants.mutations("src/atfault/area/pick.py", SOURCE).values()
        for one in many
        if one.operator == "ReplaceComparisonOperator_Gt_GtE"
    )
    (found,) = mutants.run([drawn], jobs=1, root=str(tree))
    assert found.outcome == "killed late"
    assert len([one for one in core.parent.iterdir() if one.name.startswith("lines-")]) == 1


def test_without_time_nothing_is_tried(tree):
    asked = mutants.in_folders(["src/atfault/area/pick.py"], str(tree))
    drawn = mutants.draw(asked, 1, 3, str(tree))
    results = mutants.run(drawn, jobs=1, seconds=0.001, root=str(tree))
    assert {one.outcome for one in results} == {"not tried"}
