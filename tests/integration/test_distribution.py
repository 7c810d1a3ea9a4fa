"""`atfault` as it is built for PyPI: what is in the source distribution and the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import atfault

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # of pytest

ROOT = Path(__file__).parents[2]
NOT_COPIED = (".venv*", ".git", "__pycache__", "*.egg-info", "build", "dist", ".*_cache", "*.so")
OF_THE_CHECKOUT = (".ci/", ".github/", ".gitignore", ".dockerignore", "tests/arm/")
"""Files of the repository that are no use elsewhere, or too large: the cores of aarch64 are 17 MB,
and their tests skip without them."""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is made of it."""
    pytest.importorskip("build", reason="no build: pip install '.[build]'")
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "tree", ignore=shutil.ignore_patterns(*NOT_COPIED))
    command = [sys.executable, "-m", "build", "--outdir", folder, folder / "tree"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def tracked() -> set[str]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT)
    if listed.returncode:
        pytest.skip("no checkout of the repository")
    names = set(listed.stdout.splitlines())
    return {one for one in names if os.path.exists(ROOT / one)}


def test_the_source_distribution_has_the_repository(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {one for one in tracked() if not one.startswith(OF_THE_CHECKOUT)} - names == set()
    assert not [one for one in names if one.endswith((".pyc", ".so"))]


def test_the_tests_of_the_source_distribution_can_be_run(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    with tarfile.open(built[0]) as file:
        file.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    some = ["tests/unit/model", "tests/unit/report", "tests/unit/test_layering.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0", *some]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_the_wheel_has_every_file_of_the_packages_and_what_shells_and_man_look_for(
    built: tuple[Path, Path],
) -> None:
    with zipfile.ZipFile(built[1]) as file:
        names = set(file.namelist())
    own = ROOT / "src"
    files = [one for one in own.rglob("*") if one.is_file() and one.suffix not in (".pyc", ".so")]
    wanted = {str(one.relative_to(own)) for one in files if ".egg-info" not in str(one)}
    assert wanted - names == set()
    data = f"atfault-{atfault.__version__}.data/data/share"
    assert {name for name in names if "/data/" in name} == {
        f"{data}/man/man1/atfault.1",
        f"{data}/bash-completion/completions/atfault",
        f"{data}/zsh/site-functions/_atfault",
        f"{data}/fish/vendor_completions.d/atfault.fish",
    }
    beside = {name.partition("/")[0] for name in names} - {"atfault", "atfault_gdb"}
    version = atfault.__version__
    assert beside == {
        "atfault.pth",
        "atfault_probe",
        f"atfault-{version}.dist-info",
        f"atfault-{version}.data",
    }


def test_there_is_one_version() -> None:
    for path in ("pyproject.toml", "probe/pyproject.toml"):
        with open(ROOT / path, "rb") as file:
            assert tomllib.load(file)["project"]["version"] == atfault.__version__
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## {atfault.__version__} (" in changes


PLATFORMS = {
    "aarch64, glibc": ("manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    "x86-64, musl": ("musllinux_1_2_x86_64",),
    "aarch64, musl": ("musllinux_1_2_aarch64",),
}


def _resolves(target: Path, *platforms: str) -> subprocess.CompletedProcess[str]:
    """What pip says of the package's requirements on other platforms, without a compiler."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    options = [f"--platform={one}" for one in platforms]
    options += ["--only-binary=:all:", "--python-version=3.11", "--implementation=cp"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--dry-run"]
    command = [*pip, "--ignore-installed", "--target", str(target), *options, *needed]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_all_that_it_needs_has_wheels(platform: str, tmp_path: Path) -> None:
    if _resolves(tmp_path, "manylinux2014_x86_64", "manylinux_2_28_x86_64").returncode:
        pytest.skip("no registry of packages can be reached")
    done = _resolves(tmp_path, *PLATFORMS[platform])
    assert done.returncode == 0, done.stderr[-2000:]
