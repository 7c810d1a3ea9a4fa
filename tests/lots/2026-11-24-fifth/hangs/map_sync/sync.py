"""Brings two maps to the same state, the second one in a process of its own."""

import argparse
import multiprocessing
import random
import threading
import time

from peer import Peer, connected


def tiles(seed, count):
    chance = random.Random(seed)
    return {
        f"{chance.randrange(400)}/{chance.randrange(400)}": chance.randbytes(800)
        for _ in range(count)
    }


def branch(connection, count):
    peer = Peer("branch", connection, tiles(2, count))
    peer.greet()
    print("branch: new", peer.exchange(), flush=True)


def spinner(stop):
    while not stop.wait(0.3):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=4000)
    options = parser.parse_args()
    here, there = connected()
    context = multiprocessing.get_context("fork")
    child = context.Process(target=branch, args=(there, options.count), name="branch")
    child.start()
    stop = threading.Event()
    threading.Thread(target=spinner, args=(stop,), name="spinner", daemon=True).start()
    peer = Peer("main shop", here, tiles(1, options.count))
    start = time.monotonic()
    print("hello", peer.greet()["name"], flush=True)
    print("main shop: new", peer.exchange(), time.monotonic() - start)
    child.join()


if __name__ == "__main__":
    main()
