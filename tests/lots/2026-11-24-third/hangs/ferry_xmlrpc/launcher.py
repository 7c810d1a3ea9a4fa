"""Start two nodes and book on both."""

import os
import socket
import subprocess
import sys
import threading
import time
import xmlrpc.client

HERE = os.path.dirname(os.path.abspath(__file__))


def free_ports(number):
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Nodes:
    def __init__(self, *names):
        self.names = names
        self.ports = free_ports(len(names))

    def __enter__(self):
        script = os.path.join(HERE, "node.py")
        self.processes = [
            subprocess.Popen([sys.executable, script, name, str(port), str(other)])
            for name, port, other in zip(self.names, self.ports, self.ports[::-1])
        ]
        for port in self.ports:
            self._until_there(port)
        return self

    def _until_there(self, port):
        for _ in range(100):
            try:
                return xmlrpc.client.ServerProxy(f"http://127.0.0.1:{port}").alive()
            except ConnectionRefusedError:
                time.sleep(0.1)
        raise RuntimeError("a node does not come up")

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
            process.wait()


def travel(port, start):
    node = xmlrpc.client.ServerProxy(f"http://127.0.0.1:{port}")
    start.wait()
    for _ in range(500):
        node.book(0)


def main():
    with Nodes("north", "south") as nodes:
        start = threading.Barrier(2)
        travels = [
            threading.Thread(target=travel, args=(port, start), name=f"travel-{port}")
            for port in nodes.ports
        ]
        for each in travels:
            each.start()
        for each in travels:
            each.join()


if __name__ == "__main__":
    main()
