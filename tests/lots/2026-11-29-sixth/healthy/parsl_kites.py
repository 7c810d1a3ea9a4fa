"""Kites are built by apps of parsl, in two threads: each step takes nine seconds."""

import time

import parsl
from parsl.config import Config
from parsl.executors.threads import ThreadPoolExecutor


@parsl.python_app
def frame(number):
    import time

    time.sleep(9)
    return f"frame {number}"


@parsl.python_app
def paper(frame):
    import time

    time.sleep(9)
    return f"{frame} with paper"


def main():
    parsl.load(Config(executors=[ThreadPoolExecutor(label="shop", max_threads=2)]))
    started = time.monotonic()
    kites = [paper(frame(number)) for number in range(20)]
    for kite in kites:
        print(kite.result(), round(time.monotonic() - started), flush=True)


if __name__ == "__main__":
    main()
