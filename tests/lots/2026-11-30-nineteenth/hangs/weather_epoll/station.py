"""One thread looks at all sockets, a few others read from them."""

import queue
import select
import socket
import threading

EVENTS = select.EPOLLIN | select.EPOLLONESHOT


class Station:
    """Takes readings of sensors; each sensor is told `ok` after each reading."""

    def __init__(self, readers=2):
        self.poll = select.epoll()
        self.sensors = {}
        self.ready = queue.SimpleQueue()
        self.readings = []
        for number in range(readers):
            threading.Thread(target=self._read, name=f"reader {number}", daemon=True).start()
        threading.Thread(target=self._watch, name="watch", daemon=True).start()

    def plug(self, name):
        ours, theirs = socket.socketpair()
        self.sensors[ours.fileno()] = (name, ours)
        self.poll.register(ours.fileno(), EVENTS)
        return theirs

    def _watch(self):
        while True:
            for number, event in self.poll.poll():
                self.ready.put((number, event))

    def _read(self):
        while True:
            number, event = self.ready.get()
            name, sock = self.sensors[number]
            text = sock.recv(256).decode()
            if not text:
                self.poll.unregister(number)
                sock.close()
                continue
            if not text.endswith("\n"):
                self.poll.modify(number, EVENTS)
                continue
            self.readings.append((name, float(text)))
            sock.sendall(b"ok\n")
