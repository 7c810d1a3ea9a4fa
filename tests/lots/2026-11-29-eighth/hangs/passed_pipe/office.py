"""An office has letters printed."""

import socket
import threading
import time

import press


class Office:
    def __init__(self, desk):
        self.desk = desk
        self.printed = []

    def print(self, name, lines):
        job = press.Job(name)
        job.hand_over(self.desk)
        for number in range(lines):
            job.write(f"{name}, line {number}\n")
        if self.desk.recv(10) == b"done":
            self.printed.append(name)

    def close(self):
        self.desk.shutdown(socket.SHUT_WR)


def clock():
    while True:
        time.sleep(1)


def main():
    here, there = socket.socketpair()
    worker = press.Press(there)
    worker.start()
    threading.Thread(target=clock, daemon=True, name="clock").start()
    office = Office(here)
    for name in ("invoice", "reminder"):
        office.print(name, 3)
    office.close()
    worker.join()


if __name__ == "__main__":
    main()
