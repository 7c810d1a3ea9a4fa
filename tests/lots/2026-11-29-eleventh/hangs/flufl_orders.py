"""Orders of a day, in a file that several programs write to: each under a lock of flufl.lock."""

import datetime
import os
import subprocess
import sys
import tempfile

from flufl.lock import Lock


def write(folder, order):
    lock = Lock(os.path.join(folder, "orders.lock"), lifetime=datetime.timedelta(days=1))
    lock.lock()
    with open(os.path.join(folder, "orders"), "a") as file:
        file.write(f"{int(order)}\n")
    lock.unlock()


if len(sys.argv) == 3:
    write(*sys.argv[1:])
else:
    with tempfile.TemporaryDirectory() as folder:
        for order in ("17", "eighteen", "19"):
            done = subprocess.run([sys.executable, __file__, folder, order], stderr=subprocess.DEVNULL)
            print(order, "ended with", done.returncode, flush=True)
            if order == "eighteen":
                write(folder, "18")
