import socketserver
import threading
import time
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


class Threading(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *details):
        pass


class Office:
    def __init__(self):
        self.stamp = threading.Lock()
        self.letters = 0

    def __call__(self, environ, start):
        with self.stamp:
            time.sleep(7)
            self.letters += 1
            body = b"%d" % self.letters
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]


def client(port):
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
            print(threading.current_thread().name, answer.read().decode(), flush=True)


if __name__ == "__main__":
    server = make_server("127.0.0.1", 0, Office(), Threading, Quiet)
    for name in ("Ida", "Jan", "Kai"):
        threading.Thread(target=client, args=(server.server_port,), name=name, daemon=True).start()
    server.serve_forever()
