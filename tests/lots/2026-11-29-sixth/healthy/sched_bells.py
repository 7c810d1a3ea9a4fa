"""The bells of a school, by the module sched: the next one is minutes away, a janitor sweeps."""

import sched
import threading
import time


def janitor(key):
    while True:
        with key:
            time.sleep(6)


def main():
    key = threading.RLock()
    threading.Thread(target=janitor, args=(key,), name="janitor", daemon=True).start()
    bells = sched.scheduler()
    for lesson in range(1, 12):
        bells.enter(45 * lesson, 1, print, (f"lesson {lesson}",), {"flush": True})
    bells.run()


if __name__ == "__main__":
    main()
