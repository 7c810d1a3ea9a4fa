"""Compares the versions of a text letter by letter; three threads, one after the other."""

import random
import threading

from compare import Comparison


def version(seed, length):
    chance = random.Random(seed)
    return "".join(chance.choices("etaoin shrdlu", k=length))


def main():
    texts = [version(seed, 26_000) for seed in range(4)]
    comparisons = [
        Comparison(f"{number} and {number + 1}", texts[number], texts[number + 1]) for number in range(3)
    ]
    threads = [threading.Thread(target=each.run, name=f"compare {each.name}") for each in comparisons]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
