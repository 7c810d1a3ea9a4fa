"""A station that counts birds; its port stays the same when it is started anew."""

import json
import select
import socket
import threading


def listening(port=0, backlog=64):
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sock.bind(("127.0.0.1", port))
    sock.listen(backlog)
    return sock


class Station:
    """Keeps a port, and has a generation of threads that accept on it."""

    def __init__(self):
        self.doors = [listening()]
        self.port = self.doors[-1].getsockname()[1]
        self.counts = {}
        self.lock = threading.Lock()
        self.stop = None

    def start(self, threads=2):
        self.stop = threading.Event()
        for number in range(threads):
            threading.Thread(target=self.serve, args=(self.doors[-1], self.stop), name=f"accept-{number}", daemon=True).start()

    def serve(self, door, stop):
        door.setblocking(False)
        while not stop.is_set():
            if not select.select([door], [], [], 0.2)[0]:
                continue
            try:
                sock, _ = door.accept()
            except BlockingIOError:
                continue
            sock.setblocking(True)
            with sock, sock.makefile("rw") as stream:
                for line in stream:
                    stream.write(json.dumps(self.count(json.loads(line))) + "\n")
                    stream.flush()

    def count(self, sighting):
        with self.lock:
            bird = sighting["bird"]
            self.counts[bird] = self.counts.get(bird, 0) + sighting["count"]
            return {bird: self.counts[bird]}

    def restart(self):
        """New threads at a new socket of the same port, without a moment in which nobody listens."""
        old = self.stop
        self.doors.append(listening(self.port))
        self.start()
        old.set()
