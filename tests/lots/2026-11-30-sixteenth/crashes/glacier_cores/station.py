"""Fetch cores from the drill's station and look for dust: python station.py LIBRARY"""

import contextlib
import io
import math
import pathlib
import socket
import sys
import tempfile
import threading

from icecore import Core, write


def layers(number, seed):
    return [
        (i * 0.011, 0.91, abs(math.sin(i * seed / 700)), -35 + math.cos(i / 900))
        for i in range(number)
    ]


class Station(threading.Thread):
    """Sends a core to whoever comes; the link goes down after a while."""

    def __init__(self, most):
        super().__init__(name="station", daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.most = most

    def run(self):
        seed = 1
        while True:
            peer, _ = self.listener.accept()
            with peer:
                buffer = io.BytesIO()
                write(buffer, layers(3000 * seed * seed, seed))
                peer.sendall(buffer.getvalue()[: self.most])
            seed += 1


def fetch(address, path):
    with socket.create_connection(address) as link, path.open("wb") as file:
        while piece := link.recv(65536):
            file.write(piece)
    return path


def dusty(core, step=500):
    means = [core.dust(start, start + step) for start in range(0, len(core), step)]
    return means.index(max(means)) * step


def main():
    station = Station(most=600_000)
    station.start()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, 4):
            path = fetch(station.address, pathlib.Path(folder, f"core{number}.ice"))
            with contextlib.closing(Core(sys.argv[1], path)) as core:
                print("core", number, "of", len(core), "layers", flush=True)
                print("  most dust from layer", dusty(core), "on", flush=True)


main()
