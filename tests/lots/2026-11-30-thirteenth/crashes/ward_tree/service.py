"""The wards by HTTP: /wards?fields=name,beds,parts"""

import logging
import threading
import urllib.parse
import urllib.request
import wsgiref.simple_server

from _fastjson import dumps
from wards import hospital

log = logging.getLogger("service")


def route(path):
    def keep(function):
        ROUTES[path] = function
        return function
    return keep


ROUTES = {}
ROOT = hospital()


@route("/wards")
def wards(query):
    fields = query.get("fields", ["name,beds,parts"])[0].split(",")
    return ROOT.view(tuple(fields))


@route("/beds")
def beds(query):
    total, todo = 0, [ROOT]
    while todo:
        ward = todo.pop()
        total += ward.beds
        todo.extend(ward.parts)
    return {"beds": total}


def application(environ, start_response):
    handler = ROUTES.get(environ["PATH_INFO"])
    if handler is None:
        start_response("404 Not Found", [])
        return [b""]
    answer = handler(urllib.parse.parse_qs(environ["QUERY_STRING"]))
    body = dumps(answer)
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


def main():
    logging.basicConfig(level=logging.INFO)
    with wsgiref.simple_server.make_server("127.0.0.1", 0, application) as server:
        threading.Thread(target=server.serve_forever, name="wsgi", daemon=True).start()
        root = f"http://127.0.0.1:{server.server_port}"
        for path in ("/beds", "/wards", "/wards?fields=name,beds,within,parts"):
            with urllib.request.urlopen(root + path, timeout=30) as answer:
                print(path, answer.read().decode()[:300], flush=True)
        server.shutdown()


if __name__ == "__main__":
    main()
