import socket

from protocol import ASK, HEAD, LIST, SET, pack, unpack


class Client:
    def __init__(self, address):
        self._socket = socket.create_connection(address)
        self._file = self._socket.makefile("rb")

    def _call(self, kind, text=""):
        self._socket.sendall(pack(kind, text))
        head = self._file.read(HEAD.size)
        length = HEAD.unpack(head)[2]
        return unpack(head + self._file.read(length))[1]

    def set(self, name, value):
        return self._call(SET, f"{name}={value}")

    def ask(self, name):
        return self._call(ASK, name)

    def names(self):
        return self._call(LIST).split(",")

    def close(self):
        self._file.close()
        self._socket.close()
