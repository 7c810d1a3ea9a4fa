"""Print which signals may show green, again and again."""

import argparse
import logging
import time

import board
from client import Client

log = logging.getLogger("signals")


def timed(function):
    def wrapper(*args):
        began = time.monotonic()
        try:
            return function(*args)
        finally:
            log.info("%s took %.2f s", function.__name__, time.monotonic() - began)

    return wrapper


@timed
def look(client, names):
    futures = {name: client.signal(name) for name in names}
    return {name: future.result().free for name, future in futures.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    logging.getLogger("urllib3").setLevel(logging.WARNING)
    client = Client(board.start())
    for _ in range(options.rounds):
        for name, free in look(client, sorted(board.SIGNALS)).items():
            print(name, "green" if free else "red", flush=True)
    client.close()


if __name__ == "__main__":
    main()
