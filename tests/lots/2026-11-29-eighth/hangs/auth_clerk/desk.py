"""A desk that answers clerks by multiprocessing.connection, and a clerk in a thread."""

import multiprocessing.connection
import os
import tempfile
import threading
import time

PRICES = {"stamp": 95, "card": 150}


class Desk:
    def __init__(self, address):
        self.listener = multiprocessing.connection.Listener(address, "AF_UNIX")
        self.served = 0

    def serve(self):
        while True:
            with self.listener.accept() as connection:
                self.talk(connection)

    def talk(self, connection):
        while (word := connection.recv()) is not None:
            connection.send(PRICES.get(word))
            self.served += 1


class Clerk(threading.Thread):
    def __init__(self, address, words):
        super().__init__(name="clerk")
        self.address = address
        self.words = words

    def connect(self):
        key = os.environ.get("DESK_KEY", "opening hours").encode()
        return multiprocessing.connection.Client(self.address, "AF_UNIX", authkey=key)

    def run(self):
        with self.connect() as connection:
            for word in self.words:
                connection.send(word)
                print(word, connection.recv(), flush=True)
            connection.send(None)


def beat(desk):
    while True:
        time.sleep(2)
        print(desk.served, "served", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        address = os.path.join(folder, "desk")
        desk = Desk(address)
        threading.Thread(target=beat, args=[desk], name="beat", daemon=True).start()
        Clerk(address, list(PRICES)).start()
        desk.serve()


if __name__ == "__main__":
    main()
