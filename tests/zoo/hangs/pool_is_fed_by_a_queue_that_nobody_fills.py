# hang: cause=waits-for-nobody confidence=likely
import multiprocessing
import queue

lines = queue.Queue()


def from_queue():
    while (line := lines.get()) is not None:
        yield line


if __name__ == "__main__":
    lines.put("first")
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print("READY", flush=True)
        for length in pool.imap_unordered(len, from_queue()):  # <-- here
            pass
