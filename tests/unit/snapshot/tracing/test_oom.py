"""Counters of memory cgroups, both versions, read from made-up folders."""

from __future__ import annotations

import pathlib

import pytest

from atfault.snapshot.tracing import oom
from atfault.snapshot.tracing.oom import MemoryGroup, OomWatch, group_figures


def watch(group: MemoryGroup | None, monkeypatch: pytest.MonkeyPatch) -> OomWatch:
    monkeypatch.setattr(oom, "memory_group", lambda pid: group)
    monkeypatch.setattr(oom, "_open_log", lambda: None)
    return OomWatch(1)


def version2(
    folder: pathlib.Path, kills: int, limit: str = "1048576", peak: str = "1048576"
) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "cgroup.procs").write_text("")
    (folder / "memory.events").write_text(f"low 0\nhigh 0\nmax 4\noom 1\noom_kill {kills}\n")
    (folder / "memory.max").write_text(limit + "\n")
    (folder / "memory.peak").write_text(peak + "\n")


def test_a_kill_in_the_group_at_its_limit_is_the_groups(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version2(tmp_path / "job", 3)
    watching = watch(MemoryGroup(str(tmp_path / "job"), "/job", 2), monkeypatch)
    assert watching.evidence(1, None) is None
    version2(tmp_path / "job", 5)
    found = watching.evidence(1, 123)
    assert found is not None
    assert (found.scope, found.limit, found.peak, found.kills) == ("cgroup", 1 << 20, 1 << 20, 2)
    assert found.process_rss == 123
    assert found.source == "memory.events of the cgroup /job"


def test_a_kill_far_below_the_limit_is_the_systems(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version2(tmp_path / "job", 0, peak="1000")
    watching = watch(MemoryGroup(str(tmp_path / "job"), "/job", 2), monkeypatch)
    version2(tmp_path / "job", 1, peak="1000")
    found = watching.evidence(1, None)
    assert found is not None and (found.scope, found.limit) == ("system", None)


def test_the_tightest_limit_above_counts(tmp_path: pathlib.Path) -> None:
    version2(tmp_path / "outer", 0, limit="500", peak="490")
    version2(tmp_path / "outer" / "inner", 0, limit="max", peak="480")
    assert group_figures(MemoryGroup(str(tmp_path / "outer" / "inner"), "/", 2)) == (500, 490)


def test_version_1_has_other_names(tmp_path: pathlib.Path) -> None:
    (tmp_path / "memory.limit_in_bytes").write_text("4096\n")
    (tmp_path / "memory.max_usage_in_bytes").write_text("4000\n")
    assert group_figures(MemoryGroup(str(tmp_path), "/", 1)) == (4096, 4000)
    (tmp_path / "memory.limit_in_bytes").write_text("9223372036854771712\n")
    assert group_figures(MemoryGroup(str(tmp_path), "/", 1)) == (None, None)


def test_without_a_group_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oom, "_machine_kills", lambda: 7)
    assert watch(None, monkeypatch).evidence(1, 5) is None


def test_damaged_counters_are_no_evidence(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "memory.events").write_text("oom_kill\noom_kill x\n\n")
    watching = watch(MemoryGroup(str(tmp_path), "/", 2), monkeypatch)
    assert watching.evidence(1, None) is None


def test_one_kill_explains_one_death(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed for memory, and its parent then kills the other one (as torchrun does)."""
    version2(tmp_path / "job", 0)
    watching = watch(MemoryGroup(str(tmp_path / "job"), "/job", 2), monkeypatch)
    version2(tmp_path / "job", 1)
    assert watching.evidence(11, None) is not None
    assert watching.evidence(12, None) is None
    assert watching.evidence(11, None) is not None
    version2(tmp_path / "job", 2)
    assert watching.evidence(13, None) is not None


def test_the_kernels_log_is_kept_for_those_who_are_asked_about_later(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "kmsg"
    log.write_text("Memory cgroup out of memory: Killed process 11 (python) anon-rss:2048kB\n")
    version2(tmp_path / "job", 0)
    watching = watch(MemoryGroup(str(tmp_path / "job"), "/job", 2), monkeypatch)
    version2(tmp_path / "job", 1)
    with log.open("rb") as file:
        monkeypatch.setattr(watching, "_log", file.fileno())
        monkeypatch.setattr(oom, "_MAX_RECORDS", 4)
        assert watching._from_log(12) is None
        found = watching.evidence(11, None)
    assert found is not None and found.is_named and found.process_rss == 2 << 20
