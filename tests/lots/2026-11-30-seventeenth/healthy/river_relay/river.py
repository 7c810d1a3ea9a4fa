import random
import signal
import socket
import threading
import time

from marks import Highest
from relay import Relay

highest = Highest()
STATIONS = {"bridge": 11, "weir": 16}


def gauge(address, station, pause):
    rng = random.Random(station)
    with socket.create_connection(address) as connection:
        while True:
            time.sleep(pause)
            connection.sendall(f"set {station} {rng.randrange(80, 400)}\n".encode())


def board(address, station):
    level = "0"
    with socket.create_connection(address) as connection, connection.makefile("rw") as lines:
        while True:
            lines.write(f"next {station} {level}\n")
            lines.flush()
            _, level = lines.readline().split()
            print(station, level, "cm", highest.note(station, int(level)), flush=True)


def report(number, frame):
    print("threads:", threading.active_count(), highest.levels, flush=True)


def main():
    signal.signal(signal.SIGUSR1, report)
    with Relay() as relay:
        for station, pause in STATIONS.items():
            for function, args in ((gauge, (pause,)), (board, ())):
                threading.Thread(target=function, args=(relay.server_address, station, *args), daemon=True,
                                 name=f"{function.__name__} {station}").start()
        relay.serve_forever(poll_interval=5)


if __name__ == "__main__":
    main()
