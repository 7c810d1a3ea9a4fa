"""The porter waits for the bell."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import posix_ipc


@contextlib.contextmanager
def box():
    queue = posix_ipc.MessageQueue(f"/gate-{os.getpid()}", posix_ipc.O_CREX, max_messages=4, max_message_size=64)
    try:
        yield queue
    finally:
        queue.close()
        queue.unlink()


def main():
    with box() as queue:
        bell = subprocess.Popen([sys.executable, str(Path(__file__).with_name("bell.py")), queue.name])
        while True:
            text, priority = queue.receive()
            print(text.decode(), priority, flush=True)
            if text == b"closed":
                break
        bell.wait()


if __name__ == "__main__":
    main()
