"""Sends events to a collector of this program, and tries again when that cannot be reached."""

import logging
import socket
import socketserver
import threading
import time

import tenacity

log = logging.getLogger("client")


class Collector(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, limit):
        super().__init__(("127.0.0.1", 0), Handler)
        self.limit = limit
        self.events = []

    def run(self):
        with self:
            while len(self.events) < self.limit:
                self.handle_request()
                time.sleep(0.05)
        log.info("the collector has enough")


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        self.server.events.append(self.rfile.readline())


class Client:
    def __init__(self, port):
        self.port = port

    @tenacity.retry(retry=tenacity.retry_if_exception_type(OSError), wait=tenacity.wait_fixed(0.3))
    def send(self, event):
        with socket.create_connection(("127.0.0.1", self.port)) as connection:  # <-- here
            connection.sendall(event.encode() + b"\n")


def beat():
    while True:
        time.sleep(1)
        log.info("beat")


logging.basicConfig(level=logging.INFO)
collector = Collector(limit=5)
threading.Thread(target=collector.run, name="collector", daemon=True).start()
threading.Thread(target=beat, name="beat", daemon=True).start()
client = Client(collector.server_address[1])
for number in range(12):
    client.send(f"event {number}")  # <-- here
    time.sleep(0.1)
