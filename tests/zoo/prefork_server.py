# zoo: cause=null-dereference signal=SIGSEGV child=yes
import ctypes
import os
import signal
import socket
import threading
import time


def answer(request):
    if request == b"/thumbnail":
        return ctypes.string_at(request.find(b"?") + 1)  # <-- here
    return b"ok"


def serve(listener):
    while True:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(answer(connection.recv(100)))


def start_worker(listener):
    pid = os.fork()  # <-- started
    if pid:
        return pid
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        serve(listener)
    finally:
        os._exit(1)


def ask(port, request):
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        try:
            return connection.recv(100)
        except ConnectionError:
            return b""


def use(port):
    for request in (b"/", b"/thumbnail", b"/", b"/thumbnail", b"/"):
        print(request, ask(port, request))
    time.sleep(0.3)  # until the master has noted down its new worker
    os.kill(os.getpid(), signal.SIGTERM)


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    workers = {start_worker(listener)}
    signal.signal(
        signal.SIGTERM, lambda *_: [os.kill(worker, signal.SIGTERM) for worker in workers]
    )
    threading.Thread(target=use, args=(listener.getsockname()[1],)).start()
    while workers:
        pid, status = os.wait()
        workers.discard(pid)
        if os.WTERMSIG(status) != signal.SIGTERM:
            workers.add(start_worker(listener))


main()
