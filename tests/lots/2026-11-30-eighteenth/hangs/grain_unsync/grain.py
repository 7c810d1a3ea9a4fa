"""Prices of grain; what waits is run by unsync."""

import concurrent.futures
import time

from unsync import unsync

unsync.thread_executor = concurrent.futures.ThreadPoolExecutor(3, thread_name_prefix="grain")

STOCKS = {"rye": 40, "oats": 25, "wheat": 90, "barley": 10}


@unsync
def stock(kind):
    time.sleep(0.2)
    return STOCKS[kind]


@unsync
def price(kind):
    time.sleep(0.3)
    left = stock(kind).result()
    return round(20 + 100 / left, 2)
