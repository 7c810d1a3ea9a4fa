"""The leaflets of the town, served by WSGI; a reader asks for each of them."""

import threading
import urllib.request
from wsgiref.simple_server import WSGIRequestHandler, make_server

import mistune

from marks import marks
from visitors import Visitors

LEAFLETS = {
    "/pool": "# The pool\n\n~~> heated\n\n[hours]\nmo-fr 7 to 20\nsa 9 to 18\n[/hours]\n\nBring a towel.\n",
    "/library": "# The library\n\n[hours]\ntu 10 to 18\nth 12 to 20\n[/hours ]\n\nQuiet, please.\n",
}


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


class Leaflets:
    def __init__(self):
        self.markdown = mistune.create_markdown(plugins=[marks])

    def __call__(self, environ, start_response):
        text = LEAFLETS.get(environ["PATH_INFO"])
        if text is None:
            start_response("404 Not Found", [])
            return [b""]
        start_response("200 OK", [("Content-Type", "text/html")])
        return [self.markdown(text).encode()]


def main():
    server = make_server("127.0.0.1", 0, Visitors(Leaflets()), handler_class=Quiet)
    threading.Thread(target=server.serve_forever, name="leaflets", daemon=True).start()
    for path in LEAFLETS:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}{path}") as answer:
            print(path, len(answer.read()), flush=True)


if __name__ == "__main__":
    main()
