"""A thread that reads from a socket, and can be asked to stop."""

import signal
import socket
import threading


class Reader:
    def __init__(self):
        self.here, self.there = socket.socketpair()
        self.stopping = False
        self.received = 0
        self.thread = threading.Thread(target=self.run, name="reader")
        self.thread.start()

    def run(self):
        while not self.stopping:
            try:
                self.received += len(self.here.recv(1024))
            except InterruptedError:
                continue

    def stop(self):
        self.stopping = True
        signal.pthread_kill(self.thread.ident, signal.SIGUSR1)
        self.thread.join()
