"""Debug information in files of its own (.dwo, .dwp), which drgn opens by itself.

    unit of libx.so   DW_AT_dwo_name "x.dwo", DW_AT_comp_dir "/build"
                      → x.dwo beside libx.so, /build/x.dwo, libx.so.dwp

The names are the target's. A pipe or a device there would be opened and waited for, and libdw knows
no root but ours. So drgn gets no file that names one which is none of this machine's regular files.
"""

from __future__ import annotations

import os

from atfault.errors import AtfaultError, FormatError
from atfault.formats.dwarf_info import MAX_UNITS, DebugInfo, Unit, checked
from atfault.formats.dwarf_names import At
from atfault.native.debug_info_files import debug_info
from atfault.native.line_job import Job
from atfault.snapshot.target_files import MISSING, GivenFiles, TargetFiles


def why_not_followed(job: Job, files: TargetFiles) -> str:
    """Why drgn is not to read the job's file, as a clause; "" where it may.

    files: those of the target, whose rights this process has.
    """
    if job.file is None:
        return ""  # code made at run time
    try:
        info = debug_info(job.file, job.debug)
        names = _names(info) if info is not None else set()
    except AtfaultError as error:
        return str(error)
    if not names:
        return ""
    if not _is_our_root(files.root):
        return "its debug information lies in files of their own (.dwo), inside of another root"
    given = GivenFiles()
    for owner in (job.file.path, job.debug.path if job.debug is not None else job.file.path):
        beside = os.path.dirname(owner)
        places = [os.path.join(folder or beside, name) for name, folder in names]
        places += [os.path.join(beside, name) for name, _ in names]
        for place in (*places, owner + ".dwp"):
            found, why = given.find(place)
            if found is None and why != MISSING:
                return f"its debug information is said to lie in {place}, which {why}"
    return ""


def _is_our_root(root: str) -> bool:
    try:
        return os.path.samefile(root or "/", "/")
    except OSError:
        return False  # the process is gone, or not to be looked at with its own rights


def _names(info: DebugInfo) -> set[tuple[str, str]]:
    """(name of another file, folder that it is relative to) of all units. Raises FormatError."""
    found = set()
    with checked():
        if len(info.headers) >= MAX_UNITS:
            raise FormatError(f"more than {MAX_UNITS} units of debug information")
        for header in info.headers:
            if not header.is_readable:
                continue
            unit = Unit(info, header)
            if unit.is_split:
                name = unit.top.text(At.DWO_NAME) or unit.top.text(At.GNU_DWO_NAME)
                found.add((name, unit.top.text(At.COMP_DIR)))
    return found
