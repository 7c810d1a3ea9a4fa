"""A translator behind a ROUTER, asked by clients over DEALER sockets."""

import threading

import zmq

context = zmq.Context()
WORDS = {b"bread": b"Brot", b"milk": b"Milch"}


def translator(ready):
    socket = context.socket(zmq.ROUTER)
    socket.bind("inproc://translator")
    ready.set()
    while True:
        client, *frames = socket.recv_multipart()  # <-- here
        word = frames[-1]
        translated = WORDS.get(word)
        if translated is None:
            socket.send_multipart([b"unknown", word])
        else:
            socket.send_multipart([client, translated])


def ask(socket, word):
    socket.send(word)
    return socket.recv()  # <-- here


def main():
    ready = threading.Event()
    threading.Thread(target=translator, args=(ready,), daemon=True, name="translator").start()
    ready.wait()
    socket = context.socket(zmq.DEALER)
    socket.connect("inproc://translator")
    for word in (b"bread", b"milk", b"cheese", b"butter"):
        print(word, ask(socket, word))


main()
