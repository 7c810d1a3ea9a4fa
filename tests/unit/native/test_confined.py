"""What a child that reads hostile input may take."""

from __future__ import annotations

import mmap
import tempfile

from atfault.native.confined import MAX_DATA, Child, send


def told_by(take) -> str:
    """What a child says after `take`, which may use 6 GB of addresses."""

    def work(fd: int) -> None:
        try:
            kept = take()
        except (MemoryError, OSError) as error:
            send(fd, type(error).__name__)
        else:
            send(fd, f"{len(kept)}")

    return Child(work, 10.0, 6 << 30).finish(1000)[0]


def test_it_may_not_fill_more_memory_than_its_limit():
    assert told_by(lambda: bytearray(1 << 20)) == str(1 << 20)
    assert told_by(lambda: bytearray(2 * MAX_DATA)) == "MemoryError"


def test_a_mapped_file_may_be_larger_than_that():
    with tempfile.TemporaryFile() as file:
        file.truncate(2 * MAX_DATA)
        mapped = lambda: mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)  # noqa: E731
        assert told_by(mapped) == str(2 * MAX_DATA)
