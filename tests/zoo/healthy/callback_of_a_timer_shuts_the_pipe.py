# healthy:
import os
import socket
import threading


def press(desk):
    while True:
        name, pipes, _, _ = socket.recv_fds(desk, 100, 1)
        with open(pipes[0]) as text:
            text.read()
        desk.sendall(name)


here, there = socket.socketpair()
threading.Thread(target=press, args=[there], daemon=True).start()
reading, writing = os.pipe()
socket.send_fds(here, [b"job"], [reading])
os.close(reading)
timer = threading.Timer(60, os.close, [writing])
timer.daemon = True
timer.start()
print("READY", flush=True)
here.recv(10)
