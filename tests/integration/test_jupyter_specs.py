"""`atfault jupyter install|remove|status`: what is on disk before and after."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.run_command import ATFAULT, SOURCE, TIMEOUT

pytest.importorskip("jupyter_client")


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONPATH", SOURCE)


def atfault(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ATFAULT, *words], capture_output=True, text=True, timeout=TIMEOUT)


def write_spec(kernels: Path, name: str, *words: str) -> None:
    folder = kernels / name
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text(json.dumps({"argv": words, "display_name": name}))


OURS = (sys.executable, "-P", "-m", "atfault", "run", "--jupyter", "{connection_file}", "--", "x")


@pytest.mark.representative("jupyter")
def test_remove_takes_away_what_is_ours_and_nothing_else(tmp_path: Path) -> None:
    kernels = tmp_path / "data" / "kernels"
    write_spec(kernels, "atfault", *OURS)
    write_spec(kernels, "old", "/nowhere/bin/python", *OURS[1:])
    write_spec(kernels, "foreign", "python", "-m", "ipykernel_launcher")
    status = atfault("jupyter", "status")
    assert status.returncode == 0 and "foreign" not in status.stdout
    assert status.stdout.count("there is no such Python any more") == 1
    for name in ("atfault", "old"):
        assert atfault("jupyter", "remove", "--name", name).returncode == 0
    refused = atfault("jupyter", "remove", "--name", "foreign")
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1
    assert os.listdir(kernels) == ["foreign"]
    nothing = atfault("jupyter", "status")
    assert (nothing.returncode, len(nothing.stdout.splitlines())) == (1, 1)


@pytest.mark.representative("jupyter")
@pytest.mark.parametrize(
    ("package", "action"), [("ipykernel", "install"), ("jupyter_client", "status")]
)
def test_a_package_that_is_missing_is_named_in_one_line(package: str, action: str) -> None:
    code = (
        f"import sys; sys.modules['{package}'] = None; from atfault.cli.main import main; "
        f"sys.exit(main(['jupyter', '{action}']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    (line,) = done.stderr.splitlines()
    assert done.returncode == 2 and f"pip install {package.replace('_', '-')}" in line


def test_a_kernel_that_is_not_ours_is_not_replaced(tmp_path: Path) -> None:
    pytest.importorskip("ipykernel")
    kernels = tmp_path / "data" / "kernels"
    write_spec(kernels, "foreign", "python", "-m", "ipykernel_launcher")
    refused = atfault("jupyter", "install", "--name", "foreign")
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1
    assert atfault("jupyter", "install", "--name", "mine").returncode == 0
    assert sorted(os.listdir(kernels)) == ["foreign", "mine"]
    assert atfault("jupyter", "install", "--name", "mine").returncode == 0  # once more


def test_it_is_installed_into_an_environment_alone(tmp_path: Path) -> None:
    pytest.importorskip("ipykernel")
    prefix = tmp_path / "env"
    prefix.mkdir()
    assert atfault("jupyter", "install", "--prefix", str(prefix)).returncode == 0
    assert (prefix / "share" / "jupyter" / "kernels" / "atfault" / "kernel.json").exists()
    assert not (tmp_path / "data").exists()
    assert atfault("jupyter", "remove", "--prefix", str(prefix)).returncode == 0
    assert atfault("jupyter", "remove", "--prefix", str(prefix)).returncode == 2
