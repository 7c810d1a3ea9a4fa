# Two workers of pytest-xdist, one in a test that takes long, the other done.
import os

import pytest

TESTS = """
import subprocess
import sys


def test_quick():
    pass


def test_slow():
    print("READY", file=sys.__stderr__, flush=True)
    subprocess.run(["sleep", "1000"], check=True)
"""

if __name__ == "__main__":
    with open("test_both.py", "w") as file:
        file.write(TESTS)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # whatever else is installed
    print("READY", flush=True)
    pytest.main(["-p", "xdist.plugin", "-n", "2", "-p", "no:cacheprovider", "."])
