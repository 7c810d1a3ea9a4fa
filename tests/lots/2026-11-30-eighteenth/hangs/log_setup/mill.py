"""The mill works for a while and can be made to talk more."""

import logging
import logging.config
import time

from remote import SETUP, RemoteSetup

log = logging.getLogger("mill")


class Mill:
    def __init__(self, sacks):
        self.sacks = sacks
        self.flour = 0

    def work(self):
        while self.sacks:
            self.sacks -= 1
            self.flour += 40
            log.info("%d kg", self.flour)
            time.sleep(0.2)


def main():
    logging.config.dictConfig(SETUP)
    with RemoteSetup() as setup:
        Mill(5).work()
        log.info("done; set up anew %d times", setup.taken)


if __name__ == "__main__":
    main()
