"""What was read once is not read again."""

from __future__ import annotations

import os
import stat

import pytest

import atfault.triage.known as known_module
from atfault.model.triage import Unread
from atfault.triage.known import NAME, Known
from atfault.triage.reading import NOTHING_IN_IT
from unit.triage.test_members import member


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "cache" / "atfault")


def kept(folder, key, answer):
    known = Known(folder)
    known.add(key, answer)
    assert known.save() == ""
    return Known(folder).get(key)


def test_a_failure_is_there_again_as_it_was(folder):
    for one in (member(), member(line=None, native=()), member(path="core \udcff", kind="core")):
        assert kept(folder, "k", one) == one
    assert Known(folder).get("other") is None


def test_that_nothing_is_in_a_core_stays_and_other_reasons_are_tried_again(folder):
    assert kept(folder, "k", Unread("core", f"{NOTHING_IN_IT}: why")) is not None
    assert kept(folder, "l", Unread("core", "it may not be read")) is None


def test_it_is_for_nobody_else_to_read(folder):
    kept(folder, "k", member())
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(f"{folder}/{NAME}").st_mode) == 0o600


def test_another_version_begins_anew(folder, monkeypatch):
    kept(folder, "k", member())
    monkeypatch.setattr(known_module, "__version__", "99")
    assert Known(folder).get("k") is None


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b'{"key": 1}', b"\xff", b'{"key": "k", "answer": 3}']
)
def test_damage_costs_its_own_line(folder, damage):
    kept(folder, "k", member())
    with open(f"{folder}/{NAME}", "ab") as file:
        file.write(damage + b"\n")
    assert Known(folder).get("k") == member()


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000])
def test_what_is_no_file_of_ours_is_empty(folder, content):
    os.makedirs(folder, 0o700)
    with open(f"{folder}/{NAME}", "wb") as file:
        file.write(content)
    assert Known(folder).get("k") is None
    assert kept(folder, "k", member()) == member()


def test_the_oldest_go_where_there_is_no_room(folder, monkeypatch):
    monkeypatch.setattr(known_module, "MAX_BYTES", 2500)
    known = Known(folder)
    for number in range(20):
        known.add(str(number), member())
    known.save()
    again = Known(folder)
    assert again.get("0") is None and again.get("19") == member()


def test_where_nothing_can_be_kept_it_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    known = Known(str(tmp_path / "file" / "atfault"))
    known.add("k", member())
    assert "not kept" in known.save()
