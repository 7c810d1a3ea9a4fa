"""Reads paths, one a line, and answers with the text in each picture."""

import os
import signal
import sys
import time


def recognize(path):
    if path.endswith(".tiff"):
        # To be looked at in a debugger, which lets it go on.
        os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(0.1)
    return f"text of {path}"


for line in sys.stdin:
    print(recognize(line.strip()), flush=True)
