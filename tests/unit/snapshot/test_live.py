"""Memory and files of live processes: our own, and one that is stopped for a moment."""

from __future__ import annotations

import ctypes
import mmap
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from atfault.errors import AccessError, MemoryFault
from atfault.model.process import MemoryMapping, SignalInfo
from atfault.snapshot import procfs
from atfault.snapshot.live import LiveMemory, LiveSnapshot, decode_siginfo, open_memory
from atfault.snapshot.stop import Stop


@pytest.fixture
def region() -> Iterator[tuple[LiveMemory, int]]:
    """Four pages: numbers, numbers, unreadable, numbers."""
    area = mmap.mmap(-1, 4 * 4096)
    area.write(bytes(range(256)) * 64)
    anchor = ctypes.c_char.from_buffer(area)
    start = ctypes.addressof(anchor)
    parts = [(0, 2, True), (2, 3, False), (3, 4, True)]
    mappings = tuple(
        [
            MemoryMapping(start + a * 4096, start + b * 4096, 0, readable, True, False)
            for a, b, readable in parts
        ]
    )
    memory = LiveMemory(open_memory(os.getpid()), mappings)
    yield memory, start
    memory.close()
    del anchor


def test_reads_inside_and_across_pages(region: tuple[LiveMemory, int]) -> None:
    memory, start = region
    assert memory.read(start, 4) == b"\0\1\2\3"
    assert memory.read(start + 4094, 4) == b"\xfe\xff\0\1"
    assert memory.u64(start + 8) == int.from_bytes(bytes(range(8, 16)), "little")
    assert len(memory.read(start, 8192)) == 8192
    assert memory.read(start, 0) == b""


def test_what_the_process_may_not_read_is_a_fault(region: tuple[LiveMemory, int]) -> None:
    memory, start = region
    for address, size in ((start + 8192, 1), (start + 8190, 4), (start - 1, 2), (1 << 63, 8)):
        with pytest.raises(MemoryFault):
            memory.read(address, size)
    with pytest.raises(MemoryFault):
        memory.read(start, -1)


def test_read_upto_ends_at_the_first_unreadable_page(region: tuple[LiveMemory, int]) -> None:
    memory, start = region
    assert len(memory.read_upto(start + 100, 1 << 40)) == 8192 - 100
    assert memory.read_upto(start + 8192, 10) == b""


def test_prefetched_pages_outlive_the_process(region: tuple[LiveMemory, int]) -> None:
    memory, start = region
    memory.prefetch([(start + 10, start + 9000)])
    memory.close()
    assert memory.read(start + 16, 2) == b"\x10\x11"
    with pytest.raises(MemoryFault):
        memory.read(start + 3 * 4096, 1)


def test_siginfo_of_a_fault_and_of_a_sent_signal() -> None:
    fault = bytearray(128)
    fault[0:4] = (11).to_bytes(4, "little")
    fault[8:12] = (1).to_bytes(4, "little")
    fault[16:24] = (0x1230).to_bytes(8, "little")
    assert decode_siginfo(bytes(fault), 7) == SignalInfo(11, 1, 0x1230, None, None, 7)
    sent = bytearray(128)
    sent[0:4] = (15).to_bytes(4, "little")
    sent[16:24] = (812).to_bytes(4, "little") + (1000).to_bytes(4, "little")
    assert decode_siginfo(bytes(sent), 7) == SignalInfo(15, 0, None, 812, 1000, 7)


SLEEPERS = (
    "import threading, time\n"
    "for _ in range(5): threading.Thread(target=time.sleep, args=(60,)).start()\n"
    "print('up', flush=True)\n"
)


@pytest.fixture
def sleepers() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", SLEEPERS], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def tracer_and_states(pid: int) -> tuple[int, set[str]]:
    found = [procfs.stat(pid, tid) for tid in procfs.threads(pid)]
    return procfs.tracer_of(pid), {stat.state for stat in found if stat}


def until(pid: int, tracer: int, states: set[str]) -> None:
    """The limit of the test ends the waiting."""
    while tracer_and_states(pid) != (tracer, states):
        time.sleep(0.01)


def test_a_stopped_process_shows_all_its_threads(sleepers: subprocess.Popen[bytes]) -> None:
    until(sleepers.pid, 0, {"S"})
    with Stop(sleepers.pid) as snapshot:
        assert tracer_and_states(sleepers.pid) == (os.getpid(), {"t"})
        assert [thread.tid for thread in snapshot.threads] == procfs.threads(sleepers.pid)
        assert {thread.state for thread in snapshot.threads} == {"S"}
        assert snapshot.kind == "live" and not snapshot.signal
        assert snapshot.process.pid == sleepers.pid
        assert snapshot.process.argv[0] == sys.executable
        for thread in snapshot.threads:
            pointer = snapshot.arch.stack_pointer(thread.registers)
            assert pointer is not None
            snapshot.memory.u64(pointer)
        assert snapshot.auxv[6] == 4096  # AT_PAGESZ
        assert snapshot.warnings == []
    tracer, states = tracer_and_states(sleepers.pid)
    assert tracer == 0 and "t" not in states


def test_an_exception_or_interrupt_lets_the_process_go(sleepers: subprocess.Popen[bytes]) -> None:
    for kind in (ValueError, KeyboardInterrupt):
        with pytest.raises(kind), Stop(sleepers.pid):
            raise kind
        assert tracer_and_states(sleepers.pid)[0] == 0


def test_stopping_twice_is_refused_with_the_name_of_the_tracer(
    sleepers: subprocess.Popen[bytes],
) -> None:
    with Stop(sleepers.pid), pytest.raises(AccessError, match=f"traced by pid {os.getpid()}"):
        Stop(sleepers.pid).__enter__()
    assert tracer_and_states(sleepers.pid)[0] == 0


def test_a_process_that_does_not_exist_is_one_line() -> None:
    with pytest.raises(AccessError, match="there is no process"):
        Stop(1 << 22 | 1).__enter__()


def test_a_signal_that_arrives_meanwhile_is_delivered(sleepers: subprocess.Popen[bytes]) -> None:
    with Stop(sleepers.pid):
        sleepers.terminate()
        time.sleep(0.05)
        assert sleepers.poll() is None
    assert sleepers.wait(10) == -15


def test_a_job_that_was_stopped_stays_stopped(sleepers: subprocess.Popen[bytes]) -> None:
    sleepers.send_signal(19)
    os.waitpid(sleepers.pid, os.WUNTRACED)
    with Stop(sleepers.pid) as snapshot:
        assert len(snapshot.threads) == 6
    until(sleepers.pid, 0, {"T"})


def test_files_are_those_that_are_mapped(tmp_path: object) -> None:
    binary = f"{tmp_path}/sleep"
    shutil.copy(shutil.which("sleep") or "/bin/sleep", binary)
    process = subprocess.Popen([binary, "60"])
    try:
        with Stop(process.pid) as snapshot:
            file, problem = snapshot.local_file(binary)
            assert file is not None and os.path.samefile(file.path, binary) and problem == ""
        os.unlink(binary)
        with Stop(process.pid) as snapshot:
            found, problem = snapshot.local_file(binary)
            if os.geteuid() == 0:
                assert problem == "" and found is not None and "map_files" in found.path
            else:
                assert found is None and "deleted" in problem
        shutil.copy(sys.executable, binary)
        with Stop(process.pid) as snapshot:
            found, _ = snapshot.local_file(binary)
            assert found is None or not os.path.samefile(found.path, binary)
            missing, why = snapshot.local_file("/no/such/file")
            assert missing is None and "does not exist" in why
    finally:
        process.kill()
        process.wait()


def test_a_snapshot_of_ourselves_closes_its_memory() -> None:
    fd = open_memory(os.getpid())
    with LiveSnapshot(os.getpid(), (), kind="live", memory_fd=fd):
        pass
    with pytest.raises(OSError):
        os.fstat(fd)
