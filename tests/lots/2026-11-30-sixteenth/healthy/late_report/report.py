"""A report is written while the program ends: the main thread is through long before."""

import atexit
import concurrent.futures
import threading
import time


class Writer(threading.Thread):
    """Must not be cut off, so it is no daemon."""

    def __init__(self, chapters):
        super().__init__(name="writer")
        self.chapters = chapters
        self.pages = []

    def run(self):
        for chapter in self.chapters:
            for page in range(6):
                time.sleep(2.5)
                self.pages.append((chapter, page))
            print(chapter, "is written", flush=True)


def proofread(chapter):
    time.sleep(11)
    return f"{chapter}: {len(chapter)} slips"


@atexit.register
def bye():
    print("all is done", flush=True)


pool = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="reader")
chapters = ["Weather", "Harvest", "Prices", "Visitors", "Outlook", "Thanks", "Index"]
Writer(chapters).start()
for chapter in chapters:
    pool.submit(proofread, chapter).add_done_callback(lambda future: print(future.result(), flush=True))
print("the main thread is through", flush=True)
