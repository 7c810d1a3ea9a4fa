"""Tasks of doit that take their time, each in a process."""

import os
import sys
import tempfile

DOIT_CONFIG = {"dep_file": os.path.join(tempfile.mkdtemp(prefix="site-"), "doit.db")}
SLOW = "import time; [time.sleep(1) for _ in range(45)]"


def task_picture():
    for name in ("beach", "harbour"):
        yield {"name": name, "actions": [[sys.executable, "-c", SLOW, name]], "verbosity": 2}
