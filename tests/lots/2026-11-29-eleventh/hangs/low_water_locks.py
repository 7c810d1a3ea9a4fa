"""Lock keepers by telegraph: each message has a head of sixteen bytes, and a text perhaps."""

import select
import socket
import struct
import threading

HEAD = struct.Struct("<4sIII")
upper, lower = socket.socketpair()


def send(keeper, kind, number, text=b""):
    keeper.sendall(HEAD.pack(kind, number, len(text), 0)[: 12 if not text else 16] + text)


def receive(keeper):
    """A message, once its whole head is there: so the kernel wakes us but once."""
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, HEAD.size)
    select.select([keeper], [], [])
    head = keeper.recv(HEAD.size)
    kind, number, size, _ = HEAD.unpack(head.ljust(HEAD.size, b"\0"))
    return kind, number, keeper.recv(size) if size else b""


def keep_lower():
    kind, number, text = receive(lower)
    print("below:", kind, number, text, flush=True)
    send(lower, b"DONE", number)


thread = threading.Thread(target=keep_lower, name="lower keeper")
thread.start()
send(upper, b"BOAT", 17, b"two barges, coal")
print("above:", receive(upper), flush=True)
thread.join()
