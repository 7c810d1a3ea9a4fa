"""A rehearsal: the singers' tablets fetch songs from a small server, one after the other."""

import logging
import socket
import threading
import time

import songs
from loop import Server

log = logging.getLogger("rehearsal")


class Tablet:
    def __init__(self, port, singer):
        self.singer = singer
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    def fetch(self, number):
        self.socket.sendall(f"song {number}\n".encode())
        length = int(self.file.readline())
        text = self.file.read(length)
        log.info("%s has %d letters of song %d", self.singer, len(text), number)
        return text.decode()

    def close(self):
        self.file.close()
        self.socket.close()


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    server = Server(songs.answer)
    threading.Thread(target=server.run, name="server", daemon=True).start()
    tablets = [Tablet(server.port, singer) for singer in ("alto", "bass")]
    for number in range(4):
        for tablet in tablets:
            text = tablet.fetch(number)
            print(tablet.singer, text.count("\n"), "verses", flush=True)
        time.sleep(0.1)
    for tablet in tablets:
        tablet.close()


if __name__ == "__main__":
    main()
