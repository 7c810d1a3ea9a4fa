"""Runs the kitchen below circus, which starts it again should it end."""

import os
import sys

from circus import get_arbiter


def main():
    kitchen = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kitchen.py")
    ports = [f"tcp://127.0.0.1:{41000 + (os.getpid() * 2 + offset) % 9000}" for offset in (0, 1)]
    arbiter = get_arbiter(
        [{"cmd": sys.executable, "args": [kitchen], "name": "kitchen", "copy_env": True}],
        controller=ports[0],
        pubsub_endpoint=ports[1],
    )
    try:
        arbiter.start()
    finally:
        arbiter.stop()


if __name__ == "__main__":
    main()
