import os
import tempfile
import threading
import time

from lookup import Client
from models import prepare


class Board(threading.Thread):
    """Shows every second how many clients were served."""

    def __init__(self):
        super().__init__(name="board", daemon=True)
        self.served = 0

    def run(self):
        while True:
            time.sleep(1)
            print("served", self.served, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        prepare(os.path.join(folder, "parts.db"))
        board = Board()
        board.start()
        for day in range(4):
            clients = [Client(f"client-{day}-{n}", range(1 + n, 40, 7)) for n in range(2)]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
                board.served += 1


if __name__ == "__main__":
    main()
