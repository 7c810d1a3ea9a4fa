"""A listener of multiprocessing.connection, and a clerk who asks every six seconds, with a key."""

import multiprocessing
import multiprocessing.connection
import time

KEY = b"opening hours"


def clerk(address):
    with multiprocessing.connection.Client(address, authkey=KEY) as line:
        for number in range(100):
            time.sleep(6)
            line.send(number)
            print("answer", line.recv(), flush=True)


if __name__ == "__main__":
    with multiprocessing.connection.Listener(None, "AF_UNIX", authkey=KEY) as desk:
        process = multiprocessing.Process(target=clerk, args=[desk.address])
        process.start()
        with desk.accept() as line:
            while True:
                line.send(line.recv() * 2)
