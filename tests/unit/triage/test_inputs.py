"""Which files are read."""

from __future__ import annotations

import os
import struct

import pytest

from atfault.model.triage import InputKind
from atfault.triage.inputs import find_inputs

CORE = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 4, 62) + bytes(44)
PROGRAM = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 2, 62) + bytes(44)
REPORT = b'{\n "schema": "atfault.report/1"}'


def kinds(found) -> dict[str, InputKind]:
    return {os.path.basename(one.path): one.kind for one in found.inputs}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    return tmp_path


def test_in_a_folder_a_file_is_told_by_its_first_bytes(folder):
    (folder / "any").write_bytes(CORE)
    (folder / "deep" / "deeper" / "thing").write_bytes(REPORT)
    (folder / "program.core").write_bytes(PROGRAM)
    (folder / "core.py").write_text("import core\n")
    (folder / "notes.txt").write_text("hello")
    found = find_inputs([str(folder)])
    assert kinds(found) == {"any": "core", "thing": "report"}
    assert found.passed_over == 3 and found.unread == ()


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("core.1", b"", "core"),
        ("python.core", CORE[:20], "core"),
        ("core.python3.zst", b"\x28\xb5\x2f\xfd", "core"),
        ("_usr_bin_python3.crash", b"ProblemType: Crash\n", "core"),
        ("a.json", b"", "report"),
        ("a.json", b'{"a": 1', "report"),
    ],
)
def test_a_name_tells_what_the_first_bytes_do_not(folder, name, content, kind):
    (folder / name).write_bytes(content)
    assert kinds(find_inputs([str(folder)])) == {name: kind}


def test_what_is_packed_and_not_called_a_core_is_passed_over(folder):
    (folder / "log.gz").write_bytes(b"\x1f\x8b\x08")
    assert find_inputs([str(folder)]).passed_over == 1


def test_what_the_user_names_is_read_whatever_it_is(folder):
    (folder / "notes.txt").write_text("hello")
    (folder / "plain").write_bytes(b" {}")
    found = find_inputs([str(folder / "notes.txt"), str(folder / "plain")])
    assert kinds(found) == {"notes.txt": "core", "plain": "report"}


def test_a_file_is_read_once_by_whatever_way_it_is_named(folder):
    core = folder / "core"
    core.write_bytes(CORE)
    (folder / "link").symlink_to(core)
    os.link(core, folder / "other")
    found = find_inputs([str(core), str(folder), f"{folder}/./core"])
    assert [one.path for one in found.inputs] == [str(core)]


def test_links_to_folders_are_not_followed(folder):
    (folder / "deep" / "up").symlink_to(folder)
    (folder / "core").write_bytes(CORE)
    assert len(find_inputs([str(folder)]).inputs) == 1


def test_a_pipe_keeps_nobody_waiting(folder):
    os.mkfifo(folder / "core.pipe")
    found = find_inputs([str(folder), str(folder / "core.pipe")])
    assert found.inputs == () and len(found.unread) == 1


def test_a_file_that_has_gone_is_named(folder):
    (one,) = find_inputs([str(folder / "gone")]).unread
    assert "No such file" in one.why


def test_a_file_that_changed_has_another_key(folder):
    core = folder / "core"
    core.write_bytes(CORE)
    (before,) = find_inputs([str(core)]).inputs
    assert find_inputs([str(core)]).inputs == (before,)
    core.write_bytes(CORE + b"more")
    (after,) = find_inputs([str(core)]).inputs
    assert after.key != before.key


def test_when_a_core_was_written_stands_in_systemds_name(folder):
    name = f"core.python3.1000.{'0' * 32}.4711.1764000000000000"
    (folder / name).write_bytes(CORE)
    (folder / "core").write_bytes(CORE)
    os.utime(folder / "core", (5, 7))
    seen = {os.path.basename(one.path): one.seen for one in find_inputs([str(folder)]).inputs}
    assert seen == {name: 1764000000.0, "core": 7.0}
