import dataclasses
import logging
import os
import tempfile
import threading
import time

from settings import Settings, Store
from watcher import Watcher

log = logging.getLogger("gateway")


class RateLimiter(threading.Thread):
    """Gives out tokens, as many a second as the settings say."""

    def __init__(self, settings):
        super().__init__(name="limiter", daemon=True)
        self.rate = settings.rate_limit
        self.tokens = 0

    def run(self):
        while True:
            time.sleep(0.1)
            self.tokens = min(self.rate, self.tokens + self.rate // 10)

    def adopt(self, settings):
        self.rate = settings.rate_limit


class Gateway:
    def __init__(self, path):
        self.store = Store(path)
        self.store.write(Settings())
        self.limiter = RateLimiter(self.store.current)
        self.store.on_change(self.limiter.adopt)
        self.watcher = Watcher(self.store)

    def start(self):
        self.watcher.start()
        self.limiter.start()

    def serve(self, requests):
        for number in range(requests):
            with self.store.frozen() as settings:
                log.debug("request %d to %s", number, settings.upstreams[0])
            time.sleep(0.05)

    def upgrade(self, **changes):
        """Write new settings; nobody may see them before the watch has ended."""
        with self.store.frozen() as settings:
            self.store.write(dataclasses.replace(settings, **changes))
            time.sleep(0.5)
            self.watcher.stop()  # <-- here
        log.info("upgraded to generation %d", self.store.generation)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        gateway = Gateway(os.path.join(folder, "gateway.json"))
        gateway.start()
        gateway.serve(20)
        gateway.upgrade(rate_limit=250)
        print("done, rate", gateway.limiter.rate)
