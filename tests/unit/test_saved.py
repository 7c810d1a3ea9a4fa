"""Saved reports: numbered, private, bounded, whole."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest

import atfault.saved as saved_module
from atfault.errors import AccessError, AtfaultError, InputError
from atfault.folders import reports_folder
from atfault.model.absent import Absent
from atfault.report.json import dumps
from atfault.saved import (
    amend,
    load,
    load_file,
    load_summary,
    save,
    saved_reports,
)
from support.crash_reports import hostile_names, out_of_bounds, thousand_threads


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "state" / "atfault" / "reports")


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def test_reports_are_numbered_from_one_and_read_back(folder):
    first, second = save(out_of_bounds(), folder), save(hostile_names(), folder)
    assert (first.number, second.number) == (1, 2)
    assert load(1, folder) == (first, out_of_bounds())
    assert load(None, folder)[0] == second


def test_the_folder_and_the_files_are_private_whatever_the_umask(folder):
    old = os.umask(0)
    try:
        saved = save(out_of_bounds(), folder)
    finally:
        os.umask(old)
    assert mode(folder) == 0o700
    assert mode(saved.path) == 0o600


def test_a_folder_open_to_others_is_closed(folder):
    os.makedirs(folder, 0o755)
    os.chmod(folder, 0o755)
    save(out_of_bounds(), folder)
    assert mode(folder) == 0o700


def test_the_default_folder_follows_the_xdg_specification(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert reports_folder() == "/state/atfault/reports"
    for ignored in ("", "relative/state"):
        monkeypatch.setenv("XDG_STATE_HOME", ignored)
        assert reports_folder() == "/home/ada/.local/state/atfault/reports"


def test_only_so_many_are_kept_the_oldest_go(folder, monkeypatch):
    monkeypatch.setattr(saved_module, "KEEP_REPORTS", 3)
    for _ in range(5):
        save(out_of_bounds(), folder)
    assert [saved.number for saved in saved_reports(folder)] == [3, 4, 5]


def test_only_so_many_bytes_are_kept_but_always_the_newest(folder, monkeypatch):
    monkeypatch.setattr(saved_module, "KEEP_BYTES", 10)
    for _ in range(3):
        save(out_of_bounds(), folder)
    assert [saved.number for saved in saved_reports(folder)] == [3]


def test_other_files_in_the_folder_are_left_alone(folder):
    os.makedirs(folder)
    for name in ("notes.txt", "x.json", "-1.json", "²3.json", "99999999999999999999.json"):
        with open(os.path.join(folder, name), "w", encoding="utf-8"):
            pass
    assert save(out_of_bounds(), folder).number == 1
    assert len(saved_reports(folder)) == 1
    assert len(os.listdir(folder)) == 6


def test_nothing_half_written_is_left(folder):
    save(out_of_bounds(), folder)
    assert os.listdir(folder) == ["1.json"]


def test_without_hard_links_the_number_is_still_taken_exclusively(folder, monkeypatch):
    def no_links(*_, **__):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    assert [save(out_of_bounds(), folder).number for _ in range(2)] == [1, 2]
    assert load(2, folder)[1] == out_of_bounds()
    assert mode(os.path.join(folder, "1.json")) == 0o600


def test_concurrent_writers_never_take_the_same_number(folder):
    script = (
        "import sys; sys.path[:0] = sys.argv[2].split(':')\n"
        "from support.crash_reports import out_of_memory; from atfault.saved import save\n"
        "print(*(save(out_of_memory(), sys.argv[1]).number for _ in range(15)))"
    )
    path = ":".join(entry for entry in sys.path if entry)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, folder, path], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    numbers = [int(word) for writer in writers for word in writer.communicate()[0].split()]
    assert sorted(numbers) == list(range(1, 61))
    for saved in saved_reports(folder):
        load_file(saved.path)


def test_a_place_that_cannot_be_written_is_a_reason_not_an_error(tmp_path):
    (tmp_path / "state").write_text("a file, no folder")
    result = save(out_of_bounds(), str(tmp_path / "state" / "atfault" / "reports"))
    assert isinstance(result, Absent)
    assert "not saved" in result.reason


def test_a_read_only_home_is_a_reason_not_an_error():
    result = save(out_of_bounds(), "/proc/atfault/reports")
    assert isinstance(result, Absent)


def test_no_reports_yet_is_said_with_what_makes_one(folder):
    with pytest.raises(InputError, match="atfault run"):
        load(None, folder)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"schema": "atfault.report/9"}'])
def test_a_damaged_report_is_an_error_that_names_its_file(folder, content):
    saved = save(out_of_bounds(), folder)
    with open(saved.path, "wb") as file:
        file.write(content)
    with pytest.raises(AtfaultError, match=r"1\.json: "):
        load(1, folder)


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    with pytest.raises(AccessError, match="Is a directory"):
        load_file(str(tmp_path))
    with pytest.raises(AccessError):
        load_file("a\0b")


def test_a_saved_report_can_be_completed_later(folder):
    saved = save(out_of_bounds(), folder)
    amend(saved.number, out_of_bounds()._replace(alike=(7, 8)), folder)
    assert load(saved.number, folder)[1].alike == (7, 8)
    assert mode(saved.path) == 0o600
    assert os.listdir(folder) == ["1.json"]


def test_a_report_that_was_removed_meanwhile_stays_away(folder):
    saved = save(out_of_bounds(), folder)
    os.unlink(saved.path)
    amend(saved.number, out_of_bounds(), folder)
    assert os.listdir(folder) == []


def test_a_summary_is_the_report_without_what_is_long(folder, tmp_path):
    report = thousand_threads()
    summary = load_summary(save(report, folder).path)
    assert summary == report._replace(threads=(), children=(), warnings=())
    elsewhere = tmp_path / "plain.json"
    elsewhere.write_text(json.dumps(json.loads(dumps(report))))
    assert load_summary(str(elsewhere)) == report


def test_a_summary_of_a_damaged_report_is_an_error(folder):
    saved = save(thousand_threads(), folder)
    with open(saved.path, "rb") as file:
        data = file.read()
    with open(saved.path, "wb") as file:
        file.write(data[:2] + b"]" + data[2:])
    with pytest.raises(AtfaultError, match=r"1\.json"):
        load_summary(saved.path)
