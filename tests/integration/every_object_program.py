"""Says where a sample of all objects of the interpreter is and of what type each is, then waits.

Run by test_values.py in every interpreter there is; written for 3.8 on.
"""

import asyncio
import concurrent.futures
import decimal
import gc
import json
import sys
import typing
import unittest

try:
    import numpy
except ImportError:
    numpy = None

USED = (asyncio, concurrent.futures, decimal, numpy, typing, unittest)
EVERY = 11


def main():
    found = {}
    for thing in gc.get_objects():
        found[id(thing)] = thing
        for part in gc.get_referents(thing):
            found[id(part)] = part
    rows = []
    for address, thing in list(found.items())[::EVERY]:
        kind = type(thing)
        module = "" if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "."
        rows.append([address, module + kind.__qualname__])
    print(json.dumps(rows), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
