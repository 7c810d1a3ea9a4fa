"""The files that a core's process had mapped: which one here is the same, and its contents."""

from __future__ import annotations

import mmap
import os

from atfault.formats.elf import PF_R, PF_W, PF_X
from atfault.model.process import MemoryMapping
from atfault.snapshot.core_layout import Layout
from atfault.snapshot.files import (
    PAGE,
    ImageIdentity,
    begins_with,
    compare_identity,
    file_identity,
    image_identity,
    segment_flags,
    under_sysroot,
    why_unreadable,
)
from atfault.snapshot.memory import Buffer

_MAX_NAMED = 4
_CONSEQUENCES = {
    "missing": (
        "not found on this machine: code there has no names, and stacks may end there "
        "(--sysroot DIR names the folder that holds the program's file system)"
    ),
    "differing": (
        "cannot be read as the program had it: code there has no names, and stacks may end there"
    ),
    "newer": (
        "may have been rebuilt, as no build id would tell and a change came after the core was "
        "written: what is said of code there may be wrong"
    ),
    "unchecked": (
        "could not be compared with the core, which lacks the first page: if that has changed "
        "since, what is said of code there is wrong"
    ),
}
# Names that the kernel gives to mappings without a file on disk.
_NOT_ON_DISK = ("/memfd:", "/dev/zero", "/SYSV", "/anon_hugepage")


class MappedFiles:
    """Finds, checks and maps the files of a core's process; every answer is remembered."""

    def __init__(
        self,
        layout: Layout,
        data: mmap.mmap,
        sysroot: str | None,
        warnings: list[str],
        written: float | None = None,
    ) -> None:
        """written: when the core was (seconds since the epoch), as far as that is known."""
        self._layout = layout
        self._data = data
        self._sysroot = sysroot
        self._warnings = warnings
        self._written = written
        self._given: dict[str, str] = {}
        self._answers: dict[str, tuple[str | None, str]] = {}
        self._identities: dict[str, ImageIdentity | None] = {}
        self._open: list[mmap.mmap] = []
        self._told: dict[str, tuple[int, list[str]]] = {}
        self._groups: dict[str, list[MemoryMapping]] = {}
        for mapping in layout.mappings:
            if mapping.path:
                self._groups.setdefault(mapping.path, []).append(mapping)

    def give(self, path: str, local: str) -> str:
        """Let `local` stand for the target's `path`. Returns why it cannot, as a clause, or ""."""
        identity = self.identity(path)
        if identity is not None:
            ours = file_identity(local)
            if ours is None:
                return "it is no ELF file"
            problem = compare_identity(ours, identity)
            if problem:
                return problem.removeprefix("has changed: ")
        self._answers[path] = (local, "")
        return ""

    def local_file(self, path: str) -> tuple[str | None, str]:
        """(file on this machine, doubt about it or "") or (None, why not)."""
        answer = self._answers.get(path)
        if answer is None:
            answer = self._answers[path] = self._find(path)
            group = self._groups.get(path)
            if answer[1] and group and any(m.executable for m in group) and _may_be_code(answer[0]):
                self._warn(path, *answer)
        return answer

    def _find(self, path: str) -> tuple[str | None, str]:
        if not path.startswith("/") or path.startswith(_NOT_ON_DISK):
            return None, "was no file on disk"
        raw = self._layout.raw_paths.get(path)
        local = under_sysroot(os.fsdecode(raw) if raw is not None else path, self._sysroot)
        if local is None:
            return None, "leads in a circle of symbolic links"
        group = self._groups.get(path)
        identity = self.identity(path) if group else None
        if identity is not None:
            same_page = begins_with(local, self._dumped(path, 0, PAGE))
            if identity.is_in_page and same_page:
                return local, ""
            problem = compare_identity(file_identity(local), identity)
            if not problem and not identity.build_id and not same_page:
                problem = "has changed: its first page differs"
            if problem:
                return None, _why_gone(local, group) or problem
            return local, "" if identity.build_id else self._doubt_of(local)
        why = _why_gone(local, group)
        if why:
            return None, why
        if not group:
            return local, ""
        if group[0].deleted:
            return None, "was deleted or replaced while the program ran"
        return local, "could not be compared with the core, which lacks its first page"

    def _doubt_of(self, local: str) -> str:
        """Why a file without a build id may be another one than the program's, though it begins
        with the same bytes; "" when it was there before the core."""
        try:
            newer = self._written is not None and os.stat(local).st_ctime > self._written
        except OSError:
            return ""
        return "has no build id, and was changed after the core was written" if newer else ""

    def _warn(self, path: str, local: str | None, why: str) -> None:
        """Say what is wrong and what follows: one warning a kind, which grows with each file."""
        if local is not None:
            kind = "newer" if "no build id" in why else "unchecked"
        elif "does not exist" in why:
            kind = "missing"
        else:
            kind = "differing"
        at, details = self._told.setdefault(kind, (len(self._warnings), []))
        if not details:
            self._warnings.append("")
        name = path.rsplit("/", 1)[-1]
        details.append(f"{name} {why}" if kind == "differing" else name)
        listed = ", ".join(details[:_MAX_NAMED])
        if len(details) > _MAX_NAMED:
            listed += f" and {len(details) - _MAX_NAMED} more"
        count = f"{len(details)} mapped file" + ("s" if len(details) > 1 else "")
        self._warnings[at] = f"{count} {_CONSEQUENCES[kind]}: {listed}"

    # ---- identity -------------------------------------------------------------------------------

    def identity(self, path: str) -> ImageIdentity | None:
        """Identity of a mapped ELF object by what the core itself dumped of it.

        None when nothing was dumped at offset 0, or it is not an ELF object.
        """
        if path not in self._identities:
            self._identities[path] = image_identity(
                lambda offset, size: self._dumped(path, offset, size)
            )
        return self._identities[path]

    def _dumped(self, path: str, offset: int, size: int) -> bytes:
        """Up to `size` bytes at `offset` of the mapped file, from read-only pages in the core."""
        for mapping in self._groups.get(path, ()):
            at = offset - mapping.file_offset
            if 0 <= at < mapping.dumped and not mapping.writable:
                start = self._layout.offsets[mapping.start] + at
                return self._data[start : start + min(size, mapping.dumped - at)]
        return b""

    def with_permissions(self) -> tuple[MemoryMapping, ...]:
        """The mappings, with those permissions that the core lacks taken from the files' program
        headers; where that fails, as readable and executable (most such pages are code)."""
        mappings = list(self._layout.mappings)
        for index in self._layout.unprotected:
            mapping = mappings[index]
            local, _ = self.local_file(mapping.path)
            if local is not None:
                flags = segment_flags(local, mapping.file_offset)
                mappings[index] = mapping._replace(
                    readable=bool(flags & PF_R),
                    writable=bool(flags & PF_W),
                    executable=bool(flags & PF_X),
                )
        return tuple(mappings)

    # ---- contents -------------------------------------------------------------------------------

    def resolve(self, number: int) -> tuple[Buffer | None, int, str]:
        """The file behind undumped pages, for `PiecewiseMemory`: (contents, bytes, why None).

        Only ELF objects are read: any other file (data, an index, a checkpoint) may have been
        written to since, and nothing in the core could tell.
        """
        path = self._layout.sources[number]
        local, why = self.local_file(path)
        if local is None:
            return None, 0, f"not in the core, and {path} {why}"
        try:
            fd = os.open(local, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            return None, 0, f"not in the core, and {path} cannot be opened"
        try:
            if self.identity(path) is None and os.pread(fd, 4, 0) != b"\x7fELF":
                return None, 0, f"not in the core, and {path} may have changed since"
            contents = mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ)
        except (OSError, ValueError):
            return None, 0, f"not in the core, and {path} cannot be mapped"
        finally:
            os.close(fd)
        self._open.append(contents)
        return contents, len(contents), ""

    def close(self) -> None:
        for contents in self._open:
            try:
                contents.close()
            except BufferError:
                pass  # a caller still holds a view; it is unmapped when that goes
        self._open.clear()


def _may_be_code(local: str | None) -> bool:
    """Where gcore left out what permissions a mapping has, the file tells whether it holds code."""
    return local is None or file_identity(local) is not None


def _why_gone(local: str, group: list[MemoryMapping] | None) -> str:
    """Why `local` cannot be opened, as a clause; "" when it can."""
    why = why_unreadable(local)
    if why and group and group[0].deleted and not os.path.lexists(local):
        return "was deleted while the program ran"
    return why
