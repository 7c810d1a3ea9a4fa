"""Sends postcards to a service that takes three in twenty seconds; threads wait for their turn."""

import concurrent.futures
import threading

from pyrate_limiter import Duration, Limiter, Rate

limiter = Limiter(Rate(3, Duration.SECOND * 20))
sent = []
lock = threading.Lock()


def send(number):
    limiter.try_acquire("postcards", blocking=True)
    with lock:
        sent.append(number)
        print("card", number, "is", len(sent), "th", flush=True)
    return number


def main():
    with concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="post") as pool:
        for number in pool.map(send, range(60)):
            if number == 59:
                print("the last one")


if __name__ == "__main__":
    main()
