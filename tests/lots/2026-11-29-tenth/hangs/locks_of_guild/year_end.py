"""The year's end of a guild: three clerks work at once, and a clock shows that they do."""

import logging
import signal
import sys
import threading
import time

from guild import Guild

log = logging.getLogger("year-end")


class Clerk(threading.Thread):
    def __init__(self, name, work, *args):
        super().__init__(name=name)
        self.work = work
        self.args = args
        self.result = None

    def run(self):
        log.info("%s starts", self.name)
        self.result = self.work(*self.args)
        log.info("%s is done", self.name)


def clock(every):
    started = time.monotonic()
    while True:
        time.sleep(every)
        log.debug("%.0f s", time.monotonic() - started)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
    guild = Guild()
    threading.Thread(target=clock, args=(1,), name="clock", daemon=True).start()
    clerks = [
        Clerk("membership", guild.members.retire, "Bo"),
        Clerk("storekeeper", guild.tools.inventory),
        Clerk("treasurer", guild.fees.yearly_bill),
    ]
    for clerk in clerks:
        clerk.start()
    for clerk in clerks:
        clerk.join()
        print(clerk.name, clerk.result)


if __name__ == "__main__":
    main()
