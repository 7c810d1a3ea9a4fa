"""Waits in the kernel, from made-up registers and memory."""

from __future__ import annotations

import os
import struct

import pytest

from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.model.waits import FILE_END, FileLock
from atfault.native.waits import native_waits
from support.sleeping import (
    FUTEX,
    RESTART_SYSCALL,
    asleep,
    frames,
    mutex,
    stack,
    thread,
)

AT = 0x5555_0000_1000
MINUS_ONE = 0xFFFF_FFFF


def wait_of(one, words=None, *names, code=b"", library="libc.so.6"):
    snapshot = asleep(words, one, code=code)
    return native_waits(snapshot, [stack(*names, library=library)])[0]


def test_a_thread_that_is_in_no_system_call_waits_for_nothing():
    assert wait_of(thread(11, None)) is None


def test_a_call_that_has_returned_is_no_wait():
    """The thread was stopped on its way out: the futex has woken it."""
    assert wait_of(thread(11, FUTEX, AT, 0x80, 2, result=0), {AT: mutex()}) is None


@pytest.mark.parametrize("error", [4, 38, 512, 513, 514, 516])
def test_every_restart_code_of_the_kernel_is_a_wait(error):
    assert wait_of(thread(11, 0, 3, AT, 10, result=(1 << 64) - error)).fds == ((3, "read"),)


@pytest.mark.parametrize("result", [FUTEX, RESTART_SYSCALL])
def test_a_call_that_the_kernel_has_set_back_and_not_begun_again_is_a_wait(result):
    """The thread was stopped before, and no processor has been free for it since."""
    one = thread(11, FUTEX, AT, 0x80, 2, result=result)
    words = {AT: mutex(), 0x40_0000: b"\x0f\x05"}
    assert wait_of(one, words).syscall == "futex"
    assert wait_of(one, {**words, 0x40_0000: b"\x48\x3d"}) is None
    assert wait_of(one, {AT: mutex()}) is None


def test_a_write_that_the_stop_cut_short_was_waiting_for_room():
    assert wait_of(thread(11, 1, 6, AT, 4096, result=1000)).fds == ((6, "write"),)
    assert wait_of(thread(11, 1, 6, AT, 4096, result=4096)) is None


def test_a_thread_known_from_proc_alone_waits_in_its_call():
    """/proc/PID/task/TID/syscall has no result register, but says that it sleeps in the call."""
    one = thread(11, 0, 3, AT, 10, result=None)
    assert wait_of(one).syscall == "read"


def test_the_sign_of_an_int_argument_is_in_its_lower_half():
    words = {AT: struct.pack("<ihh", 7, 1, 0)}
    assert wait_of(thread(11, 7, AT, 1, MINUS_ONE), words).timeout is False
    assert wait_of(thread(11, 7, AT, 1, 0xDEAD_0000_0000_0000 | 500), words).timeout is True


def test_poll_names_its_descriptors_and_what_for():
    words = {AT: b"".join(struct.pack("<ihh", *p) for p in ((7, 1, 0), (-1, 1, 0), (8, 4, 0)))}
    wait = wait_of(thread(11, 7, AT, 3, MINUS_ONE), words)
    assert wait.fds == ((7, "read"), (8, "write"))


def test_poll_of_a_million_descriptors_is_bounded():
    words = {AT: struct.pack("<ihh", 7, 1, 0) * 64}
    assert len(wait_of(thread(11, 7, AT, 1_000_000, 0), words).fds) == 64


def test_select_reads_its_bit_sets():
    words = {AT: struct.pack("<Q", 1 << 3 | 1 << 40), AT + 64: struct.pack("<Q", 1 << 40)}
    wait = wait_of(thread(11, 23, 41, AT, AT + 64, 0, 0), words)
    assert (wait.fds, wait.timeout) == (((3, "read"), (40, "any")), False)


@pytest.mark.parametrize("count", [0, -1 & MINUS_ONE, 1 << 31])
def test_select_without_descriptors_is_a_wait_for_none(count):
    assert wait_of(thread(11, 270, count, AT, 0, 0, 0)).fds == ()


def test_waiting_for_a_child_names_it():
    assert wait_of(thread(11, 61, 812)).child == 812
    assert wait_of(thread(11, 61, MINUS_ONE)).child == -1
    assert wait_of(thread(11, 247, 1, 813)).child == 813
    assert wait_of(thread(11, 247, 0, 813)).child == -1


def test_signals_that_are_waited_for_by_name_are_read_from_their_set():
    wait = wait_of(thread(11, 128, AT, 0, 0, 8), {AT: struct.pack("<Q", 1 << 9 | 1 << 14)})
    assert (wait.signals, wait.what, wait.in_kernel) == ((10, 15), "SIGUSR1 or SIGTERM", "signal")
    assert wait_of(thread(11, 34)).what == "a signal"  # pause


def test_a_lock_of_a_file_is_not_an_ordinary_fcntl():
    assert wait_of(thread(11, 73, 5, 1)).file_lock == FileLock(False, is_write=False)
    assert wait_of(thread(11, 73, 5, 2)).file_lock == FileLock(False)
    assert wait_of(thread(11, 72, 5, 3)).kind == "unknown"


@pytest.mark.parametrize(
    ("whence", "start", "length", "part"),
    [
        (os.SEEK_SET, 64, 32, range(64, 96)),
        (os.SEEK_SET, 64, -32, range(32, 64)),
        (os.SEEK_SET, 64, 0, range(64, FILE_END)),
        (os.SEEK_CUR, 64, 32, range(FILE_END)),
    ],
)
def test_what_part_of_a_file_is_to_be_locked_is_read(whence, start, length, part):
    area = {AT: struct.pack("<hh4xqqi4x", 1, whence, start, length, 0)}
    for how in (7, 38):  # F_SETLKW, F_OFD_SETLKW
        wait = wait_of(thread(11, 72, 5, how, AT), area)
        assert (wait.kind, wait.file_lock) == ("file", FileLock(True, True, part))


@pytest.mark.parametrize(
    ("content", "size", "path"),
    [
        ((b"\1\0/run/hatch\0\xff\xff").ljust(110), 110, "/run/hatch"),
        (b"\1\0/run/hatch\0\xff\xff", 8, "/run/h"),
        (b"\1\0\0hatch\xff\xff", 8, "@hatch"),
        (b"\2\0\x1f\x90\x7f\0\0\1" + bytes(8), 16, ""),
    ],
)
def test_the_address_of_a_local_socket_that_is_asked_for_a_connection(content, size, path):
    wait = wait_of(thread(11, 42, 3, AT, size), {AT: content})
    assert (wait.fds, wait.connects_to) == (((3, "any"),), path)


def test_a_restarted_call_is_told_by_the_instruction_before_it():
    code = b"\xb8\x07\x00\x00\x00\x0f\x05"  # mov $7, %eax; syscall
    words = {AT: struct.pack("<ihh", 7, 1, 0)}
    wait = wait_of(thread(11, RESTART_SYSCALL, AT, 1, MINUS_ONE), words, code=code)
    assert (wait.syscall, wait.fds) == ("poll", ((7, "read"),))


def test_a_restarted_call_is_told_by_the_function_that_made_it():
    code = b"\x48\x89\xf8\x0f\x05"  # mov %rdi, %rax; syscall
    sleeper = thread(11, RESTART_SYSCALL, 0, 0, AT, AT)
    assert wait_of(sleeper, {}, "", "clock_nanosleep", code=code).kind == "time"


def test_a_restarted_futex_is_told_by_its_arguments():
    waiter = thread(11, RESTART_SYSCALL, AT, 0x189, 2, 0x7FFF_0000)
    words = {AT: mutex(owner=11)}
    assert wait_of(waiter, words, "", "__pthread_mutex_clocklock").syscall == "futex"


def test_a_restarted_call_that_nothing_tells_stays_unknown():
    assert wait_of(thread(11, RESTART_SYSCALL, 1, 2, 3)).kind == "unknown"


def test_a_system_call_without_a_name_is_shown_by_number():
    wait = wait_of(thread(11, 999))
    assert (wait.kind, wait.what) == ("unknown", "the system call syscall 999")


def test_a_thread_that_is_all_within_a_pool_of_threads_is_idle():
    pool = (*frames("futex_wait"), *frames("gomp_team_barrier_wait", library="libgomp.so.1"))
    snapshot = asleep({AT: bytes(64)}, thread(11, FUTEX, AT, 0x80, 0))
    assert native_waits(snapshot, [NativeStack(pool)])[0].idle == "OpenMP (GNU)"
    caller = NativeFrame(0x1000, 0, 0, "cfi", Module("/x/mine.so", None, "", 0, 0, 1))
    assert native_waits(snapshot, [NativeStack((*pool, caller))])[0].idle == ""


def test_a_thread_in_the_gpus_driver_waits_for_the_gpu_sleeping_or_not():
    driver = frames("", library="libcuda.so.1")
    caller = frames("cudaStreamSynchronize", library="libcudart.so.12")
    snapshot = asleep({}, thread(11, 16, 5))
    assert native_waits(snapshot, [NativeStack(driver + caller)])[0].kind == "gpu"
    spinning = asleep({}, thread(11, None))
    assert native_waits(spinning, [NativeStack(driver + caller)])[0].syscall == ""
    assert native_waits(spinning, [NativeStack(caller)])[0] is None
