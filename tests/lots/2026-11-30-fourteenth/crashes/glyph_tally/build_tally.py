"""Compile the library that counts."""

import subprocess
import sysconfig
from pathlib import Path

here = Path(__file__).parent
include = sysconfig.get_path("include")
command = ["gcc", "-shared", "-fPIC", "-g", "-O1", "-I", include, "-o", here / "tally.so", here / "tally.c"]
subprocess.run(command, check=True)
