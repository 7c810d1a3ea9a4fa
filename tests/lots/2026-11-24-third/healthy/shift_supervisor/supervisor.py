"""Start children again when they end, told by SIGCHLD through a pipe of its own."""

import os
import select
import signal

from children import Child


class Supervisor:
    def __init__(self, children):
        self.children = children
        self.starts = 0
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.writing, False)
        signal.set_wakeup_fd(self.writing)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def start(self, child):
        child.start()
        self.starts += 1

    def reap(self):
        for child in self.children:
            pid, _ = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                print(child.name, "ended; start", self.starts, flush=True)
                self.start(child)

    def run(self):
        for child in self.children:
            self.start(child)
        poll = select.poll()
        poll.register(self.reading, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                os.read(descriptor, 100)
            self.reap()


if __name__ == "__main__":
    Supervisor([Child("mail", 6), Child("web", 13), Child("cron", 17)]).run()
