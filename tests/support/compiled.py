"""Native code that tests need, compiled once, however many workers and sessions ask for it."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

from support import needs
from support.interpreters import cache_folder

LIBRARY = ("-g", "-O1", "-fPIC", "-shared")
COMPILE_SECONDS = 120


def compile_once(source: str, output: str, *options: str, by: str = "") -> str:
    """Compile the C or C++ file `source` to `output`, which is returned; skips without a compiler.
    by: another compiler than the usual one. What was compiled of the same text, from the same
    place, with the same options by the same compiler is copied."""
    compiler = needs.found(*([by] if by else _compilers(source)))
    with open(source, "rb") as file:
        text = file.read()
    facts = (source, text, options, compiler, _version(compiler), sys.version)
    folder = os.path.join(cache_folder(), "compiled")
    kept = os.path.join(folder, hashlib.sha256(repr(facts).encode()).hexdigest()[:32])
    if not os.path.exists(kept):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = os.path.join(scratch, "output")
            command = [compiler, *options, "-o", made, source]
            done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS)
            assert done.returncode == 0, done.stderr
            os.replace(made, kept)
    return shutil.copy(kept, output)


def has_compiler(source: str) -> bool:
    """Whether a file of this name can be compiled."""
    return not all(map(needs.lack, _compilers(source)))


def _compilers(source: str) -> tuple[str, str]:
    return ("g++", "c++") if source.endswith(".cpp") else ("gcc", "cc")


@functools.cache
def _version(compiler: str) -> str:
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    return done.stdout
