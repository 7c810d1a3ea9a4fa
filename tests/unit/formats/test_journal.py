"""The journals of the probe: written by the probe's own code, read back as hostile bytes."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import textwrap
import threading

import pytest

from atfault.errors import AtfaultError, FormatError, UnsupportedInput
from atfault.formats.journal import FORKED, NOTE, Journal, parse
from atfault_probe import journal
from support.interpreters import every_interpreter
from support.parts import times

HERE = os.path.abspath(__file__)


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def read(folder: str) -> dict[int, Journal]:
    journals = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found = parse(file.read())
        journals[found.pid] = found
    return journals


def only(folder: str) -> Journal:
    (found,) = read(folder).values()
    return found


def run_program(folder: str, body: str, python: str = sys.executable) -> subprocess.Popen[bytes]:
    """A program that has `record`, in a process of its own."""
    source = f"""
        import importlib.util, os, sys, threading
        spec = importlib.util.spec_from_file_location("journal", {journal.__file__!r})
        journal = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(journal)
        record = journal.begin({folder!r})
    """
    text = textwrap.dedent(source) + textwrap.dedent(body)
    return subprocess.Popen([python, "-c", text], stdout=subprocess.PIPE, stdin=subprocess.PIPE)


def finished(folder: str, body: str, python: str = sys.executable) -> None:
    program = run_program(folder, body, python)
    program.communicate()
    assert program.returncode == 0


def test_a_record_tells_who_when_where_and_what(folder):
    record = journal.begin(folder)
    line = sys._getframe().f_lineno + 1
    record(NOTE, b"hello")
    found = only(folder)
    (one,) = found.records
    assert (one.number, one.kind, one.payload, one.is_cut) == (1, NOTE, b"hello", False)
    assert (one.file, one.line) == (HERE, line)
    assert (found.pid, one.tid) == (os.getpid(), threading.get_native_id())
    assert one.nanoseconds >= found.began
    assert (found.torn, found.lost) == (0, 0)


def test_the_line_is_that_of_the_frame_asked_for(folder):
    record = journal.begin(folder)

    def helper():
        record(NOTE, b"", 2)

    line = sys._getframe().f_lineno + 1
    helper()
    assert only(folder).records[0].line == line


def test_a_full_ring_keeps_the_newest(folder):
    record = journal.begin(folder)
    for i in range(journal.SLOTS + 10):
        record(NOTE, b"%d" % i)
    found = only(folder)
    assert len(found.records) == journal.SLOTS
    assert found.lost == 10
    assert [int(one.payload) for one in found.records] == list(range(10, journal.SLOTS + 10))


def test_a_long_payload_is_cut_and_says_so(folder):
    record = journal.begin(folder)
    record(NOTE, b"x" * 100_000)
    record(NOTE, b"y" * 88)
    first, second = only(folder).records
    assert first.is_cut and first.payload == b"x" * 88
    assert not second.is_cut


def test_of_a_long_file_name_the_end_is_kept_and_marked(folder):
    record = journal.begin(folder)
    name = "/" + "ä" * 300 + "/work.py"
    exec(compile("record(1)", name, "exec"), {"record": record})
    shown = only(folder).records[0].file
    assert shown.startswith("…") and shown.endswith("ä/work.py") and shown[1:] in name


def test_more_files_than_names_leave_the_name_out(folder):
    record = journal.begin(folder)
    for i in range(journal.NAMES + 2):
        exec(compile("record(1)", f"/f{i}.py", "exec"), {"record": record})
    records = only(folder).records
    assert records[journal.NAMES - 1].file == f"/f{journal.NAMES - 1}.py"
    assert records[journal.NAMES].file == ""
    assert records[journal.NAMES].line == 1


def test_threads_lose_no_record(folder):
    body = """
        def work(name):
            for i in range(500):
                record(1, b"%d %d" % (name, i))
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
    """
    finished(folder, body)
    found = only(folder)
    seen = {tuple(map(int, one.payload.split())) for one in found.records}
    assert seen == {(n, i) for n in range(8) for i in range(500)}
    assert len({one.tid for one in found.records}) == 8
    assert found.torn == 0


def test_a_forked_child_writes_a_journal_of_its_own(folder):
    body = """
        record(1, b"parent")
        pid = os.fork()
        record(1, b"child" if pid == 0 else b"parent again")
        if pid:
            assert os.waitpid(pid, 0)[1] == 0
        else:
            os._exit(0)
    """
    finished(folder, body)
    parent, child = sorted(read(folder).values(), key=lambda j: j.records[0].kind)
    assert [one.payload for one in parent.records] == [b"parent", b"parent again"]
    assert [one.kind for one in child.records] == [FORKED, NOTE]
    assert [one.payload for one in child.records] == [b"%d" % parent.pid, b"child"]
    assert {one.tid for one in child.records} == {child.pid}


def test_a_child_whose_journal_cannot_be_made_goes_on(folder):
    body = """
        import shutil
        shutil.rmtree(sys.argv[1] if len(sys.argv) > 1 else journal_folder)
        pid = os.fork()
        record(1, b"x")
        if pid:
            assert os.waitpid(pid, 0)[1] == 0
        else:
            os._exit(0)
    """
    inside = os.path.join(folder, "private")
    os.mkdir(inside)
    finished(inside, f"journal_folder = {inside!r}\n" + textwrap.dedent(body))


def test_what_was_written_survives_sigkill(folder):
    body = """
        def work():
            while True:
                record(1, b"0123456789" * 8)
        threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
        [t.start() for t in threads]
        for _ in range(3000):
            record(1, b"0123456789" * 8)
        print("ready", flush=True)
        work()
    """
    program = run_program(folder, body)
    assert program.stdout is not None
    assert program.stdout.readline() == b"ready\n"
    program.send_signal(signal.SIGKILL)
    program.communicate()
    found = only(folder)
    assert len(found.records) >= 3000 and found.torn <= 4
    assert all(one.payload == b"0123456789" * 8 for one in found.records)


def sound(folder: str) -> bytearray:
    record = journal.begin(folder)
    for i in range(50):
        record(NOTE, b"%d" % i)
    (name,) = os.listdir(folder)
    with open(os.path.join(folder, name), "rb") as file:
        return bytearray(file.read())


def test_a_record_that_was_not_finished_is_left_out(folder):
    data = sound(folder)
    at = journal.SLOTS_AT + 7 * journal.RECORD.size
    data[at + 120 : at + 128] = bytes(8)
    found = parse(bytes(data))
    assert found.torn == 1
    assert 7 not in [one.number for one in found.records]


def test_a_record_of_a_lap_before_is_left_out(folder):
    """Its writer slept while the others wrote the whole ring."""
    data = sound(folder)
    at = journal.SLOTS_AT + 8 * journal.RECORD.size
    newer = struct.pack("<Q", 8 + 3 * journal.SLOTS)
    data[at : at + 8] = data[at + 120 : at + 128] = newer
    found = parse(bytes(data))
    assert [one.number for one in found.records] == [8 + 3 * journal.SLOTS]
    assert found.torn == 49


def test_another_version_is_named():
    data = journal.HEADER.pack(journal.MAGIC, 7, *[0] * 11)
    with pytest.raises(UnsupportedInput, match="version 7"):
        parse(data)


@pytest.mark.parametrize("data", [b"", b"x" * 5000, journal.MAGIC])
def test_what_is_no_journal_is_refused(data):
    with pytest.raises(FormatError):
        parse(data)


@pytest.mark.chance
def test_damaged_journals_are_read_or_refused(folder):
    data = sound(folder)[: journal.SLOTS_AT + 64 * journal.RECORD.size]
    struct.pack_into("<I", data, 44, 64)  # a ring of 64
    parse(bytes(data))
    chance = random.Random(11)
    for _ in range(times("ATFAULT_FUZZ_CASES", few=200, many=2000)):
        damaged = bytearray(data[: chance.choice((len(data), chance.randrange(len(data))))])
        for _ in range(chance.randrange(1, 20)):
            if damaged:
                where = chance.randrange(min(len(damaged), chance.choice((72, len(damaged)))))
                damaged[where] = chance.choice((0, 255, chance.randrange(256)))
        try:
            found = parse(bytes(damaged))
        except AtfaultError:
            continue
        assert len(found.records) + found.torn <= len(data) // journal.RECORD.size
        assert all(len(one.payload) <= 88 for one in found.records)


@pytest.mark.parametrize("python", every_interpreter())
def test_every_interpreter_writes_it(python, folder):
    if python is None or python.sysroot is not None:
        pytest.skip("not an interpreter of this machine's own files")
    finished(folder, "record(1, b'from ' + str(sys.version_info[1]).encode())", python.executable)
    (one,) = only(folder).records
    assert one.payload == b"from %d" % python.minor and one.line == 7
