"""Prints the addresses of its objects and waits: all of them are well. argv: a file for them."""

import collections
import decimal
import enum
import functools
import gc
import os
import re
import sys
import threading
import time


class Account:
    def __init__(self, number):
        self.number = number


class Colour(enum.Enum):
    RED = 1


@functools.lru_cache(maxsize=8)
def squared(number):
    return number * number


made = []


def work():
    for number in range(300):
        made.append([number, str(number), Account(number), {"n": float(number)}])


threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
while len(os.listdir("/proc/self/task")) > 1:  # what a thread was given goes after it is joined
    time.sleep(0.01)
kept = [made.pop() for _ in range(400)]  # objects of threads that have ended
kept += [squared(n) for n in range(20)]
kept += [decimal.Decimal(3), re.compile("a+"), collections.OrderedDict(a=1), Colour.RED]


def all_addresses():
    # In a function: 3.15 imports what a global variable with a lazy import in it stands for.
    found = {}
    for thing in gc.get_objects():
        for one in [thing, *gc.get_referents(thing)]:
            found[id(one)] = None
    return found


gc.disable()
addresses = all_addresses()
with open(sys.argv[1], "w") as file:
    file.write(" ".join(map(str, addresses)))
print("ready", flush=True)
time.sleep(60)
