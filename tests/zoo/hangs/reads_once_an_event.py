# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=unread watch=yes
import os
import select
import socket
import threading

LENGTH = 20_000


class Receiver:
    def __init__(self, connection):
        self.connection = connection
        self.connection.setblocking(False)
        self.poll = select.epoll()
        self.poll.register(connection, select.EPOLLIN | select.EPOLLET)

    def receive(self, length):
        parts = []
        while sum(map(len, parts)) < length:
            for _ in self.poll.poll():  # <-- here
                parts.append(self.connection.recv(8192))
        return b"".join(parts)


def answer(connection):
    receiver = Receiver(connection)
    connection.sendall(b"%d" % len(receiver.receive(LENGTH)))


ours, theirs = socket.socketpair()
if os.fork() == 0:
    ours.close()
    threading.Thread(target=answer, args=(theirs,)).start()
else:
    theirs.close()
    ours.sendall(bytes(LENGTH))
    print("READY", flush=True)
    print(ours.recv(100))  # <-- here
