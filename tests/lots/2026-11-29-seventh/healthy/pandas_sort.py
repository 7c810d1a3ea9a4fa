"""pandas reads what a slow child writes."""

import subprocess
import sys

import pandas

SLOW = """
import time
for n in range(60):
    print(n, n * n, sep=',', flush=True)
    time.sleep(1)
"""

if __name__ == "__main__":
    with subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True) as child:
        for part in pandas.read_csv(child.stdout, chunksize=8, names=["n", "square"]):
            print(part["square"].sum(), flush=True)
