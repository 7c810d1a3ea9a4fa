# A worker is forked and opens its socket in the context of its parent, whose I/O thread it does not
# have: what it asks is never sent.
# https://github.com/zeromq/pyzmq/issues/1049
import multiprocessing
import threading

import zmq

context = zmq.Context()


def answer(server):
    while True:
        server.send(server.recv().upper())


def work(port):
    client = context.socket(zmq.REQ)
    client.connect(f"tcp://127.0.0.1:{port}")
    client.send(b"first")
    print(client.recv())  # <-- here


def main():
    server = context.socket(zmq.REP)
    port = server.bind_to_random_port("tcp://127.0.0.1")
    threading.Thread(target=answer, args=(server,), daemon=True).start()
    mine = context.socket(zmq.REQ)
    mine.connect(f"tcp://127.0.0.1:{port}")
    mine.send(b"warm up")
    print(mine.recv())
    worker = multiprocessing.get_context("fork").Process(target=work, args=(port,))
    worker.start()
    print("READY", flush=True)
    worker.join()  # <-- also


if __name__ == "__main__":
    main()
