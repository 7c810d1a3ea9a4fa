"""Starts the relay, asks what it needs, and ends the relay again."""

import logging
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

import protocol

log = logging.getLogger("harbour")
RELAY = pathlib.Path(__file__).with_name("relay.py")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class Child:
    def __init__(self, script, *arguments):
        command = [sys.executable, str(script), *map(str, arguments)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.echo = threading.Thread(target=self._echo, name="echo", daemon=True)
        self.echo.start()

    def _echo(self):
        for line in self.process.stdout:
            log.info("%s", line.strip())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait()
        log.info("ended with %d", code)


def levels(port, harbour, hours):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        with connection.makefile("rw") as file:
            for hour in hours:
                protocol.send(file, harbour=harbour, hour=hour)
                yield hour, protocol.receive(file)["level"]


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    port = free_port()
    with Child(RELAY, port):
        for harbour in ("Husum", "Cuxhaven"):
            highest = max(levels(port, harbour, range(24)), key=lambda row: row[1])
            log.info("%s: high water at %d h, %.2f m", harbour, *highest)
        time.sleep(0.5)
    log.info("done")


if __name__ == "__main__":
    main()
