"""Counts words, as slowly as the old machine of the desk does: one every nine seconds."""

import sys
import time

count = 0
for word in " ".join(sys.argv[1:]).split():
    time.sleep(9)
    count += 1
print(count)
