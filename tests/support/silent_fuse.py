"""A file system in user space that answers until it is told to be silent: FUSE by hand.

    with mounted({"program.py": source}) as system:     read only, no folders
        system.path / "program.py"
        system.be_silent()                              from here on nobody gets an answer

    request   len opcode unique nodeid uid gid pid …   40 bytes (struct fuse_in_header), its body
    answer    len error unique                         16 bytes (struct fuse_out_header), its body

Nothing is kept by the kernel: names and attributes are valid for no time at all, and each look is a
request. Needs root and /dev/fuse. linux/fuse.h has the records.
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import stat
import struct
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT = 1, 2, 3, 14, 15, 17, 18, 25, 26
OPENDIR, READDIR, RELEASEDIR, INTERRUPT, BATCH_FORGET = 27, 28, 29, 36, 42
WITHOUT_ANSWER = (FORGET, INTERRUPT, BATCH_FORGET)
ROOT = 1
MNT_DETACH = 2
_HEADER = struct.Struct("<IIQQIIIHH")
_ATTRIBUTES = struct.Struct("<QQQQQQIIIIIIIIII")
_libc = ctypes.CDLL(None, use_errno=True)


class Silent:
    """A mounted file system. A process of its own serves it."""

    def __init__(self, path: Path, server: int) -> None:
        self.path = path
        self._server = server

    def be_silent(self) -> None:
        """Returns when it is."""
        os.kill(self._server, signal.SIGSTOP)
        os.waitpid(self._server, os.WUNTRACED)

    def end(self) -> None:
        """Whoever waits for an answer gets an error."""
        os.kill(self._server, signal.SIGKILL)
        os.waitpid(self._server, 0)
        _libc.umount2(os.fsencode(self.path), MNT_DETACH)


def why_not() -> str:
    """Why there can be none here; "" where there can."""
    try:
        os.close(os.open("/dev/fuse", os.O_RDWR))
    except OSError as error:
        return f"/dev/fuse: {error.strerror}"
    return "" if os.geteuid() == 0 else "only root mounts"


@contextmanager
def mounted(files: Mapping[str, bytes], *, is_silent: bool = False) -> Iterator[Silent]:
    """is_silent: it has never answered anything."""
    with tempfile.TemporaryDirectory(prefix="silent-") as folder:
        fd = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        options = f"fd={fd},rootmode=40000,user_id=0,group_id=0,allow_other"
        if _libc.mount(b"silent", os.fsencode(folder), b"fuse.silent", 0, options.encode()):
            os.close(fd)
            raise OSError(ctypes.get_errno(), "mount")
        server = os.fork()
        if server == 0:
            try:
                if is_silent:
                    signal.pause()
                _Server(fd, files).serve()
            finally:
                os._exit(0)
        os.close(fd)
        system = Silent(Path(folder), server)
        # A test that hangs all the same ends with an error.
        guard = threading.Timer(150, system.end)
        guard.start()
        try:
            yield system
        finally:
            guard.cancel()
            try:
                system.end()
            except (ProcessLookupError, ChildProcessError):
                pass  # the guard was first


class _Server:
    def __init__(self, fd: int, files: Mapping[str, bytes]) -> None:
        self._fd = fd
        self._names = {os.fsencode(name): number for number, name in enumerate(files, ROOT + 1)}
        self._contents = dict(enumerate(files.values(), ROOT + 1))

    def serve(self) -> None:
        while True:
            try:
                request = os.read(self._fd, 1 << 20)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.ENOENT, errno.EAGAIN):
                    continue
                return  # unmounted
            _, operation, unique, node, *_ = _HEADER.unpack_from(request)
            if operation in WITHOUT_ANSWER:
                continue
            answer = self._answer(operation, node, request[_HEADER.size :])
            error_code, body = (-answer, b"") if isinstance(answer, int) else (0, answer)
            try:
                os.write(self._fd, struct.pack("<IiQ", 16 + len(body), error_code, unique) + body)
            except OSError:
                pass  # who asked is gone

    def _answer(self, operation: int, node: int, body: bytes) -> bytes | int:
        """The body, or an errno."""
        if operation == INIT:
            minor = min(struct.unpack_from("<I", body, 4)[0], 31)
            flags = (7, minor, 1 << 17, 0, 8, 6, 1 << 16, 1, 32, 0)
            return struct.pack("<IIIIHHIIHH", *flags).ljust(64, b"\0")
        if operation == LOOKUP:
            found = self._names.get(body.rstrip(b"\0"))
            if found is None:
                return errno.ENOENT
            return struct.pack("<QQQQII", found, 0, 0, 0, 0, 0) + self._attributes(found)
        if operation == GETATTR:
            return struct.pack("<QII", 0, 0, 0) + self._attributes(node)
        if operation in (OPEN, OPENDIR):
            return struct.pack("<QII", node, 0, 0)
        if operation == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return self._contents[node][offset : offset + size]
        if operation == READDIR:
            return self._entries(struct.unpack_from("<QQ", body)[1])
        if operation == STATFS:
            return struct.pack("<QQQQQIII28x", 0, 0, 0, len(self._names), 0, 4096, 255, 4096)
        return b"" if operation in (RELEASE, RELEASEDIR, FLUSH) else errno.ENOSYS

    def _attributes(self, node: int) -> bytes:
        mode = stat.S_IFDIR | 0o755 if node == ROOT else stat.S_IFREG | 0o755
        size = len(self._contents.get(node, b""))
        times = (1_600_000_000,) * 3
        owner = (1, 0, 0, 0, 4096, 0)
        return _ATTRIBUTES.pack(node, size, size // 512 + 1, *times, 0, 0, 0, mode, *owner)

    def _entries(self, offset: int) -> bytes:
        if offset:
            return b""
        entries = b""
        for name, node in self._names.items():
            entry = struct.pack("<QQII", node, node, len(name), 8) + name
            entries += entry.ljust((len(entry) + 7) & ~7, b"\0")
        return entries
