"""Walkers report what they see, each by a connection of its own."""

import concurrent.futures
import json
import socket
import time

from station import Station

BIRDS = ("wren", "siskin", "rook", "dipper")


class Walker:
    def __init__(self, name, port):
        self.name = name
        self.port = port

    def report(self, bird, count):
        with socket.create_connection(("127.0.0.1", self.port)) as sock, sock.makefile("rw") as stream:
            stream.write(json.dumps({"bird": bird, "count": count, "by": self.name}) + "\n")
            stream.flush()
            return json.loads(stream.readline())


def walk(station, pool, name, rounds):
    walker = Walker(name, station.port)
    jobs = [pool.submit(walker.report, BIRDS[n % 4], 1 + n % 3) for n in range(rounds)]
    return [job.result() for job in jobs]


def main():
    station = Station()
    station.start()
    with concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="walker") as pool:
        print("morning", walk(station, pool, "ida", 12)[-1], flush=True)
        station.restart()
        time.sleep(0.6)
        print("evening", walk(station, pool, "jan", 60)[-1], flush=True)


if __name__ == "__main__":
    main()
