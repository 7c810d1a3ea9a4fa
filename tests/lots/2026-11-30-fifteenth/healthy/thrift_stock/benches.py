"""Three work benches order from the storekeeper by thrift."""

import socket
import threading
import time

from keeper import connect, serve


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Bench(threading.Thread):
    def __init__(self, number, port):
        super().__init__(name=f"bench-{number}")
        self.stock = connect(port)
        self.had = 0

    def run(self):
        for turn in range(60):
            item = self.stock.take("bolt" if turn % 2 else "nut", 4)
            self.had += item.pieces
            print(self.name, self.had, flush=True)


def main():
    port = free_port()
    serve(port)
    time.sleep(0.5)
    benches = [Bench(number, port) for number in (1, 2, 3)]
    for bench in benches:
        bench.start()
    for bench in benches:
        bench.join()


if __name__ == "__main__":
    main()
