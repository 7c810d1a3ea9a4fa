"""Two cellarers pour wine to and fro, and a third one counts."""

import concurrent.futures
import threading
import time

import cellar


class Cellarer:
    def __init__(self, source, target):
        self.source = source
        self.target = target

    def work(self, times):
        for _ in range(times):
            self.source.pour_into(self.target, 1)
            time.sleep(0.003)
        return times


def count(barrels):
    while True:
        time.sleep(0.5)
        print({barrel.name: barrel.litres for barrel in barrels}, flush=True)


def main():
    red, white = cellar.Barrel("red", 500), cellar.Barrel("white", 500)
    threading.Thread(target=count, args=[[red, white]], name="counter", daemon=True).start()
    with concurrent.futures.ThreadPoolExecutor(2, "cellarer") as pool:
        jobs = [
            pool.submit(Cellarer(red, white).work, 400),
            pool.submit(Cellarer(white, red).work, 400),
        ]
    print(sum(job.result() for job in jobs), "litres")


if __name__ == "__main__":
    main()
