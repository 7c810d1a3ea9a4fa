"""An office has letters printed."""

import socket
import threading
import time

import letters
import press


class Office:
    def __init__(self, desk):
        self.desk = desk
        self.printed = []

    def print(self, letter):
        job = press.Job(letter.kind)
        job.hand_over(self.desk)
        for line in letter.lines():
            job.write(line + "\n")
        if self.desk.recv(10) == b"done":
            self.printed.append(letter.name)

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
    for kind in letters.TEMPLATES:
        office.print(letters.Letter(kind, "Mr Reed", "two chairs", "80 pounds"))
    office.close()
    worker.join()


if __name__ == "__main__":
    main()
