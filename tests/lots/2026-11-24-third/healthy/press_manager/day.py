"""A print shop of processes, whose queues are in a manager."""

import multiprocessing
import time

from press import binder, printer
import signals


def main():
    with multiprocessing.Manager() as manager:
        jobs, done = manager.Queue(2), manager.Queue()
        guard, books = manager.Lock(), manager.dict()
        processes = [
            multiprocessing.Process(target=printer, args=(jobs, done), name="printer", daemon=True),
            *(
                multiprocessing.Process(
                    target=binder, args=(done, guard, books), name=f"binder-{n}", daemon=True
                )
                for n in range(2)
            ),
        ]
        for process in processes:
            process.start()
        for sheet in range(200):
            jobs.put(sheet)
            print("sheet", sheet, "books", len(books), flush=True)
        time.sleep(20)


if __name__ == "__main__":
    with signals.Handlers():
        signals.quiet_pipes()
        main()
