"""How often does each letter stand in a text? For the widths of a font."""

import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TEXTS = {
    "pangram": "the quick brown fox jumps over the lazy dog ",
    "motto": "quod erat demonstrandum ",
    "shipping": "pack my box with five dozen liquor jugs ",
}

tally = ctypes.CDLL(str(Path(__file__).with_name("tally.so")))
tally.tally_rows.argtypes = [ctypes.py_object]
tally.tally_rows.restype = ctypes.py_object


def rows(name):
    return name, tally.tally_rows(TEXTS[name] * 20)


def main():
    print("widths for", tally.tally_width(), "letters", flush=True)
    with ThreadPoolExecutor(2) as pool:
        for name, counts in pool.map(rows, TEXTS):
            print(f"{name:10}", *counts)


if __name__ == "__main__":
    sys.exit(main())
