"""An installed Python, read from its files alone."""

from __future__ import annotations

import os
import sys
import sysconfig

from atfault.decode.imports.python_home import (
    home_of_executable,
    home_of_packages,
    package_folder_of,
)


def test_the_environment_that_runs_this_is_read_as_it_says_itself():
    home = home_of_executable(sys.executable)
    assert home.version == sys.version_info[:2]
    assert home.packages[0] == sysconfig.get_paths()["purelib"]
    assert os.path.realpath(home.stdlib) == os.path.realpath(sysconfig.get_paths()["stdlib"])
    assert home_of_packages(home.packages[0]).packages == home.packages


def made(folder, version="3.11"):
    """A base with an interpreter, and a virtual environment of it."""
    base, env = folder / "base", folder / "env"
    for prefix in (base, env):
        (prefix / "bin").mkdir(parents=True)
        (prefix / "lib" / f"python{version}" / "site-packages").mkdir(parents=True)
    real = base / "bin" / f"python{version.rstrip('t')}"
    real.write_text("")
    (env / "bin" / "python").symlink_to(real)
    return base, env


def test_an_environment_may_use_the_packages_of_its_base(tmp_path):
    base, env = made(tmp_path)
    config = f"home = {base}/bin\nversion = 3.11.7\ninclude-system-site-packages = "
    (env / "pyvenv.cfg").write_text(config + "false\n")
    alone = home_of_executable(str(env / "bin" / "python"))
    (env / "pyvenv.cfg").write_text(config + "true\n")
    both = home_of_executable(str(env / "bin" / "python"))
    own, theirs = (f"{one}/lib/python3.11/site-packages" for one in (env, base))
    assert alone.packages == (own,) and both.packages == (own, theirs)
    assert alone.stdlib == f"{base}/lib/python3.11" and alone.version == (3, 11)


def test_a_free_threaded_one_is_told_by_its_library(tmp_path):
    base, _ = made(tmp_path, "3.13t")
    home = home_of_executable(str(base / "bin" / "python3.13"))
    assert home.free_threaded and home.version == (3, 13)


def test_of_what_is_no_installation_little_is_known(tmp_path):
    (tmp_path / "python").write_text("")
    home = home_of_executable(str(tmp_path / "python"))
    assert (home.version, home.packages) == (None, ())


def test_a_files_folder_of_packages_is_the_innermost():
    path = "/v/lib/python3.11/site-packages/a/site-packages/b/c.so"
    assert package_folder_of(path) == "/v/lib/python3.11/site-packages/a/site-packages"
    assert package_folder_of("/home/me/b.so") == ""
