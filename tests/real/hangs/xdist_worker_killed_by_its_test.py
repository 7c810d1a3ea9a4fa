# A test kills its worker; with --dist loadfile the session waits for what nobody runs any more.
# https://github.com/pytest-dev/pytest-xdist/issues/784
import os
import subprocess
import sys

import pytest

TEST = "import os, signal\n\n\ndef test_it():\n    {}\n"

if __name__ == "__main__":
    for number in range(3):
        body = "os.kill(os.getpid(), signal.SIGKILL)" if number < 2 else "pass"
        with open(f"test_{number}.py", "w") as file:
            file.write(TEST.format(body))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # whatever else is installed
    print("READY", flush=True)
    pytest.main(["-p", "xdist.plugin", "-n", "1", "--dist", "loadfile", "-p", "no:cacheprovider", "."])  # <-- here
