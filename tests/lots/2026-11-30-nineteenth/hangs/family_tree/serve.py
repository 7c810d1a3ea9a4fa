import tempfile
import threading
import urllib.request
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from sqlobject import connectionForURI, sqlhub

from persons import Person, fill


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


def app(environ, start_response):
    number = int(environ["PATH_INFO"].strip("/"))
    person = Person.get(number)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{person.title}, {person.born}\n".encode()]


def main():
    with tempfile.TemporaryDirectory() as folder:
        sqlhub.processConnection = connectionForURI(f"sqlite:{Path(folder) / 'tree.db'}")
        known = fill()
        sqlhub.processConnection.cache.clear()
        server = make_server("127.0.0.1", 0, app, Server, Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("Ida", "Maja", "Otto"):
            with urllib.request.urlopen(
                f"http://127.0.0.1:{server.server_port}/{known[name]}"
            ) as answer:
                print(answer.read().decode().strip(), flush=True)


if __name__ == "__main__":
    main()
