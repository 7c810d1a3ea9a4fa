import concurrent.futures
import logging
import os
import random
import tempfile
import threading
import time

from accounts import Accounts, Overdrawn
from trail import TrailHandler

log = logging.getLogger("shop")


class Till:
    """Sells to customers; what they buy is noted in the trail."""

    def __init__(self, accounts):
        self.accounts = accounts
        self.sold = 0
        self.refused = 0

    def sell(self, owner, cents):
        try:
            self.accounts.pay(owner, cents)
        except (Overdrawn, KeyError):
            self.refused += 1
            log.warning("refused %d", cents, extra={"owner": owner})  # <-- here
        else:
            self.sold += 1
            log.info("sold for %d", cents, extra={"owner": owner})


def customers(till, seed):
    chance = random.Random(seed)
    for _ in range(500):
        owner = chance.choice(["ada", "ben", "eve"])
        if chance.random() < 0.4:
            till.accounts.pay_in(owner, chance.randrange(5000))
        else:
            till.sell(owner, chance.randrange(3000))


def report(till):
    while True:
        time.sleep(1)
        print(till.sold, "sold", till.refused, "refused", flush=True)


def main(folder):
    accounts = Accounts()
    logging.getLogger("shop").setLevel(logging.INFO)
    logging.getLogger("shop").addHandler(TrailHandler(os.path.join(folder, "trail"), accounts))
    till = Till(accounts)
    threading.Thread(target=report, args=(till,), name="report", daemon=True).start()
    with concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="till") as pool:
        for future in [pool.submit(customers, till, seed) for seed in range(3)]:
            future.result()
    print("closed")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(folder)
