"""Jam is cooked in processes of billiard (celery's), and labelled there and here."""

import threading
import time

import billiard

import labels


@labels.labelled
def cook(fruit, grams):
    return f"{fruit}, {grams} g"


class Shop(threading.Thread):
    """Labels what it buys."""

    def __init__(self):
        super().__init__(name="shop", daemon=True)

    def run(self):
        while True:
            labels.register.number("honey")
            time.sleep(0.001)


def stove(fruits, done):
    for fruit in fruits:
        done.put(cook(fruit, 250))
    done.put(None)


def main():
    Shop().start()
    time.sleep(0.3)
    done = billiard.Queue()
    cooking = billiard.Process(target=stove, args=(["plum", "pear", "fig"], done), name="stove")
    cooking.start()
    for jar in iter(done.get, None):
        print(jar, flush=True)
    cooking.join()


if __name__ == "__main__":
    main()
