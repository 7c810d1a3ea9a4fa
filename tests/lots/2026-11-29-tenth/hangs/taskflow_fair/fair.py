"""Build all stalls of a fair at once, and say how many planks that took."""

import logging
import threading
import time

import futurist
from stalls import Stall
from taskflow import engines
from taskflow.patterns import unordered_flow

STALLS = ["honey", "pots", "baskets", "candles"]
log = logging.getLogger("fair")


class Progress(threading.Thread):
    def __init__(self, engine, every=1.0):
        super().__init__(name="progress", daemon=True)
        self.engine = engine
        self.every = every
        self.began = time.monotonic()

    def run(self):
        while True:
            time.sleep(self.every)
            log.info("%.0f s: %s", time.monotonic() - self.began, self.engine.storage.get_flow_state())


def build(stalls, carpenters):
    flow = unordered_flow.Flow("fair")
    flow.add(*(Stall(name, carpenters) for name in stalls))
    engine = engines.load(flow, engine="parallel", executor=carpenters)
    Progress(engine).start()
    engine.run()
    return engine.storage.fetch_all()


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    with futurist.ThreadPoolExecutor(max_workers=3) as carpenters:
        results = build(STALLS, carpenters)
    print(results)


if __name__ == "__main__":
    main()
