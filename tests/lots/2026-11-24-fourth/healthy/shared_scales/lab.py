"""Technicians in processes share two scales through a manager."""

import multiprocessing
import time


def technician(scale, results, seconds):
    number = 0
    while True:
        with scale:
            time.sleep(seconds)
            results.append(number)
        number += 1


def main():
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager:
        results = manager.list()
        scales = [manager.Lock(), manager.Lock()]
        people = [
            context.Process(
                target=technician,
                args=(scales[n % 2], results, 2 + n),
                name=f"technician-{n}",
                daemon=True,
            )
            for n in range(5)
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()


if __name__ == "__main__":
    main()
