"""`atfault group` with real cores: read once, each by itself, here and by Dask."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.real_cores import CRASH, dump

OTHER = "import ctypes\ndef other():\n    ctypes.string_at(16)\nother()\n"


@pytest.fixture(scope="module")
def cores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three cores, of two bugs, beside what is none."""
    made = tmp_path_factory.mktemp("group")
    folder = made / "cores"
    folder.mkdir()
    for name, script in (("core.1", CRASH), ("core.2", OTHER), ("core.3", CRASH)):
        core = dump(sys.executable, made / ("other" if script is OTHER else "first"), script)
        if isinstance(core, str):
            pytest.skip(core)
        shutil.copy(core, folder / name)
    (folder / "core.empty").touch()
    (folder / "core.cut").write_bytes((folder / "core.1").read_bytes()[:40])
    (folder / "core.hostile").write_bytes((folder / "core.1").read_bytes()[:64] + os.urandom(9000))
    (folder / "core.gz").write_bytes(b"\x1f\x8b\x08" + os.urandom(9000))
    return folder


def group(folder: Path, cache: Path, *options: str) -> tuple[dict, str]:
    """What it says as JSON, and what its processes were."""
    done = subprocess.run(
        [sys.executable, "-m", "atfault", "group", "--json", "-", *options, str(folder)],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout), done.stderr


def told(found: dict) -> list[tuple[int, str, str]]:
    return [
        (one["count"], one["cause"], one["line"] and one["line"]["function"])
        for one in found["groups"]
    ]


@pytest.mark.representative("group")
def test_cores_are_grouped_whatever_lies_beside_them(cores: Path, tmp_path: Path) -> None:
    found, err = group(cores, tmp_path, "--jobs", "2")
    assert told(found) == [(2, "null-dereference", "fail"), (1, "null-dereference", "other")]
    assert err == "" and found["groups"][0]["representative"]["confidence"] == "certain"
    assert found["groups"][0]["native"]["library"] == "libc.so.6"
    assert found["groups"][0]["native"]["function"] in ("strlen", "")  # of a stripped one
    bad = {os.path.basename(one["path"]): one["reason"] for one in found["not_read"]}
    assert bad.keys() == {"core.empty", "core.cut", "core.hostile", "core.gz"}
    assert all(bad.values())


def test_a_core_that_was_read_is_not_read_again(cores: Path, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    shutil.copy(cores / "core.1", folder / "core.1")
    first, _ = group(folder, tmp_path)
    kept = os.stat(folder / "core.1")
    (folder / "core.1").write_bytes(bytes(kept.st_size))  # as it would be: it is not looked at
    with open(folder / "core.1", "r+b") as core:
        core.write((cores / "core.1").read_bytes()[:4096])
    os.utime(folder / "core.1", ns=(kept.st_atime_ns, kept.st_mtime_ns))
    again, _ = group(folder, tmp_path)
    assert again["groups"] == first["groups"] != []
    fresh = subprocess.run(
        [sys.executable, "-m", "atfault", "group", "--fresh", str(folder)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "in fail" not in fresh.stdout


def test_the_workers_of_a_cluster_read_them(cores: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster:
        found, _ = group(cores, tmp_path, "--dask", cluster.scheduler_address)
    assert told(found) == [(2, "null-dereference", "fail"), (1, "null-dereference", "other")]
    assert len(found["not_read"]) == 4
