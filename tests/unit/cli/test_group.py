"""`atfault group`, with reports; tests/integration has cores."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import atfault.triage.farm as farm
import atfault.triage.reading as reading
from atfault.cli.main import main
from atfault.report.json import dumps
from unit.triage.test_members import failure, member


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "240")


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "reports"
    made.mkdir()
    for number, line in enumerate((16, 16, 16, 40)):
        (made / f"{number}.json").write_text(dumps(failure(line=line)))
    return made


def groups(*argv, capsys):
    assert main(["group", *map(str, argv), "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def test_reports_are_grouped(folder, capsys):
    assert main(["group", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("4 failures in 2 groups") and err == ""
    assert out.index("paint.py:16") < out.index("paint.py:40")


def test_bad_files_are_named_and_the_rest_is_grouped(folder, capsys):
    (folder / "cut.json").write_text(dumps(failure())[:200])
    (folder / "foreign.json").write_text('{"a": 1}')
    (folder / "newer.json").write_text('{"schema": "atfault.report/9"}')
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "deeper.json").write_text('{"schema": "atfault.report/1", "a":' + "[" * 100_000)
    found = groups(folder, capsys=capsys)
    assert [one["count"] for one in found["groups"]] == [3, 1]
    assert len(found["not_read"]) == 4 and found["passed_over"] == 1
    assert all(one["reason"] for one in found["not_read"])


def test_what_was_read_is_not_read_again_until_it_changes(folder, capsys, monkeypatch):
    read = []
    parse = reading.loads
    monkeypatch.setattr(reading, "loads", lambda data: read.append(data) or parse(data))
    first = groups(folder, capsys=capsys)
    assert len(read) == 4
    assert groups(folder, capsys=capsys)["groups"] == first["groups"] and len(read) == 4
    (folder / "0.json").write_text(dumps(failure(line=1040)))
    assert len(groups(folder, capsys=capsys)["groups"]) == 3 and len(read) == 5
    groups(folder, "--fresh", capsys=capsys)
    assert len(read) == 9


def test_files_are_called_as_the_user_calls_them_this_time(folder, capsys, monkeypatch):
    groups(folder, capsys=capsys)
    monkeypatch.chdir(folder)
    assert "3.json" in groups(".", capsys=capsys)["groups"][1]["paths"][0][:8]


def test_the_groups_of_an_earlier_time_are_gone_when_there_are_none(tmp_path, folder, capsys):
    out = tmp_path / "out.json"
    assert main(["group", str(folder), "--json", str(out)]) == 0 and out.exists()
    assert main(["group", str(folder / "no.json"), "--json", str(out)]) == 2
    assert main(["group", str(folder), "--since", "2099-01-01"]) == 1
    assert main(["group", str(folder / "0.json"), "--json", str(folder / "0.json")]) == 2


def test_since_leaves_out_what_is_older(folder, capsys):
    (folder / "0.json").write_text(dumps(failure(created="2026-11-25T00:00:00Z")))
    found = groups(folder, "--since", "2026-11-24", capsys=capsys)
    assert [one["count"] for one in found["groups"]] == [1]


def test_nothing_found_is_one(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("hello")
    assert main(["group", str(tmp_path)]) == 1
    assert "No failures" in capsys.readouterr().out
    assert main(["group", str(tmp_path / "notes.txt")]) == 1
    assert "notes.txt" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["/no/such/folder"],
        ["/tmp", "--jobs", "0"],
        ["/tmp", "--since", "soon"],
        ["/tmp", "--sysroot", "/no/such/folder"],
        ["/tmp", "--jobs", "2", "--dask", "tcp://127.0.0.1:1"],
    ],
)
def test_wrong_usage_is_two_and_one_line(argv, capsys):
    assert main(["group", *argv]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_the_package_one_sentence_says_how_to_get_it(folder, capsys, monkeypatch):
    monkeypatch.setattr(farm, "missing", lambda extra: extra.modules)
    assert main(["group", str(folder), "--dask", "tcp://127.0.0.1:1"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "atfault[dask]" in err


class Client:
    """A stand-in for distributed's, that does at once what it is asked to do."""

    told = {"tcp://w1": farm.__version__}

    def __init__(self, address, **_):
        if address == "tcp://gone:1":
            raise OSError("timed out")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def wait_for_workers(self, *_, **__):
        pass

    def run(self, *_, **__):
        return self.told

    def submit(self, work, path, *arguments, **_):
        return Done(work, path, *arguments)


class Done:
    def __init__(self, work, *arguments):
        self.work, self.arguments = work, arguments

    def exception(self):
        return RuntimeError("killed") if self.arguments[0].endswith("deadly") else None

    def result(self):
        return self.work(*self.arguments)


@pytest.fixture
def cluster(monkeypatch):
    distributed = SimpleNamespace(Client=Client, as_completed=iter, TimeoutError=TimeoutError)
    monkeypatch.setattr(farm, "lazy", SimpleNamespace(load=lambda _: distributed))
    monkeypatch.setattr(farm, "missing", lambda _: ())
    monkeypatch.setattr(farm, "read_core", lambda path, *_: member(path, "core"))


def dask(*argv):
    return main(["group", *map(str, argv), "--dask", "tcp://head:8786"])


def test_a_farm_reads_the_cores_and_one_that_ends_a_worker_is_named(tmp_path, cluster, capsys):
    for name in ("core.1", "core.2", "core.deadly"):
        (tmp_path / name).write_bytes(b"")
    assert dask(tmp_path) == 0
    out = capsys.readouterr().out
    assert "2 failures in 1 group" in out and "core.deadly: its worker failed" in out


def test_a_farm_of_another_version_or_none_is_refused(tmp_path, cluster, capsys, monkeypatch):
    (tmp_path / "core.1").write_bytes(b"")
    assert main(["group", str(tmp_path), "--dask", "tcp://gone:1"]) == 2
    assert "tcp://gone:1" in capsys.readouterr().err
    monkeypatch.setattr(Client, "told", {"tcp://w1": "0.0.1"})
    assert dask(tmp_path) == 2
    assert "tcp://w1" in capsys.readouterr().err
