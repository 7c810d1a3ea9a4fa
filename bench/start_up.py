"""The floor under a report: what Python's start and our imports take before any work is done.

These rows say how much of a run is left for work.
"""

from __future__ import annotations

import subprocess
import sys

from bench.measure import Command

PROBE = """
import os, sys
from atfault.cli.main import main
out, sys.stdout = sys.stdout, open(os.devnull, "w")
before = set(sys.modules)
main(["core", "--no-lines", sys.argv[1]])
print(*[name for name in sys.modules if name not in before], file=out)
"""
IMPORTS = """
import gc, os, sys
gc.disable()
for name in sys.argv[1:]:
    __import__(name)
os._exit(0)
"""


def modules_of(core: str) -> list[str]:
    """The modules that a report on `core` imports, in that order."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, core], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def floors(core: str) -> list[tuple[str, Command]]:
    """(what, command) of each step of the start."""
    return [
        ("isolated Python", Command("python -I", [sys.executable, "-I", "-c", "pass"])),
        ("Python", Command("python", [sys.executable, "-c", "pass"])),
        (
            "Python and our imports",
            Command("imports", [sys.executable, "-c", IMPORTS, *modules_of(core)]),
        ),
    ]
