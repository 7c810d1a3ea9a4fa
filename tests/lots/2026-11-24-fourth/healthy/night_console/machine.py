"""A machine whose console says something every eleven seconds."""

import itertools
import time

for number in itertools.count(1):
    time.sleep(11)
    print(f"cycle {number} of the pump: {number * 3 % 17} bar", flush=True)
