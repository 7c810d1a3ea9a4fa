"""A service that retries a flaky call, with reports to a Sentry that only counts them."""

import logging
import random
import time

import sentry_sdk
from sentry_sdk.transport import Transport


class Counting(Transport):
    def __init__(self, options=None):
        super().__init__(options)
        self.sent = 0

    def capture_envelope(self, envelope):
        self.sent += 1


class Flaky(Exception):
    pass


def call(chance, number):
    if chance.random() < 0.6:
        raise Flaky(f"no answer to {number}")
    return number * 2


def with_retries(chance, number):
    for attempt in range(12):
        try:
            return call(chance, number)
        except Flaky as error:
            sentry_sdk.capture_exception(error)
            time.sleep(min(0.2 * 2**attempt, 5))
    return None


def main():
    logging.basicConfig(level=logging.WARNING)
    sentry_sdk.init(dsn="http://key@127.0.0.1/1", transport=Counting, default_integrations=False)
    chance = random.Random(11)
    for number in range(150):
        print(number, with_retries(chance, number), flush=True)
        time.sleep(0.3)


main()
