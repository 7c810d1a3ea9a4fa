import threading
import time
from concurrent.futures import ThreadPoolExecutor

from mirror import Mirror
from source import Source


def telling(source, mirror):
    while True:
        time.sleep(2)
        print(f"{source.calls} calls, {len(mirror.seen)} customers", flush=True)


def main():
    with ThreadPoolExecutor(1, thread_name_prefix="sync") as pool:
        for rows in (350, 2000):
            source = Source(rows)
            mirror = Mirror(source)
            threading.Thread(
                target=telling, args=(source, mirror), name="telling", daemon=True
            ).start()
            print(pool.submit(mirror.sync).result(), "customers", flush=True)
            print(mirror.frame()["changed"].max(), flush=True)


if __name__ == "__main__":
    main()
