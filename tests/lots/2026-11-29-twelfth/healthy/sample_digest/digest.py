"""Reads samples, and thinks about each thousand of them for a while."""

import sys
import time

total = count = 0
for line in sys.stdin:
    total += float(line.split(";")[1])
    count += 1
    if count % 1000 == 0:
        time.sleep(5)
        print(count, round(total / count, 2), flush=True)
