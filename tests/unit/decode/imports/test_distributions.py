"""Installed packages: who brought a file, and what each asks for."""

from __future__ import annotations

import pytest

from atfault.decode.imports.distributions import Distributions, fits, holds_packages
from support.extensions import package, record


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "lib"
    package(place, "geo", "1.0", "numpy (<2,>=1.20)", "tomli ; python_version < '3.11'",
            "sphinx ; extra == 'docs'", "this is !! no requirement", "x" * 10_000)  # fmt: skip
    package(place, "numpy", "2.4.6")
    (place / "geo" / "_core.so").write_text("")
    record(place)
    return place


def test_what_a_package_asks_for_depends_on_the_python(folder):
    geo = Distributions((str(folder),)).named("Geo")
    assert geo is not None and str(geo) == "geo 1.0"
    assert [one.text for one in geo.requirements((3, 12))] == ["numpy<2,>=1.20"]
    assert [one.name for one in geo.requirements((3, 10))] == ["numpy", "tomli"]


def test_a_file_belongs_to_the_package_that_recorded_it(folder):
    all_ = Distributions((str(folder),))
    owner = all_.owner(f"{folder}/geo/_core.so")
    assert owner is not None and owner.name == "geo"
    assert all_.owner(f"{folder}/other/_core.so") is None
    assert all_.owner("/usr/lib/libc.so.6") is None


def test_the_first_folder_wins_as_pythons_path_does(folder, tmp_path):
    package(tmp_path / "first", "numpy", "1.26.4")
    both = Distributions((str(tmp_path / "first"), str(folder)))
    numpy = both.named("numpy")
    assert numpy is not None and numpy.version == "1.26.4"


@pytest.mark.parametrize(
    ("version", "specifier", "expected"),
    [
        ("2.13.0+cpu", "==2.0.1", False),
        ("2.13.0+cpu", ">=2", True),
        ("2.5.0.dev1", "<3,>=2.4", True),
        ("no version", ">=2", None),
        ("1.0", "what is that", None),
    ],
)
def test_versions_are_compared_as_pip_does(version, specifier, expected):
    assert fits(version, specifier) is expected


def test_damaged_metadata_asks_for_nothing(folder):
    (folder / "geo-1.0.dist-info" / "METADATA").write_bytes(b"\xff\0" * 100)
    (folder / "geo-1.0.dist-info" / "RECORD").unlink()
    geo = Distributions((str(folder),)).named("geo")
    assert geo is not None and geo.requirements((3, 11)) == () and geo.files == ()


def test_a_folder_with_metadata_is_one_that_packages_are_installed_into(folder, tmp_path):
    assert holds_packages(str(folder)) and not holds_packages(str(tmp_path / "nowhere"))
