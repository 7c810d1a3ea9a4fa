"""The bell at the gate: rings by a message, seldom."""

import sys
import time

import posix_ipc


def main(name):
    box = posix_ipc.MessageQueue(name)
    for guest in range(20):
        time.sleep(19)
        box.send(f"guest {guest}", priority=guest % 3)
    box.send("closed")
    box.close()


if __name__ == "__main__":
    main(sys.argv[1])
