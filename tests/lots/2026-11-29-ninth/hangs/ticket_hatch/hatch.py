"""A hatch where tickets are sold: sellers queue up in front of it before it opens."""

import contextlib
import os
import socket
import tempfile
import threading


class Hatch(threading.Thread):
    def __init__(self, path, sellers):
        super().__init__(name="hatch", daemon=True)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(3)
        self.sellers = sellers
        self.all_here = threading.Semaphore(0)
        self.sold = 0

    def run(self):
        for _ in range(self.sellers):
            self.all_here.acquire()
        for _ in range(self.sellers):
            seller, _ = self.listener.accept()
            with seller, seller.makefile("rw") as talk:
                name = talk.readline().strip()
                self.sold += 1
                talk.write(f"ticket {self.sold} for {name}\n")


class Seller:
    def __init__(self, name, path):
        self.name = name
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)

    def buy(self):
        with self.socket, self.socket.makefile("rw") as talk:
            talk.write(self.name + "\n")
            talk.flush()
            return talk.readline().strip()


def morning(path, names):
    hatch = Hatch(path, len(names))
    hatch.start()
    queue = []
    for name in names:
        queue.append(Seller(name, path))
        hatch.all_here.release()
        print(name, "queues up", flush=True)
    for seller in queue:
        print(seller.buy(), flush=True)


def main():
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        names = ["Alva", "Bengt", "Cilla", "Dag", "Elsa", "Fred", "Gun", "Hans"]
        morning(os.path.join(folder, "hatch"), names)


if __name__ == "__main__":
    main()
