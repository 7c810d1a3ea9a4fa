"""Encodes some samples with the codec of a plugin."""

import logging
import math
import sys
import threading
import time

import plugins


def samples(count):
    return [math.sin(number / 9) for number in range(count)]


def meter():
    """Shows the level, if somebody looks."""
    while True:
        time.sleep(0.5)


def encode(registry, values):
    codec = registry["cosine"]
    return [round(value * codec.weight(number), 4) for number, value in enumerate(values)]


def main():
    logging.basicConfig(level=logging.INFO)
    threading.Thread(target=meter, name="meter", daemon=True).start()
    registry = plugins.Registry({"cosine": sys.argv[1]})
    print("encoding", flush=True)
    print(encode(registry, samples(20))[:5], flush=True)


if __name__ == "__main__":
    main()
