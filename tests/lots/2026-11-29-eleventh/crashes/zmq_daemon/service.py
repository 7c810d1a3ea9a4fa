"""A service that tells the time by zmq; it closes what it has inherited, as daemons do."""

import os
import threading
import time

import zmq


class Service(threading.Thread):
    def __init__(self, context, address):
        super().__init__(name="service", daemon=True)
        self.socket = context.socket(zmq.REP)
        self.socket.bind(address)

    def run(self):
        while True:
            self.socket.recv()
            self.socket.send_string(time.strftime("%H:%M"))


def become_daemon():
    os.umask(0o027)
    os.closerange(3, 1024)


def ask(context, address):
    with context.socket(zmq.REQ) as socket:
        socket.connect(address)
        socket.send(b"time?")
        return socket.recv_string()


context = zmq.Context()
service = Service(context, "inproc://time")
service.start()
print("before", len(ask(context, "inproc://time")), flush=True)
become_daemon()
print("after", len(ask(context, "inproc://time")), flush=True)
