"""The probe's journal: what a process did last, in a file that outlives it.

One file a process, mapped into its memory (MAP_SHARED): what is written is in the file the moment
it is in memory, whatever ends the process. All numbers are little-endian.

    0            16        20    24       28        32     36     40     44     48     52
    +------------+---------+-----+--------+---------+------+------+------+------+------+
    | magic      | version | pid | header | names_at| count| size | at   | count| size |
    +------------+---------+-----+--------+---------+------+------+------+------+------+
    56: time.monotonic_ns(), 64: time.time_ns(), both of the moment when the journal was begun
    names_at     names of files: `count` entries of `size` bytes: u16 length, then UTF-8
    slots_at     records, a ring of `count` slots of `size` bytes

A record, 128 bytes; record N lies in slot N % count, N counts from 1:

    0    8     16   20    24    26    28      30         32              120
    +----+-----+----+-----+-----+-----+-------+----------+---------------+----+
    | N  | ns  | tid| line| file| kind| length| reserved | payload       | N  |
    +----+-----+----+-----+-----+-----+-------+----------+---------------+----+
    file: number of a name, from 1; 0: none. length: of the payload before it was cut to 88 bytes.

The last N is written last: a record whose two N differ was not finished. A slot is claimed by
`next` on an itertools.count, which needs no lock on any build. So a record costs no lock and no
system call. Two writers share a slot only when one sleeps while the others write a whole ring; its
record then has an N that is too old for the ring, and readers leave it out.

Runs inside the user's program, on CPython 3.8 and later.
"""

import itertools
import mmap
import os
import struct
import sys
import time
from _thread import _local, get_native_id

MAGIC = b"\x89atfault-journal"
VERSION = 1
SUFFIX = ".journal"
HEADER = struct.Struct("<16s10IQQ")
RECORD = struct.Struct("<QQIIHHHH88sQ")
NAME_LENGTH = struct.Struct("<H")
HEADER_SIZE = 4096
NAMES, NAME_SIZE = 512, 256
SLOTS = 4096
NAMES_AT = HEADER_SIZE
SLOTS_AT = NAMES_AT + NAMES * NAME_SIZE
SIZE = SLOTS_AT + SLOTS * RECORD.size

# Kinds of records. A number once given away keeps its meaning.
NOTE = 1
"""Anything: the payload is text."""
UNCAUGHT = 2
"""An exception that nobody caught: the payload is its type's name, the line where it was raised."""
FORKED = 3
"""The first record of a process made by fork; the payload is the parent's pid in decimal."""


def begin(folder):
    """Begin this process's journal in `folder`; a function

        record(kind, payload=b"", depth=1)

    that notes the line of its caller (depth 1; 2: of the caller's caller). Raises OSError where no
    file can be made, or the space for it is not there: the file is never sparse, so that writing
    cannot fail later.

    After a fork the child writes a journal of its own, from the fork on.
    """
    space = _Space(folder)
    space.open()
    local = _local()
    numbers = _fresh(itertools.count(1))
    files = {}

    def record(
        kind,
        payload=b"",
        depth=1,
        space=space,
        files=files,
        now=time.monotonic_ns,
        frame=sys._getframe,
        pack=RECORD.pack_into,
    ):
        caller = frame(depth)
        try:
            file = files[caller.f_code.co_filename]
        except KeyError:
            file = files[caller.f_code.co_filename] = space.name(caller.f_code.co_filename)
        try:
            tid = local.tid
        except AttributeError:
            tid = local.tid = get_native_id()
        length = len(payload)
        number = numbers[0]()
        pack(
            space.map,
            SLOTS_AT + number % SLOTS * 128,
            number,
            now(),
            tid,
            caller.f_lineno or 0,
            file,
            kind,
            length if length < 0xFFFF else 0xFFFF,
            0,
            payload,
            number,
        )

    def forked():
        nonlocal local
        parent = space.pid
        local = _local()
        files.clear()
        numbers[:] = _fresh(itertools.count(1))
        try:
            space.open()
            record(FORKED, b"%d" % parent)
        except Exception:
            space.map = bytearray(SIZE)  # nowhere; the program comes first

    os.register_at_fork(after_in_child=forked)
    return record


def _fresh(count):
    return [count.__next__]


class _Space:
    """The mapped file."""

    def __init__(self, folder):
        self.folder = folder
        self.map = None
        self.pid = 0
        self._names = None

    def open(self):
        """Make the file of this process. Raises OSError."""
        pid = os.getpid()
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
        path = os.path.join(self.folder, "%d-%d%s" % (pid, time.monotonic_ns(), SUFFIX))
        fd = os.open(path, flags, 0o600)
        try:
            os.posix_fallocate(fd, 0, SIZE)
            space = mmap.mmap(fd, SIZE)
        except BaseException:
            os.unlink(path)
            raise
        finally:
            os.close(fd)
        header = HEADER.pack(
            MAGIC,
            VERSION,
            pid,
            HEADER_SIZE,
            NAMES_AT,
            NAMES,
            NAME_SIZE,
            SLOTS_AT,
            SLOTS,
            RECORD.size,
            0,
            time.monotonic_ns(),
            time.time_ns(),
        )
        space[16 : len(header)] = header[16:]
        space[:16] = MAGIC
        self.map, self.pid = space, pid
        self._names = itertools.count(1).__next__

    def name(self, text):
        """The number of a file's name; 0 when there is no room. Of a long one the end is kept."""
        number = self._names()
        if number > NAMES:
            return 0
        data = text.encode("utf-8", "surrogateescape")
        kept = data[-(NAME_SIZE - 2) :]
        at = NAMES_AT + (number - 1) * NAME_SIZE
        self.map[at + 2 : at + 2 + len(kept)] = kept
        NAME_LENGTH.pack_into(self.map, at, min(len(data), 0xFFFF))
        return number
