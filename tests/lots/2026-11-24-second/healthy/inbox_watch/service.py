import logging
import os
import signal
import tempfile
import threading
import time

from watchdog.observers import Observer

from inbox import InboxHandler

log = logging.getLogger("service")


class Service:
    def __init__(self, folder):
        self.folder = folder
        self.stopping = threading.Event()
        self.handled = 0
        self.observer = Observer()
        self.observer.schedule(InboxHandler(self.handle), folder)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)

    def stop(self, number, frame):
        log.info("got %s", signal.Signals(number).name)
        self.stopping.set()

    def handle(self, names):
        for name in names:
            os.unlink(os.path.join(self.folder, name))
        self.handled += len(names)
        log.info("handled %s", ", ".join(names))

    def run(self):
        self.observer.start()
        try:
            self.stopping.wait()
        finally:
            self.observer.stop()
            self.observer.join()


def customer(folder):
    """Orders something every ten seconds."""
    number = 0
    while True:
        time.sleep(10)
        for _ in range(2):
            number += 1
            open(os.path.join(folder, f"{number}.order"), "w").close()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=customer, args=(folder,), name="customer", daemon=True).start()
        Service(folder).run()
