"""Makes cores of aarch64 for tests: programs of the zoo in an emulated Debian (`make arm-cores`).

    the machine of tools/arm_machine.py: each program once
      └─► share/cores ─► with the files on their stacks ─► tests/arm/cores.tar.zst

It takes some ten minutes of CPU. Names of programs make those alone.
Addresses are not randomised in the guest: the cores differ in little, and compress together.
"""

from __future__ import annotations

import argparse
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

from arm_machine import FOLDER, ROOT, boot, make_files, make_machine, make_share, run
from atfault.model.roles import is_libc
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core

TARGET = ROOT / "tests" / "arm" / "cores.tar.zst"
CPU = "max,pauth-impdef=on"
"""Which signs return addresses; without the option it does so the slow way."""
NAMES = "_multiarray_umath"
"""Of numpy: the names of its types stand in it, and are read where an array is shown."""
PROGRAMS = {
    "string_at_null": "",
    "faulthandler_on": "string_at_null -X faulthandler",
    "in_signal_handler": "",
    "field_left_null": "",
    "shared_engine": "",
    "pointer_index": "",
    "count_too_large": "",
    "truncated_by_another": "",
    "wild_address": "",
    "null_function": "",
    "return_overwritten": "",
    "deep_in_native_thread": "",
    "assert_text": "",
    "double_free": "",
    "throw_in_library": "",
    "throw_out_of_range": "",
    "fatal_error": "",
    "thread_state_put_away": "",
    "item_released_twice": "",
    "philosophers": "hangs/philosophers",
}
"""Name of a core → its program, where that is called otherwise, and options of Python's. Those of
hangs/ are aborted once they stand still. One imports numpy: such a core takes 5 MB, others 0.4."""

JOB = """
echo 0 > /proc/sys/kernel/randomize_va_space
echo /tmp/core > /proc/sys/kernel/core_pattern; echo 0 > /proc/sys/kernel/core_uses_pid
ulimit -c unlimited
export ZOO_NATIVE=/srv/native HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0
cd /srv/zoo
once() {
    name=$1 seconds=$2; shift 2
    rm -f /tmp/core*
    if [ "$seconds" = 0 ]; then timeout 120 /usr/bin/python3.11 "$@"
    else
        /usr/bin/python3.11 "$@" & pid=$!
        sleep "$seconds"; kill -ABRT $pid; wait $pid
    fi
    echo "$name ended with $?, $(cut -d ' ' -f 1 /proc/uptime) s"
    test -e /tmp/core && cp /tmp/core "/mnt/cores/$name.core"
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", help="cores to make; all by themselves")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="to work in")
    parser.add_argument("--pack", action="store_true", help="pack what is there, and run nothing")
    given = parser.parse_args()
    folder: Path = given.folder
    names = given.names or list(PROGRAMS)
    if unknown := sorted(set(names) - set(PROGRAMS)):
        parser.error(f"no such core: {', '.join(unknown)}")
    if not given.pack:
        make_machine(folder)
        _run_programs(folder, names)
    _pack(folder)
    return 0


def _run_programs(folder: Path, names: list[str]) -> None:
    programs = {name: (PROGRAMS[name] or name).split() for name in names}
    make_files(folder, [program for program, *_ in programs.values()])
    job = [JOB]
    for name, (program, *options) in programs.items():
        seconds = 30 if program.startswith("hangs/") else 0
        job.append(f"once {name} {seconds} {' '.join(options)} {program}.py\n")
    share = make_share(folder, "cores", "".join(job))
    boot(folder, cpu=CPU)
    print((share / "log").read_text()[-4000:])


def _pack(folder: Path) -> None:
    """Cores and the ELF files on their stacks, as one archive: what they share is stored once."""
    cores = sorted((folder / "share" / "cores").glob("*.core"))
    TARGET.parent.mkdir(exist_ok=True)
    plain, root = folder / "cores.tar", folder / "sysroot"
    needed: set[str] = set()
    for core in cores:
        needed |= set(_on_stacks(folder, core, root))
    with tarfile.open(plain, "w") as archive:
        for path in sorted(needed):
            archive.add(root / path.lstrip("/"), f"sysroot{path}", filter=_anonymous)
        for core in cores:
            archive.add(core, core.name, filter=_anonymous)
    # Level 19 takes many times as long, and gains but a tenth.
    run("zstd", "-q", "-f", "-12", "--long=28", "-T1", str(plain), "-o", str(TARGET))
    for path in (plain, TARGET):
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


def _on_stacks(folder: Path, core: Path, root: Path) -> Iterator[str]:
    """The files, of those that the core maps, that its threads stand in, and those that a look at
    any process asks; all that are mapped are put below `root` first, to unwind by."""
    with open_core(str(core)) as snapshot:
        mapped = {one.path for one in snapshot.mappings if one.path.startswith("/")}
    for path in mapped:
        local, placed = _guest_file(folder, path), root / path.lstrip("/")
        if local is not None and not placed.exists():
            placed.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(local, placed)
    with open_core(str(core), sysroot=str(root)) as snapshot:
        modules = load_modules(snapshot)
        unwinder = Unwinder(snapshot, modules)
        for thread in snapshot.threads:
            for frame in unwinder.unwind(thread, 2000).frames:
                if frame.module is not None and frame.module.path in mapped:
                    yield frame.module.path
        for module in modules.modules:
            if module.path in mapped and (is_libc(module.name) or NAMES in module.name):
                yield module.path


def _guest_file(folder: Path, path: str) -> Path | None:
    if path.startswith("/srv/native/"):
        found = folder / "files" / "native" / Path(path).name
    else:
        found = folder / "root" / path.lstrip("/")
    return found.resolve() if found.is_file() else None


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    raise SystemExit(main())
