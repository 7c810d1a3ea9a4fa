# Several threads send through one socket, which is for one thread.
# https://github.com/zeromq/pyzmq/issues/1782
import threading

import zmq

context = zmq.Context()
receiver = context.socket(zmq.PULL)
port = receiver.bind_to_random_port("tcp://127.0.0.1")
sender = context.socket(zmq.PUSH)
sender.connect(f"tcp://127.0.0.1:{port}")


def send(number):
    for n in range(200_000):
        sender.send_multipart([b"%d" % number, b"x" * 200])  # <-- here


def receive():
    while True:
        receiver.recv()


threading.Thread(target=receive, daemon=True).start()
threads = [threading.Thread(target=send, args=(n,)) for n in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
