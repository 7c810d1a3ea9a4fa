"""Asks the instruments of a survey; whichever answers first is asked for its next line."""

import concurrent.futures
import random
import time

INSTRUMENTS = {"theodolite": 11.0, "level": 6.0, "gps": 17.0}


def line(name, number):
    chance = random.Random(f"{name}{number}")
    time.sleep(INSTRUMENTS[name] + chance.random())
    return name, number, chance.gauss(0, 1)


def main(lines=40):
    with concurrent.futures.ThreadPoolExecutor(len(INSTRUMENTS), thread_name_prefix="asks") as pool:
        waiting = {pool.submit(line, name, 0) for name in INSTRUMENTS}
        sums = dict.fromkeys(INSTRUMENTS, 0.0)
        while waiting:
            done, waiting = concurrent.futures.wait(
                waiting, return_when=concurrent.futures.FIRST_COMPLETED
            )
            for future in done:
                name, number, value = future.result()
                sums[name] += value
                print(name, number, f"{sums[name]:+.2f}", flush=True)
                if number + 1 < lines:
                    waiting.add(pool.submit(line, name, number + 1))


if __name__ == "__main__":
    main()
