"""Makes cores of aarch64 for tests: programs of the zoo in an emulated Debian (`make arm-cores`).

    debootstrap (amd64 does: nothing of it is run) ─► folder of arm64 files ─► initrd
    aarch64-linux-gnu-gcc                          ─► what the programs load ─► share ─┐
    qemu-system-aarch64, Debian's kernel           ─► /init: each program once ◄───────┘
                                                        └─► share/cores ─► tests/arm/cores.tar.zst

Needs, of Debian: qemu-system-arm, debootstrap, cpio, gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu;
root, for debootstrap; 2 GB of disk; some ten minutes of CPU. Names of programs make those alone.
Addresses are not randomised in the guest: the cores differ in little, and compress together.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

from atfault.model.roles import is_libc
from atfault.native.modules import load_modules
from atfault.native.unwind import Unwinder
from atfault.snapshot.core import open_core

ROOT = Path(__file__).resolve().parent.parent
ZOO = ROOT / "tests" / "zoo"
TARGET = ROOT / "tests" / "arm" / "cores.tar.zst"
PACKAGES = "python3,python3-numpy,linux-image-arm64,libstdc++6"
MODULES = ("fs/9p", "net/9p", "fs/netfs", "fs/fscache", "drivers/virtio")
"""Folders of kernel modules that the guest needs, to reach the share."""
DROPPED = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/i18n", "boot")
NAMES = "_multiarray_umath"
"""Of numpy: the names of its types stand in it, and are read where an array is shown."""
OPTIONS = ("-g", "-O1", "-fPIC", "-shared", "-fstack-protector-all")

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

INIT = """#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
mkdir -p /mnt /tmp /dev/shm /srv/native; mount -t tmpfs shm /dev/shm; mount -t tmpfs tmp /tmp
ldconfig; depmod -a
for one in 9p 9pnet_virtio virtio_pci; do modprobe $one; done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 host /mnt
cp -r /mnt/zoo /srv/zoo; cp /mnt/native/* /srv/native/
ip link set lo up 2>/dev/null
sh /mnt/job > /mnt/log 2>&1
sync; umount /mnt; echo o > /proc/sysrq-trigger; sleep 10
"""
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
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "arm", help="to work in")
    parser.add_argument("--pack", action="store_true", help="pack what is there, and run nothing")
    given = parser.parse_args()
    folder: Path = given.folder
    names = given.names or list(PROGRAMS)
    if unknown := sorted(set(names) - set(PROGRAMS)):
        parser.error(f"no such core: {', '.join(unknown)}")
    if not given.pack:
        _make_root(folder)
        _make_share(folder, names)
        _boot(folder)
    _pack(folder)
    return 0


def _make_root(folder: Path) -> None:
    """The guest's files, kernel and initrd, where they are not there yet."""
    if (folder / "initrd").exists():
        return
    unpacked = folder / "root"
    strapped = folder / "debootstrap"
    folder.mkdir(parents=True, exist_ok=True)
    if not list(strapped.glob("var/cache/apt/archives/linux-image-*")):
        _run(
            *("debootstrap", "--arch=arm64", "--foreign", "--variant=minbase"),
            *(f"--include={PACKAGES}", "bookworm", str(strapped)),
        )
    for package in sorted(strapped.glob("var/cache/apt/archives/*.deb")):
        _run("dpkg-deb", "-x", str(package), str(unpacked))
    kernel = next(unpacked.glob("boot/vmlinuz-*"))
    shutil.copy(kernel, folder / "kernel")
    for dropped in DROPPED:
        shutil.rmtree(unpacked / dropped, ignore_errors=True)
    modules = next(unpacked.glob("lib/modules/*/kernel"))
    for path in sorted(modules.rglob("*.ko*")):
        if not str(path.relative_to(modules)).startswith(MODULES):
            path.unlink()
    libraries = unpacked / "usr/lib/aarch64-linux-gnu"
    for name in ("blas", "lapack"):  # what update-alternatives would have linked
        link = libraries / f"lib{name}.so.3"
        if not link.exists():
            link.symlink_to(f"{name}/lib{name}.so.3")
    init = unpacked / "init"
    init.write_text(INIT)
    init.chmod(0o755)
    with open(folder / "initrd.part", "wb") as out:
        listed = subprocess.Popen(["find", "."], cwd=unpacked, stdout=subprocess.PIPE)
        archive = ["cpio", "--quiet", "-o", "-H", "newc"]
        packed = subprocess.Popen(
            archive, cwd=unpacked, stdin=listed.stdout, stdout=subprocess.PIPE
        )
        subprocess.run(["gzip", "-1"], stdin=packed.stdout, stdout=out, check=True)
        if listed.wait() or packed.wait():
            raise SystemExit("the initrd could not be made")
    (folder / "initrd.part").rename(folder / "initrd")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _make_share(folder: Path, names: list[str]) -> None:
    """What the guest reads: programs, libraries, and the job."""
    share = folder / "share"
    shutil.rmtree(share, ignore_errors=True)
    (share / "native").mkdir(parents=True)
    (share / "cores").mkdir()
    shutil.copytree(ZOO, share / "zoo", ignore=shutil.ignore_patterns("__pycache__"))
    job = [JOB]
    for name in names:
        program, *options = (PROGRAMS[name] or name).split()
        source = ZOO / f"{program}.py"
        found = re.search(r"\bnative=(\S+)", source.read_text().partition("\n")[0])
        if found is not None:
            _compile(ZOO / "native" / found[1], share / "native")
        seconds = 30 if program.startswith("hangs/") else 0
        job.append(f"once {name} {seconds} {' '.join(options)} {program}.py\n")
    (share / "job").write_text("".join(job))


def _compile(source: Path, folder: Path) -> None:
    compiler = "aarch64-linux-gnu-" + ("g++" if source.suffix == ".cpp" else "gcc")
    output = folder / f"{source.stem}.so"
    _run(compiler, *OPTIONS, "-o", str(output), str(source))


def _boot(folder: Path) -> None:
    start = time.monotonic()
    subprocess.run(
        [
            *("qemu-system-aarch64", "-M", "virt", "-cpu", "max,pauth-impdef=on", "-smp", "2"),
            *("-m", "3000", "-nographic", "-nic", "none", "-no-reboot"),
            *("-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")),
            *("-append", "rdinit=/init console=ttyAMA0 quiet panic=1"),
            "-virtfs",
            f"local,path={folder / 'share'},mount_tag=host,security_model=none",
        ],
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=3600,
    )
    print((folder / "share" / "log").read_text()[-4000:])
    print(f"the guest ran for {time.monotonic() - start:.0f} s")


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
    _run("zstd", "-q", "-f", "-12", "--long=28", "-T1", str(plain), "-o", str(TARGET))
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
        found = folder / "share" / "native" / Path(path).name
    else:
        found = folder / "root" / path.lstrip("/")
    return found.resolve() if found.is_file() else None


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    raise SystemExit(main())
