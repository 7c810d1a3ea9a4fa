"""Explodes the parts lists of all products, in threads."""

import concurrent.futures
import os
import tempfile

from database import Database

LISTS = {
    "bicycle": ("frame", "wheel", "wheel", "light"),
    "wheel": ("rim", "hub", "tyre"),
    "hub": ("bearing",),
    "scooter": ("board", "wheel", "motor"),
    "motor": ("coil", "controller"),
    "controller": ("board kit",),
    "board kit": ("motor",),
}


def main(folder):
    database = Database(os.path.join(folder, "parts.db"))
    for outer, inner in LISTS.items():
        database.add(outer, *inner)
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="explode") as pool:
        for product, found in zip(("bicycle", "scooter"), pool.map(database.explode, ("bicycle", "scooter"))):
            print(product, *found, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
