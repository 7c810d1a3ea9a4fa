"""Names of cities over HTTP (cheroot)."""

import os
import sys
import tempfile
import threading
import time
import urllib.request

from cheroot import wsgi

from cities import Cities
import logs

TABLE = "HAM Hamburg\nOSL Oslo\nRIX Riga\n"


class Application:
    def __init__(self, cities):
        self.cities = cities

    def __call__(self, environ, start_response):
        name = self.cities.name(environ["PATH_INFO"].strip("/"))
        start_response("200 OK" if name else "404 Not Found", [("Content-Type", "text/plain")])
        return [(name or "unknown").encode()]


def client(port):
    time.sleep(0.5)
    for code in ("OSL", "RIX"):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{code}") as answer:
            print(code, answer.read().decode(), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "cities.txt"), "w") as file:
            file.write(TABLE)
        application = Application(Cities(sys.argv[1], os.path.join(folder, "city.txt")))
        server = wsgi.Server(("127.0.0.1", 0), application, numthreads=3)
        server.prepare()
        threading.Thread(target=client, args=(server.bind_addr[1],), daemon=True).start()
        server.serve()


if __name__ == "__main__":
    with logs.logging_to_stderr() as log:
        log.info("%s starts", "the service of cities")
        main()
