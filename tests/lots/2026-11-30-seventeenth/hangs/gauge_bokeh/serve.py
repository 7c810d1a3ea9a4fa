"""Serves the board, and opens it once as a viewer would."""

import logging
import threading
import time

from bokeh.client import pull_session
from bokeh.server.server import Server

import board


class Viewer(threading.Thread):
    def __init__(self, port):
        super().__init__(name="viewer", daemon=True)
        self.url = f"http://127.0.0.1:{port}/levels"

    def run(self):
        time.sleep(1)
        session = pull_session(url=self.url)
        logging.info("the board has %d parts", len(session.document.roots))
        while True:
            time.sleep(3)
            session.force_roundtrip()
            logging.info("the board is up")


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(threadName)s %(message)s")
    server = Server({"/levels": board.make}, port=0, address="127.0.0.1")
    server.start()
    Viewer(server.port).start()
    server.io_loop.start()


if __name__ == "__main__":
    main()
