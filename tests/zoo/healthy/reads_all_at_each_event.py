# healthy: watch=yes
import os
import select
import socket
import time


def serve(connection):
    connection.setblocking(False)
    poll = select.epoll()
    poll.register(connection, select.EPOLLIN | select.EPOLLET)
    while True:
        poll.poll()
        try:
            while connection.recv(8192):
                pass
        except BlockingIOError:
            connection.sendall(b"all read")


ours, theirs = socket.socketpair()
child = os.fork()
if child == 0:
    ours.close()
    serve(theirs)
theirs.close()
print("READY", flush=True)
while True:
    ours.sendall(bytes(20_000))
    ours.recv(100)
    time.sleep(0.3)
