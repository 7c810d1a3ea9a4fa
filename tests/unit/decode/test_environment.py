"""What a process ran in: the system, its C library, the packages on its stacks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atfault.decode.environment import environment_of, libc_version, os_release, package_of
from atfault.model.codec import decode, encode
from atfault.model.process import Module
from atfault.model.report import EnvironmentReport
from support.crash_reports import null_dereference
from support.states import native, thread


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "lib" / "python3.11" / "site-packages"
    for name in ("numba-0.60.0.dist-info", "numpy-2.1.0.dist-info", "Pillow-11.0.0.dist-info"):
        (folder / name).mkdir(parents=True)
    (folder / "Pillow-11.0.0.dist-info" / "top_level.txt").write_text("PIL\n")
    for part in ("cublas", "cudnn"):
        info = folder / f"nvidia_{part}_cu12-12.{len(part)}.dist-info"
        info.mkdir()
        (info / "top_level.txt").write_text("nvidia\n")
    (folder / "old-1.0-py3.11.egg-info").mkdir()
    (folder / "two_parts-3.0.post1.dist-info").mkdir()
    (folder / "twice-1.0.dist-info").mkdir()
    (folder / "twice-2.0.dist-info").mkdir()
    return folder


@pytest.mark.parametrize(
    ("top", "below", "found"),
    [
        ("numba", "_dispatcher", ("numba", "0.60.0")),
        ("PIL", "_imaging", ("Pillow", "11.0.0")),
        ("nvidia", "cublas", ("nvidia_cublas_cu12", "12.6")),
        ("old", "", ("old", "1.0")),
        ("two_parts", "x", ("two_parts", "3.0.post1")),
        ("twice", "x", None),
        ("mine", "x", None),
        ("nvidia", "other", None),
    ],
)
def test_a_module_is_of_the_distribution_beside_it(site, top, below, found):
    assert package_of(f"{site}/", top, below) == found


def frames_in(*paths):
    return tuple(native("f")._replace(module=Module(path, path, "", 0, 0, 1)) for path in paths)


class Here:
    kind = "live"

    def __init__(self, root: Path) -> None:
        self.root = root

    def local_file(self, path: str) -> tuple[str | None, str]:
        return f"{self.root}{path}", ""


def test_packages_are_those_with_native_code_on_a_stack(site: Path, tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "os-release").write_text('NAME=x\nPRETTY_NAME="A System 12"\n')
    frames = frames_in(
        f"{site}/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so",
        f"{site}/numpy.libs/libopenblas.so",
        f"{site}/unknown/x.so",
        "/usr/lib/libc.so.6",
    )
    found = environment_of(Here(tmp_path), (), (thread(frames),))
    assert found.packages == (("numba", "0.60.0"), ("numpy", "2.1.0"))
    assert found.os.startswith("A System 12, Linux ")


def test_a_core_from_elsewhere_tells_nothing_of_this_system(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "os-release").write_text("PRETTY_NAME=Here\n")
    snapshot = Here(tmp_path)
    snapshot.kind = "core"
    other = Module("/usr/lib/libc.so.6", None, "ab", 0, 0, 1, problem="build id differs")
    assert environment_of(snapshot, (other,), ()).os == ""
    same = other._replace(local_path=f"{tmp_path}/libc.so.6", problem="")
    assert environment_of(snapshot, (same,), ()).os == "Here"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            b"\0GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36.\nCopyright",
            "glibc 2.36 (Debian GLIBC 2.36-9)",
        ),
        (b"\0GNU C Library (GNU libc) stable release version 2.41.\n", "glibc 2.41 (GNU libc)"),
        (b"nothing", ""),
    ],
)
def test_the_c_library_says_its_version_itself(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "libc.so.6"
    file.write_bytes(b"\x7fELF" + bytes(100) + content)
    assert libc_version("/usr/lib/libc.so.6", str(file)) == told


def test_an_old_c_library_has_it_in_its_name() -> None:
    assert libc_version("/lib/x86_64-linux-gnu/libc-2.31.so", "") == "glibc 2.31"


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert os_release(str(tmp_path / "fifo")) == ""
    assert os_release(str(tmp_path)) == ""
    assert os_release("/nowhere\0") == ""


def test_it_is_kept_in_a_saved_report_and_missing_in_older_ones() -> None:
    known = EnvironmentReport("0.1.0", "Debian 12", "glibc 2.36", {"numba": "0.60.0"})
    one = null_dereference()._replace(environment=known)
    assert decode(encode(one)).environment == known
    plain = encode(one)
    del plain["environment"]
    assert decode(plain).environment is None
    plain["environment"] = {"packages": {"numba": 3}, "os": None}
    assert decode(plain).environment == EnvironmentReport("", "", "", {})
