import argparse
import pathlib
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed

from letters import write_inbox
from words import WordIndex, text_of


class Progress(threading.Thread):
    def __init__(self, index, total):
        super().__init__(name="progress", daemon=True)
        self.index = index
        self.total = total
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(3):
            print(f"{self.index.letters} of {self.total} letters", flush=True)


def index_letter(index, path):
    index.add(path.stem, text_of(path))
    return path.stem


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--readers", type=int, default=2)
    parser.add_argument("--word", default="barrels")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = write_inbox(pathlib.Path(folder) / "inbox")
        index = WordIndex()
        progress = Progress(index, len(paths))
        progress.start()
        with ThreadPoolExecutor(options.readers, thread_name_prefix="reader") as pool:
            jobs = [pool.submit(index_letter, index, path) for path in paths]
            for job in as_completed(jobs):
                print("read", job.result(), flush=True)
        progress.over.set()
        print(options.word, "in", ", ".join(index.find(options.word)))


if __name__ == "__main__":
    main()
