"""Who fills /dev/shm: files with and without a name, and who has them open or mapped."""

from __future__ import annotations

import mmap
import os
import tempfile

import pytest

from atfault.model.files import SharedMemory
from atfault.snapshot.shared_memory import FOLDER, look

SIZE = 3 << 20


@pytest.fixture
def file():
    if not os.access(FOLDER, os.W_OK):
        pytest.skip("/dev/shm is not writable")
    with tempfile.TemporaryFile(dir=FOLDER) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, SIZE)
        except OSError:
            pytest.skip("/dev/shm has no room for 3 MB")
        yield file


def found(size=SIZE):
    memory = look(os.getpid())
    assert isinstance(memory, SharedMemory)
    assert memory.total >= memory.free >= 0
    own = [file for file in memory.files if os.getpid() in dict(file.holders)]
    return [file for file in own if file.size == size]


def test_a_file_without_a_name_is_found_through_its_descriptor(file) -> None:
    (one,) = found()
    assert one.is_deleted and one.holder_count == 1


def test_a_file_that_is_only_mapped_is_found(file) -> None:
    with mmap.mmap(file.fileno(), SIZE):
        copy = os.dup(file.fileno())
        file.close()
        os.close(copy)
        (one,) = found()
        assert one.is_deleted


def test_a_named_file_that_nobody_has_open_is_listed() -> None:
    if not os.access(FOLDER, os.W_OK):
        pytest.skip("/dev/shm is not writable")
    with tempfile.NamedTemporaryFile(dir=FOLDER) as file:
        os.posix_fallocate(file.fileno(), 0, SIZE + 4096)
        file.file.close()
        memory = look(os.getpid())
        assert isinstance(memory, SharedMemory)
        (one,) = [f for f in memory.files if f.name == os.path.basename(file.name)]
        assert (one.size, one.is_deleted, one.holder_count) == (SIZE + 4096, False, 0)


def test_a_process_that_is_gone_is_an_absent_value() -> None:
    assert not isinstance(look(1 << 22), SharedMemory)
