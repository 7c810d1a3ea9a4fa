"""A hatch where tickets are sold: each sale takes five seconds, and the queue is short."""

import os
import socket
import tempfile
import threading
import time


class Hatch(threading.Thread):
    def __init__(self, path):
        super().__init__(name="hatch", daemon=True)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(1)
        self.sold = 0

    def run(self):
        while True:
            seller, _ = self.listener.accept()
            with seller, seller.makefile("rw") as talk:
                name = talk.readline().strip()
                time.sleep(5)
                self.sold += 1
                talk.write(f"ticket {self.sold} for {name}\n")


class Seller(threading.Thread):
    def __init__(self, name, path):
        super().__init__(name=name)
        self.path = path

    def buy(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(self.path)
            with line.makefile("rw") as talk:
                talk.write(self.name + "\n")
                talk.flush()
                return talk.readline().strip()

    def run(self):
        for _ in range(3):
            print(self.buy(), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "hatch")
        Hatch(path).start()
        sellers = [Seller(name, path) for name in ("Alva", "Bengt", "Cilla", "Dag", "Elsa", "Fred")]
        for seller in sellers:
            seller.start()
        for seller in sellers:
            seller.join()


if __name__ == "__main__":
    main()
