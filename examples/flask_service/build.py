"""Compile the recogniser: python build.py makes librecogniser.so beside this file."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def build(folder=HERE):
    """Compile into `folder`; the library's path."""
    library = os.path.join(folder, "librecogniser.so")
    compiler = os.environ.get("CC", "cc")
    source = os.path.join(HERE, "recogniser.c")
    options = ["-g", "-O1", "-Wall", "-fPIC", "-shared"]
    subprocess.run([compiler, *options, "-o", library, source, "-lm"], check=True)
    return library


if __name__ == "__main__":
    print(build(*sys.argv[1:]))
