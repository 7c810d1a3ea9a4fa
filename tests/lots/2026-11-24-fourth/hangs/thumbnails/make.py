"""Makes the thumbnails of a folder, in processes that take pictures out of a queue."""

import logging
import multiprocessing
import signal

import pictures
from monitor import Monitor

logging.basicConfig(level=logging.INFO, format="%(processName)s %(message)s")
log = logging.getLogger("thumbnails")


class Maker(multiprocessing.Process):
    def __init__(self, number, tasks, made):
        super().__init__(name=f"maker-{number}", daemon=True)
        self.tasks, self.made = tasks, made

    def run(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while True:
            picture = self.tasks.get()
            if picture.broken:
                log.warning("%s is empty", picture.name)
                continue
            self.made.put((picture.name, picture.thumbnail()))
            self.tasks.task_done()


class Studio:
    def __init__(self, makers):
        self.tasks = multiprocessing.JoinableQueue()
        self.made = multiprocessing.Queue()
        self.makers = [Maker(number, self.tasks, self.made) for number in range(makers)]

    def __enter__(self):
        for maker in self.makers:
            maker.start()
        return self

    def __exit__(self, *_):
        for maker in self.makers:
            maker.terminate()
            maker.join()

    def make(self, folder):
        for picture in folder:
            self.tasks.put(picture)
        self.tasks.join()
        return dict(self.made.get() for picture in folder if not picture.broken)


def main():
    multiprocessing.set_start_method("spawn")
    with Studio(3) as studio, Monitor(studio.makers):
        thumbnails = studio.make(pictures.folder(100))
    print(len(thumbnails), "thumbnails")


if __name__ == "__main__":
    main()
