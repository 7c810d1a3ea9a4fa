import contextlib
import logging
import os
import subprocess
import sys
import threading
import time

from ledger import Booking, Ledger, Rejected

log = logging.getLogger("importer")
HERE = os.path.dirname(os.path.abspath(__file__))


@contextlib.contextmanager
def redis_server():
    command = [sys.executable, os.path.join(HERE, "tinyredis.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


class Progress:
    def __init__(self):
        self.booked = self.rejected = 0
        threading.Thread(target=self._tell, name="progress", daemon=True).start()

    def _tell(self):
        while True:
            time.sleep(1)
            print(f"{self.booked} booked, {self.rejected} rejected", flush=True)


def main():
    logging.basicConfig(level=logging.INFO)
    bookings = [Booking("rent", -70000), Booking("gift", 0), Booking("wage", 250000)]
    with redis_server() as port:
        ledger, progress = Ledger(port), Progress()
        for booking in bookings:
            try:
                ledger.book(booking)  # <-- here
            except Rejected as error:
                log.warning("left out: %s", error)
                progress.rejected += 1
            else:
                progress.booked += 1


if __name__ == "__main__":
    main()
