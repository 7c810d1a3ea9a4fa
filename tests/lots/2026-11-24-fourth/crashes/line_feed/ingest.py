"""Takes measurements in over a connection, for the tables of the day."""

import collections
import socket
import threading

from receiver import Receiver


class Sender(threading.Thread):
    def __init__(self, connection, count):
        super().__init__(name="sender", daemon=True)
        self.connection, self.count = connection, count

    def run(self):
        with self.connection:
            for first in range(0, self.count, 500):
                lines = [f"load,host=h{n % 9} value={n % 101}\n" for n in range(first, first + 500)]
                self.connection.sendall("".join(lines).encode())


class Table:
    def __init__(self):
        self.sums = collections.Counter()

    def add(self, line):
        key, _, value = line.partition(" value=")
        self.sums[key] += int(value)


def main():
    here, there = socket.socketpair()
    sender = Sender(there, 60_000)
    sender.start()
    receiver, table = Receiver(), Table()
    receiver.data_received(here.recv(1 << 18, socket.MSG_WAITALL))
    while data := here.recv(1 << 16, socket.MSG_WAITALL):
        receiver.data_received(data)
    for line in receiver:
        table.add(line)
    sender.join()
    print(table.sums.most_common(3))


if __name__ == "__main__":
    main()
