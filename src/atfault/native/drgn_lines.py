"""Source lines by drgn, which is C code and several times as fast: for what `debug_lines` leaves.

drgn finds no function that is described inside of a namespace or of another function. It names what
it finds by its symbol then, with the line of what was inlined there: see `_without_mixture`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from atfault import lazy
from atfault.native.places import Job, Place

MAX_INLINE_DEPTH = 256
_MANGLED = ("_Z", "_R")


class DrgnLines:
    """drgn, as a reader of debug files."""

    def __init__(self) -> None:
        """Raises ImportError where it is not installed."""
        drgn = self._drgn = lazy.load("drgn")
        flags = drgn.PlatformFlags.IS_64_BIT | drgn.PlatformFlags.IS_LITTLE_ENDIAN
        self._program = drgn.Program(drgn.Platform(drgn.Architecture.X86_64, flags))

    def find(self, job: Job) -> dict[int, tuple[Place, ...]]:
        """The places of the job's addresses that have any. Raises what drgn raises, and OSError."""
        is_loaded = self._load_image(job) if job.image else self._load_file(job)
        places: dict[int, tuple[Place, ...]] = {}
        for address in job.addresses if is_loaded else ():
            try:
                found = self._program.source_location(address + job.bias)
            except LookupError:
                continue
            places[address] = _without_mixture(tuple(_places(found)))
        return places

    def _load_file(self, job: Job) -> bool:
        if job.file is None:
            return False
        module = self._program.extra_module(f"module-{job.key:x}", job.key, create=True)
        module.address_range = (job.start, job.end)
        # The descriptors become drgn's.
        module.try_file(job.file.path, fd=job.file.open(), force=True)
        if job.debug is not None and module.wants_debug_file():
            module.try_file(job.debug.path, fd=job.debug.open(), force=True)
        status = self._drgn.ModuleFileStatus
        if module.debug_file_status == status.WANT_SUPPLEMENTARY:
            wanted = module.wanted_supplementary_debug_file()
            owner = job.debug or job.file
            common = owner.beside(wanted.supplementary_path)
            if common is not None:
                module.try_file(common.path, fd=common.open())
        if module.debug_file_status != status.HAVE:
            return False
        if module.debug_file_bias != job.bias:
            found = f"{module.debug_file_bias:#x}"
            raise ValueError(f"it would be read at bias {found}, not {job.bias:#x}")
        return True

    def _load_image(self, job: Job) -> bool:
        """An object made by a JIT: drgn relocates it to where its sections lie."""
        module = self._program.relocatable_module(f"jit-{job.key:x}", job.key, create=True)
        module.address_range = (job.start, job.end)
        for name, address in job.sections:
            module.section_addresses[name] = address
        fd = os.memfd_create("atfault-jit")
        with os.fdopen(os.dup(fd), "wb") as file:
            file.write(job.image)
        module.try_file(f"/proc/self/fd/{fd}", force=True)
        return bool(module.debug_file_status == self._drgn.ModuleFileStatus.HAVE)


def _places(found: Iterable[Any]) -> Iterable[Place]:
    for number, place in enumerate(found):
        if number >= MAX_INLINE_DEPTH:
            break
        yield _name(place), place.filename or "", place.line or 0, place.column or 0


def _name(place: Any) -> str:
    try:
        name = place.name()
    except LookupError:
        return ""
    return name if isinstance(name, str) else ""


def _without_mixture(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Leave out the line where it may be that of a function which was inlined, and the name, a
    symbol, is not."""
    if len(places) == 1 and places[0][0].startswith(_MANGLED):
        return ((places[0][0], "", 0, 0),)
    return places
