"""A shelf of wheels for the house, by pypiserver; a colleague looks now and then."""

import pathlib
import socketserver
import tempfile
import threading
import time
import urllib.request
import wsgiref.simple_server

import pypiserver


class Threading(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *args):
        pass


def colleague(port):
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/simple/", timeout=60) as answer:
            print(time.strftime("%X"), answer.read().count(b"<a "), "projects", flush=True)
        time.sleep(22)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("kite-1.0", "kite-1.1", "sail-0.3"):
            pathlib.Path(folder, f"{name}-py3-none-any.whl").write_bytes(b"")
        app = pypiserver.app(roots=[folder], authenticate=[], password_file=".")
        with wsgiref.simple_server.make_server("127.0.0.1", 0, app, Threading, Quiet) as server:
            threading.Thread(target=colleague, args=(server.server_port,), daemon=True).start()
            server.serve_forever()


if __name__ == "__main__":
    main()
