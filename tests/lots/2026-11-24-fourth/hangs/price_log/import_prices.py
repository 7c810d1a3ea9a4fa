"""Imports prices of suppliers, with a log in JSON that is written in the background."""

import concurrent.futures
import dataclasses
import decimal
import os
import sys
import tempfile

from loguru import logger
from sinks import JsonLines


@dataclasses.dataclass
class Offer:
    article: str
    price: decimal.Decimal


def offers(supplier):
    for number in range(200):
        price = decimal.Decimal(number * 7 % 100) / 4
        yield Offer(f"{supplier}-{number:03}", price)


def load(supplier):
    log = logger.bind(supplier=supplier)
    count = 0
    for offer in offers(supplier):
        if offer.price == 0:
            log.bind(price=offer.price).warning("no price for {}", offer.article)
            continue
        count += 1
    log.info("{} offers", count)
    return count


def main(folder):
    logger.remove()
    logger.add(sys.stderr, level="ERROR")
    logger.add(JsonLines(os.path.join(folder, "prices.log")), enqueue=True)
    with concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="supplier") as pool:
        total = sum(pool.map(load, ("acme", "globex", "initech", "umbrella")))
    logger.info("{} offers in all", total)
    logger.complete()
    print(total, "offers")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(temporary)
