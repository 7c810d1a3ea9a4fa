"""Waits for its turn at the one cart, by a lock file, and brings its goods away."""

import fcntl
import os
import sys
import tempfile
import time

name = sys.argv[1] if len(sys.argv) > 1 else "milk"
with open(os.path.join(tempfile.gettempdir(), "cart-of-the-farm"), "w") as cart:
    while True:
        fcntl.flock(cart, fcntl.LOCK_EX)
        time.sleep(6)
        fcntl.flock(cart, fcntl.LOCK_UN)
        print(name, "is delivered")
        time.sleep(0.2)
