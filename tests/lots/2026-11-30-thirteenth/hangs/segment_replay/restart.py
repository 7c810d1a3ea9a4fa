"""A bank's service starts anew after the power had failed, from what it had on disk."""

import logging
import os
import pathlib
import tempfile
import threading
import time

from ledger import Ledger
from segments import Writer


def before(folder):
    writer = Writer(folder)
    for number in range(90):
        writer.append({"from": f"a{number % 5}", "to": f"b{number % 3}", "cents": 100 + number})
    writer.close()
    last = max(folder.glob("*.seg"))
    os.truncate(last, last.stat().st_size - 11)


def probe():
    while True:
        time.sleep(1)
        logging.info("not ready yet")


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        before(folder)
        threading.Thread(target=probe, name="probe", daemon=True).start()
        ledger = Ledger().replay(folder)
    print(ledger.records, "records", dict(ledger.balances))


if __name__ == "__main__":
    main()
