"""Two reports are made in processes of their own while a thread writes the journal."""

import multiprocessing
import threading
import time

journal_lock = threading.Lock()


def write_journal(stop):
    while not stop.is_set():
        with journal_lock:
            time.sleep(0.2)  # a slow disk


def make_report(name):
    with journal_lock:
        print("report on", name)


if __name__ == "__main__":
    stop = threading.Event()
    writer = threading.Thread(target=write_journal, args=(stop,), name="journal")
    writer.start()
    fork = multiprocessing.get_context("fork")
    reports = [fork.Process(target=make_report, args=(n,)) for n in ("may", "june")]
    for report in reports:
        report.start()
    for report in reports:
        report.join()
    stop.set()
