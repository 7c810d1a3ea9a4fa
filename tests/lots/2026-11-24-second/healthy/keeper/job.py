"""A job that the keeper starts: works for a while, and ends."""

import sys
import time

name, seconds = sys.argv[1], float(sys.argv[2])
time.sleep(seconds)
sys.exit(1 if name == "flaky" else 0)
