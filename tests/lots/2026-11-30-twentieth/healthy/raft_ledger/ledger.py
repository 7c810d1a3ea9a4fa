"""Three nodes of pysyncobj in one process; an entry is made each seven seconds."""
import socket
import threading
import time

from pysyncobj import SyncObj, replicated


class Ledger(SyncObj):
    def __init__(self, own, others):
        super().__init__(own, others)
        self.entries = []

    @replicated
    def add(self, entry):
        self.entries.append(entry)
        return len(self.entries)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def clerk(node, stop):
    number = 0
    while not stop.wait(7):
        number += 1
        try:
            print("entry", node.add(f"line {number}", sync=True, timeout=5), flush=True)
        except Exception as error:
            print("later", error, flush=True)


def main():
    names = [f"127.0.0.1:{port}" for port in free_ports(3)]
    nodes = [Ledger(name, [other for other in names if other != name]) for name in names]
    stop = threading.Event()
    worker = threading.Thread(target=clerk, args=(nodes[0], stop))
    worker.start()
    time.sleep(150)
    stop.set()
    worker.join()
    for node in nodes:
        node.destroy()


if __name__ == "__main__":
    main()
