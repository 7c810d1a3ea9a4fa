"""What `make test` leaves out has somebody that stands for it, and what it ran is not repeated."""

from __future__ import annotations

import glob
import os
import re
from types import SimpleNamespace

import pytest

from atfault.cli.main import COMMANDS
from atfault.diagnose.rules import ROOMS, listed
from support import hang_zoo, parts, zoo

INTEGRATION = os.path.join(parts.ROOT, "tests", "integration")
MARK = re.compile(r'^@pytest\.mark\.representative\(\s*((?:"[^"\n]+",?\s*)+)', re.MULTILINE)
PROGRAMS = (*zoo.programs(), *hang_zoo.programs("hang"))
HEAVY = {"cgroup", "gevent", "greenlet", "numba", "torch", "trio"}


def mechanisms() -> set[str]:
    """All that are represented: what marks say, and the causes of the zoo."""
    found = {program.cause for program in PROGRAMS if program.is_first}
    for path in glob.glob(os.path.join(INTEGRATION, "test_*.py")):
        with open(path, encoding="utf-8") as file:
            for names in MARK.findall(file.read()):
                found.update(re.findall(r'"([^"]+)"', names))
    return found


def test_every_command_is_represented():
    assert set(COMMANDS) - mechanisms() == set()


def test_every_family_of_causes_is_represented():
    found = mechanisms()
    for room in ROOMS:
        causes = {cause for rule in listed(room) for cause in rule.causes}
        assert {room, *causes} & found, room


def test_every_cause_of_the_zoo_is_represented():
    light = [one for one in PROGRAMS if not HEAVY & set(one.listed("needs"))]
    assert {one.cause for one in light} - mechanisms() == set()


def test_what_represents_a_mechanism_needs_nothing_heavy():
    chosen = [one for one in PROGRAMS if one.is_first]
    assert [one.name for one in chosen if HEAVY & set(one.listed("needs"))] == []


def test_what_does_more_in_the_large_run_is_marked_so():
    """Or it would be left out there, as it was passed with a small budget."""
    tests = os.path.join(parts.ROOT, "tests")
    for path in glob.glob(os.path.join(tests, "*", "**", "test_*.py"), recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if re.search(r"\btimes\(\s*\"ATFAULT_", text):
            assert "pytest.mark.chance" in text, path


def item(name: str, id: str = "", *marks: pytest.MarkDecorator) -> SimpleNamespace:
    """As far as the choice looks at it."""
    by_name = {one.name: one.mark for one in marks}
    return SimpleNamespace(
        path=os.path.join(parts.ROOT, "tests", name),
        nodeid=f"tests/{name}[{id}]",
        callspec=SimpleNamespace(id=id),
        get_closest_marker=by_name.get,
    )


def test_of_units_all_and_of_the_integration_what_is_marked_is_first():
    some = pytest.mark.representative("waits", only=("core", "3.11"))
    assert parts.stands_for(item("unit/test_a.py"))
    assert parts.stands_for(item("fuzz/test_a.py"))
    assert not parts.stands_for(item("integration/test_a.py", "core"))
    assert parts.stands_for(item("integration/test_a.py", "x", pytest.mark.representative("waits")))
    for id, stands in (("core", True), ("core-big", True), ("a-3.11-b", True), ("score", False)):
        assert parts.stands_for(item("integration/test_a.py", id, some)) is stands, id


class Cache(dict):
    def set(self, key, value):
        self[key] = value


@pytest.fixture
def choice(monkeypatch):
    """Makes one for a command: choice("first")."""
    config = SimpleNamespace(
        cache=Cache(),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
        pluginmanager=SimpleNamespace(get_plugin=lambda name: None),
    )

    def made(asked: str) -> parts.Choice:
        monkeypatch.setenv("ATFAULT_TESTS", asked)
        return parts.Choice(config)

    return made


def kept(choice: parts.Choice, *items: SimpleNamespace) -> list[SimpleNamespace]:
    left = list(items)
    choice.pytest_collection_modifyitems(left)
    return left


def finish(choice: parts.Choice) -> None:
    steps = choice.pytest_sessionfinish(None)
    next(steps)
    with pytest.raises(StopIteration):
        next(steps)


UNIT, MORE, CHANCE = (
    item("unit/test_a.py"),
    item("integration/test_b.py"),
    item("unit/test_c.py", "", pytest.mark.chance),
)


def test_the_second_run_leaves_out_what_the_first_passed_but_for_chance(choice, monkeypatch):
    monkeypatch.setattr(parts, "files_digest", lambda: "as they are")
    first = choice("first")
    assert kept(first, UNIT, MORE, CHANCE) == [UNIT, CHANCE]
    assert "1 tests for which others stand" in "\n".join(first.told())
    for one in (UNIT, CHANCE):
        first.pytest_runtest_logreport(report(one.nodeid, "passed"))
    finish(first)
    second = choice("all")
    assert kept(second, UNIT, MORE, CHANCE) == [MORE, CHANCE]
    monkeypatch.setattr(parts, "files_digest", lambda: "changed")
    assert kept(choice("all"), UNIT, MORE, CHANCE) == [UNIT, MORE, CHANCE]


def test_what_the_first_run_skipped_or_failed_is_done_in_the_second(choice):
    first = choice("first")
    assert kept(first, UNIT, CHANCE) == [UNIT, CHANCE]
    first.pytest_runtest_logreport(report(UNIT.nodeid, "skipped"))
    first.pytest_runtest_logreport(report(CHANCE.nodeid, "failed"))
    finish(first)
    assert kept(choice("all"), UNIT, CHANCE) == [UNIT, CHANCE]


def test_what_failed_beside_others_and_passed_alone_is_added_to_what_passed(choice, monkeypatch):
    monkeypatch.setattr(parts, "files_digest", lambda: "as they are")
    for one in (UNIT, MORE):
        run = choice("first")
        run.pytest_runtest_logreport(report(one.nodeid, "passed"))
        finish(run)
    assert kept(choice("all"), UNIT, MORE, CHANCE) == [CHANCE]


def test_asked_for_neither_all_that_was_named_is_run(choice):
    assert kept(choice(""), UNIT, MORE, CHANCE) == [UNIT, MORE, CHANCE]


def report(nodeid: str, outcome: str, why: str = "gdb is not installed") -> SimpleNamespace:
    return SimpleNamespace(
        nodeid=nodeid,
        when="call",
        passed=outcome == "passed",
        skipped=outcome == "skipped",
        longrepr=("test_a.py", 1, f"Skipped: {why}"),
    )


def test_skips_are_counted_by_their_reasons_and_the_other_command_is_named(choice):
    first = choice("first")
    torch = "could not import 'torch': No module named 'torch'"
    reasons = ("gdb is not installed", "needs root", "gdb is not installed", torch)
    for number, why in enumerate(reasons):
        first.pytest_runtest_logreport(report(f"test_{number}", "skipped", why))
    told = "\n".join(first.told())
    assert "skipped, 4 in all" in told
    assert "2  gdb is not installed" in told and "1  needs root" in told
    assert "1  torch is not installed" in told
    assert "`make test-all` runs them" in told


def test_the_files_are_told_apart_by_what_is_in_them(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "ROOT", str(tmp_path))
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("1")
    before = parts.files_digest()
    (tmp_path / "src" / "__pycache__").mkdir()
    (tmp_path / "src" / "__pycache__" / "a.pyc").write_text("made of it")
    (tmp_path / "src" / "it.egg-info").mkdir()
    (tmp_path / "src" / "it.egg-info" / "PKG-INFO").write_text("made of it")
    (tmp_path / "src" / "a.py").write_text("1")
    assert parts.files_digest() == before
    (tmp_path / "src" / "a.py").write_text("2")
    changed = parts.files_digest()
    assert changed != before
    (tmp_path / "src" / "a.py").rename(tmp_path / "src" / "b.py")
    assert parts.files_digest() not in (before, changed)


def test_a_budget_is_small_unless_all_was_asked_for_or_the_environment_says_it(monkeypatch):
    monkeypatch.delenv("ATFAULT_LOOKS", raising=False)
    for asked, count in (("", 3), ("first", 3), ("all", 9)):
        monkeypatch.setenv("ATFAULT_TESTS", asked)
        assert parts.times("ATFAULT_LOOKS", few=3, many=9) == count
    monkeypatch.setenv("ATFAULT_LOOKS", "5")
    assert parts.times("ATFAULT_LOOKS", few=3, many=9) == 5
