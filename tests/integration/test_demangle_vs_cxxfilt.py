"""The demangler against c++filt, over the symbols of large libraries."""

from __future__ import annotations

import glob
import os
import random
import shutil
import subprocess

import pytest

from atfault.native.demangling.itanium import NotMangled, demangle

STRING = "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"
STREAM = "std::basic_{}<char, std::char_traits<char> >"


def mangled_names(path: str, count: int) -> list[str]:
    if not shutil.which("nm") or not shutil.which("c++filt"):
        pytest.skip("nm and c++filt (binutils) are not installed")
    names = set()
    for option in ("--defined-only", "-D"):
        done = subprocess.run(["nm", option, path], capture_output=True, text=True)
        for line in done.stdout.splitlines():
            parts = line.split()
            if parts[-2] in "tTwWuiV" and parts[-1].startswith("_Z"):
                names.add(parts[-1].split("@")[0])
    return random.Random(1).sample(sorted(names), min(count, len(names)))


def normal(text: str) -> str:
    """c++filt spells out std::string and its like, as no debugger does."""
    text = text.replace(STRING, "std::string").replace("std::string >", "std::string>")
    for kind in ("istream", "ostream", "iostream"):
        text = text.replace(STREAM.format(kind), f"std::{kind}")
    return text.replace("> >", ">>").replace(", , ", ", ").replace(", , ", ", ")


def share_of_equal(names: list[str]) -> float:
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True)
    equal = known = 0
    for name, expected in zip(names, done.stdout.splitlines()):
        if expected == name or "transaction clone" in expected:
            continue
        known += 1
        try:
            equal += normal(demangle(name)) == normal(expected)
        except NotMangled:
            pass
    return equal / max(known, 1)


def test_libstdcpp() -> None:
    found = glob.glob("/usr/lib/*/libstdc++.so.6")
    if not found:
        pytest.skip("libstdc++ is not installed")
    assert share_of_equal(mangled_names(found[0], 3000)) > 0.995


@pytest.mark.newest
def test_libtorch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    folder = os.path.join(os.path.dirname(torch.__file__), "lib")
    for name in ("libtorch_cpu.so", "libc10.so"):
        assert share_of_equal(mangled_names(os.path.join(folder, name), 2000)) > 0.985, name


@pytest.mark.newest
def test_every_name_of_pybind11_is_understood() -> None:
    """c++filt mixes up the parameters of pybind11's nested lambdas; a name there has to be."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    path = os.path.join(os.path.dirname(torch.__file__), "lib", "libtorch_python.so")
    names = mangled_names(path, 2000)
    failed = 0
    for name in names:
        try:
            demangle(name)
        except NotMangled:
            failed += 1
    assert failed < len(names) * 0.015


def test_llvm() -> None:
    llvmlite = pytest.importorskip("llvmlite", reason="llvmlite is not installed")
    found = glob.glob(os.path.join(os.path.dirname(llvmlite.__file__), "binding", "libllvmlite*"))
    assert share_of_equal(mangled_names(found[0], 3000)) > 0.99
