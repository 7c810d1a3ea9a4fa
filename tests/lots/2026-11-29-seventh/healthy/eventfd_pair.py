"""Two threads hand one turn to and fro by eventfds; each keeps it for four seconds."""

import os
import threading
import time


def player(name, mine, other):
    while True:
        os.eventfd_read(mine)
        time.sleep(4)
        print(name, flush=True)
        os.eventfd_write(other, 1)


if __name__ == "__main__":
    first, second = os.eventfd(1), os.eventfd(0)
    threads = [
        threading.Thread(target=player, args=("ping", first, second), name="ping"),
        threading.Thread(target=player, args=("pong", second, first), name="pong"),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
