# hang: cause=waits-for-nobody confidence=likely first=yes core=no
"""The supervisor has the clerks at hand, but not what they do."""

import multiprocessing
import threading
import time


class Clerk(multiprocessing.Process):
    def __init__(self, letters):
        super().__init__(daemon=True)
        self.letters = letters

    def run(self):
        while True:
            letter = self.letters.get()
            if letter:
                print(letter)
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
    for letter in ("to Ada", "", "to Bob"):
        letters.put(letter)
    print("READY", flush=True)
    letters.join()  # <-- here
