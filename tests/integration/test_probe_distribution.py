"""`atfault-probe`, built from the same sources for a program's own environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def project(path: str) -> dict:
    with open(f"{ROOT}/{path}", "rb") as file:
        return tomllib.load(file)["project"]


@pytest.mark.representative("the probe alone")
def test_both_distributions_have_one_version():
    assert project("probe/pyproject.toml")["version"] == project("pyproject.toml")["version"]


def test_the_wheel_guards_without_anything_else(tmp_path):
    pytest.importorskip("torch")
    shutil.copytree(f"{ROOT}/probe", f"{tmp_path}/probe")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(f"{ROOT}/src/atfault_probe", f"{tmp_path}/src/atfault_probe", ignore=ignored)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path)]
    done = subprocess.run([*pip, f"{tmp_path}/probe"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (name,) = [one for one in os.listdir(tmp_path) if one.endswith(".whl")]
    with zipfile.ZipFile(f"{tmp_path}/{name}") as wheel:
        wheel.extractall(f"{tmp_path}/installed")
        names = wheel.namelist()
        metadata = next(wheel.read(one).decode() for one in names if one.endswith("/METADATA"))
    assert "Requires-Dist" not in metadata and "Requires-Python: >=3.8" in metadata
    assert {one.split("/")[0] for one in names} == {
        "atfault_probe",
        name.split("-py3")[0] + ".dist-info",
    }
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import atfault_probe, torch\n"
        "assert atfault_probe.__file__.startswith(sys.argv[1])\n"
        "atfault_probe.guard()\n"
        "torch.zeros(3)[torch.tensor([3])]\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, f"{tmp_path}/installed"], capture_output=True, text=True
    )
    assert "IndexGuardError: index(): indices[0] is 3; legal are -3 to 2" in ran.stderr
