import os
import select
import threading
import time


class Bell:
    def __init__(self):
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)

    def ring(self):
        os.eventfd_write(self.fd, 1)


class Loop:
    def __init__(self):
        self.poll = select.epoll()
        self.handlers = {}

    def watch(self, fd, handler):
        self.handlers[fd] = handler
        self.poll.register(fd, select.EPOLLIN)

    def run(self):
        while True:
            for fd, _ in self.poll.poll():
                self.handlers[fd](os.eventfd_read(fd))


def sexton(bell):
    while True:
        time.sleep(9)
        bell.ring()


if __name__ == "__main__":
    bell, loop = Bell(), Loop()
    loop.watch(bell.fd, lambda times: print("ding", times, flush=True))
    threading.Thread(target=sexton, args=(bell,), daemon=True).start()
    loop.run()
