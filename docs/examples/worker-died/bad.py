"""Check licences in a pool of processes."""

import multiprocessing
import os

VALID = {"anna", "ben"}


def check(user):
    if user not in VALID:
        print("no licence:", user, flush=True)
        os._exit(3)
    return f"{user} may go on"


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for line in pool.map(check, ["anna", "ben", "carla"], chunksize=1):
            print(line)
