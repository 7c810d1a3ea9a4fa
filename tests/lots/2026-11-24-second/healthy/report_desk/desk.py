"""The desk on waitress, with more customers than threads."""

import http.client
import itertools
import logging
import threading

import waitress

from reports import app

log = logging.getLogger("desk")


class Customer(threading.Thread):
    numbers = itertools.count()

    def __init__(self, port):
        self.number = next(self.numbers)
        super().__init__(name=f"customer-{self.number}", daemon=True)
        self.port = port

    def run(self):
        for number in itertools.count(self.number, 100):
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            connection.request("GET", f"/report/{number}")
            log.info("%s", connection.getresponse().read().decode().strip())


def main():
    logging.basicConfig(level=logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=3)
    for _ in range(6):
        Customer(server.effective_port).start()
    server.run()


if __name__ == "__main__":
    main()
