import collections
import sys
import threading
import time

from journal import Journal
import signals


class Gateway:
    def __init__(self, journal):
        self.journal = journal
        self.kinds = collections.Counter()
        journal.observe(self.on_line)

    def on_line(self, line):
        kind = line.decode().partition(" ")[0]
        time.sleep(0.01)
        self.kinds[kind] += 1

    def work(self):
        number = 0
        while True:
            number += 1
            self.journal.write(f"request {number}")


def main():
    journal = Journal(sys.argv[1])
    gateway = Gateway(journal)
    threading.Thread(target=gateway.work, name="gateway", daemon=True).start()
    while True:
        time.sleep(0.503)
        print("lines:", len(journal), flush=True)


if __name__ == "__main__":
    with signals.Handlers():
        signals.quiet_pipes()
        main()
