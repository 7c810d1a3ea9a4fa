# healthy:
"""As letters_never_ticked_off.py, where one of the clerks takes its time."""

import multiprocessing
import threading
import time


class Clerk(multiprocessing.Process):
    def __init__(self, letters):
        super().__init__(daemon=True)
        self.letters = letters

    def run(self):
        while True:
            self.letters.get()
            time.sleep(60)
            self.letters.task_done()


def supervise(clerks):
    while True:
        time.sleep(0.2)
        print([clerk.is_alive() for clerk in clerks])


if __name__ == "__main__":
    letters = multiprocessing.JoinableQueue()
    clerks = [Clerk(letters) for _ in range(2)]
    for clerk in clerks:
        clerk.start()
    threading.Thread(target=supervise, args=(clerks,), daemon=True).start()
    letters.put("to Ada")
    print("READY", flush=True)
    letters.join()
