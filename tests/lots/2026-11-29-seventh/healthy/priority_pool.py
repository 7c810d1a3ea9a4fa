"""A pool whose three threads work on a long queue, while the main thread waits for the last."""

import concurrent.futures
import hashlib
import time


def work(number):
    digest = b""
    for _ in range(20):
        digest = hashlib.sha256(digest + bytes([number])).digest()
        time.sleep(0.3)
    return digest[0]


if __name__ == "__main__":
    with concurrent.futures.ThreadPoolExecutor(3, "worker") as pool:
        futures = [pool.submit(work, number) for number in range(60)]
        print(futures[-1].result())
