"""Pipes are handed over by a socket; each is read until its end, which comes after six seconds."""

import os
import socket
import threading
import time


def press(desk):
    while True:
        name, pipes, _, _ = socket.recv_fds(desk, 100, 1)
        with open(pipes[0]) as text:
            print(name.decode(), len(text.read()), flush=True)
        desk.sendall(b"done")


if __name__ == "__main__":
    here, there = socket.socketpair()
    threading.Thread(target=press, args=[there], name="press", daemon=True).start()
    for number in range(40):
        reading, writing = os.pipe()
        socket.send_fds(here, [b"job %d" % number], [reading])
        os.close(reading)
        threading.Timer(6, os.close, [writing]).start()
        os.write(writing, b"text " * 20)
        here.recv(10)
