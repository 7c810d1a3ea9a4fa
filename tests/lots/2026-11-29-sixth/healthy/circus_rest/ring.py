"""Two lamps below circus."""

import os
import sys

from circus import get_arbiter


def main():
    lamp = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lamp.py")
    ports = [f"tcp://127.0.0.1:{41000 + (os.getpid() * 2 + offset) % 9000}" for offset in (0, 1)]
    arbiter = get_arbiter(
        [{"cmd": sys.executable, "args": [lamp], "numprocesses": 2, "copy_env": True}],
        controller=ports[0],
        pubsub_endpoint=ports[1],
    )
    try:
        arbiter.start()
    finally:
        arbiter.stop()


if __name__ == "__main__":
    main()
