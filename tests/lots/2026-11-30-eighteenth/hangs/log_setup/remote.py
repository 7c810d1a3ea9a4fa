"""Logging that can be set up anew from outside, by logging.config."""

import json
import logging
import logging.config
import socket
import struct

SETUP = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"short": {"format": "%(levelname)s %(message)s"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "short"}},
    "root": {"level": "INFO", "handlers": ["out"]},
}


class RemoteSetup:
    def __init__(self):
        self.thread = logging.config.listen(0, verify=self.check)
        self.thread.name = "setup"
        self.thread.start()
        self.thread.ready.wait()
        self.taken = 0

    def check(self, text):
        self.taken += 1
        return text

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.thread.join()


def send(port, setup):
    text = json.dumps(setup).encode()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(struct.pack(">L", len(text)) + text)
