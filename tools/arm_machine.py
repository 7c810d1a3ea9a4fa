"""An emulated Debian of AArch64, for `make arm-cores` and `make test-arm`.

    debootstrap (amd64 does: nothing of it is run) ─► folder of arm64 files ─► disk
    busybox, the modules that reach disk and share ─► initrd ─┐
    qemu-system-aarch64, Debian's kernel      ─► /init ◄──────┘ ◄─► share
                                                   └─► sh share/job

Needs, of Debian: qemu-system-arm, debootstrap, cpio, e2fsprogs, gcc-aarch64-linux-gnu,
g++-aarch64-linux-gnu; root, for debootstrap; 2 GB of disk. The guest has two processors and 1 GB.
Its disk keeps nothing that is written to it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZOO = ROOT / "tests" / "zoo"
FOLDER = ROOT / "build" / "arm"
NEEDED = (
    *("qemu-system-aarch64", "debootstrap", "cpio", "mke2fs", "dpkg-deb"),
    *("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++"),
)
PACKAGES = "python3,python3-numpy,linux-image-arm64,libstdc++6,busybox-static"
MODULES = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "9pnet_virtio", "9p")
"""What the guest needs to reach its disk and the share; with what these need, in order."""
DROPPED = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/i18n", "boot")
DISK_MEGABYTES = 700
OPTIONS = ("-g", "-O1", "-fPIC", "-shared", "-fstack-protector-all")

FIRST_INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /dev /disk
/bin/busybox mount -t devtmpfs dev /dev
for one in /modules/*; do /bin/busybox insmod $one; done
/bin/busybox mount -t ext4 /dev/vda /disk
exec /bin/busybox switch_root /disk /init
"""
INIT = """#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
mkdir -p /mnt /srv /tmp /dev/shm /dev/pts
mount -t tmpfs shm /dev/shm; mount -t tmpfs tmp /tmp; mount -t devpts pts /dev/pts
ldconfig
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 host /mnt
tar -x -f /mnt/files.tar -C /srv
ip link set lo up 2>/dev/null
sh /mnt/job > /mnt/log 2>&1
sync; umount /mnt; echo o > /proc/sysrq-trigger; sleep 10
"""


def why_not() -> str:
    """What is missing here to start the machine; "" for nothing."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} not installed"
    is_made = (FOLDER / "disk").exists()
    return "" if is_made or os.geteuid() == 0 else "debootstrap needs root"


def make_machine(folder: Path) -> None:
    """The guest's kernel, initrd and disk, where they are not there yet."""
    if (folder / "disk").exists():
        return
    unpacked = folder / "root"
    strapped = folder / "debootstrap"
    folder.mkdir(parents=True, exist_ok=True)
    if not list(strapped.glob("var/cache/apt/archives/linux-image-*")):
        run(
            *("debootstrap", "--arch=arm64", "--foreign", "--variant=minbase"),
            *(f"--include={PACKAGES}", "bookworm", str(strapped)),
        )
    for package in sorted(strapped.glob("var/cache/apt/archives/*.deb")):
        run("dpkg-deb", "-x", str(package), str(unpacked))
    shutil.copy(next(unpacked.glob("boot/vmlinuz-*")), folder / "kernel")
    _make_initrd(folder, unpacked)
    shutil.rmtree(next(unpacked.glob("lib/modules/*")))
    for dropped in DROPPED:
        shutil.rmtree(unpacked / dropped, ignore_errors=True)
    libraries = unpacked / "usr/lib/aarch64-linux-gnu"
    for name in ("blas", "lapack"):  # what update-alternatives would have linked
        link = libraries / f"lib{name}.so.3"
        if not link.exists():
            link.symlink_to(f"{name}/lib{name}.so.3")
    init = unpacked / "init"
    init.write_text(INIT)
    init.chmod(0o755)
    part = folder / "disk.part"
    part.unlink(missing_ok=True)
    run(
        *("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", str(unpacked)),
        *(str(part), f"{DISK_MEGABYTES}M"),
    )
    part.rename(folder / "disk")


def _make_initrd(folder: Path, unpacked: Path) -> None:
    first = folder / "first"
    shutil.rmtree(first, ignore_errors=True)
    (first / "modules").mkdir(parents=True)
    (first / "bin").mkdir()
    shutil.copy(unpacked / "bin" / "busybox", first / "bin")
    there = {path.stem.replace("-", "_"): path for path in unpacked.glob("lib/modules/**/*.ko")}
    for at, module in enumerate(_in_order(there)):
        shutil.copy(module, first / "modules" / f"{at:02}-{module.name}")
    init = first / "init"
    init.write_text(FIRST_INIT)
    init.chmod(0o755)
    with open(folder / "initrd", "wb") as out:
        listed = subprocess.Popen(["find", "."], cwd=first, stdout=subprocess.PIPE)
        archive = ["cpio", "--quiet", "-o", "-H", "newc"]
        subprocess.run(archive, cwd=first, stdin=listed.stdout, stdout=out, check=True)
        if listed.wait():
            raise SystemExit("the initrd could not be made")


def _in_order(there: dict[str, Path]) -> list[Path]:
    """MODULES that are none of the kernel's own, each behind those that it needs."""
    found: dict[Path, None] = {}

    def add(name: str) -> None:
        path = there.get(name)
        if path is None or path in found:
            return
        needed = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
        for other in needed[1].decode().split(",") if needed else ():
            add(other)
        found[path] = None

    for name in MODULES:
        add(name)
    return list(found)


def run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def make_files(folder: Path, programs: Iterable[str]) -> Path:
    """A folder of what the guest has in /srv: the zoo, and the libraries of these of its programs
    in native."""
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    (files / "native").mkdir(parents=True)
    shutil.copytree(ZOO, files / "zoo", ignore=shutil.ignore_patterns("__pycache__"))
    for program in programs:
        head = (ZOO / f"{program}.py").read_text().partition("\n")[0]
        found = re.search(r"\bnative=(\S+)", head)
        if found is not None:
            compile_native(ZOO / "native" / found[1], files / "native")
    return files


def make_share(folder: Path, results: str, job: str) -> Path:
    """The folder that the guest sees: the files as one archive (one by one they take minutes), what
    it is to do, and a folder for results."""
    share = folder / "share"
    shutil.rmtree(share, ignore_errors=True)
    (share / results).mkdir(parents=True)
    (share / "job").write_text(job)
    run("tar", "-c", "-f", str(share / "files.tar"), "-C", str(folder / "files"), ".")
    return share


def compile_native(source: Path, folder: Path) -> None:
    compiler = "aarch64-linux-gnu-" + ("g++" if source.suffix == ".cpp" else "gcc")
    output = folder / f"{source.stem}.so"
    run(compiler, *OPTIONS, "-o", str(output), str(source))


def boot(folder: Path, seconds: float = 3600, cpu: str = "cortex-a72") -> None:
    """Let the guest do the share's job, at most for so long. cpu: the plain one takes a third of
    the time that those with all features take."""
    start = time.monotonic()
    subprocess.run(
        [
            *("qemu-system-aarch64", "-M", "virt", "-cpu", cpu, "-smp", "2"),
            *("-m", "1000", "-nographic", "-nic", "none", "-no-reboot"),
            *("-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")),
            *("-drive", f"file={folder / 'disk'},format=raw,if=virtio,snapshot=on"),
            *("-append", "rdinit=/init console=ttyAMA0 quiet panic=1"),
            "-virtfs",
            f"local,path={folder / 'share'},mount_tag=host,security_model=none",
        ],
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=seconds,
    )
    print(f"the guest ran for {time.monotonic() - start:.0f} s")
