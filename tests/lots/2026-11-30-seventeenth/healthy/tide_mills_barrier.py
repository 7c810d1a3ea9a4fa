"""Three processes grind; they meet after each sack, and share the sum."""

import multiprocessing
import os
import time


def mill(name, seconds, meeting, total, sacks):
    for number in range(sacks):
        time.sleep(seconds)
        with total.get_lock():
            total.value += seconds
        meeting.wait()
        if name == "upper":
            print(os.getpid(), number, total.value, flush=True)


def main():
    context = multiprocessing.get_context("fork")
    meeting = context.Barrier(3)
    total = context.Value("d", 0.0)
    mills = [
        context.Process(target=mill, args=(name, seconds, meeting, total, 10), name=name)
        for name, seconds in (("upper", 3), ("middle", 6), ("lower", 13))
    ]
    for process in mills:
        process.start()
    for process in mills:
        process.join()
    print("ground", total.value)


if __name__ == "__main__":
    main()
