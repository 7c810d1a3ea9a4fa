import argparse
import os
import tempfile
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import tenants
from pool import Pool


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        _, tenant, page = self.path.split("/", 2)
        if tenant == "health":
            body = b"ok\n"
        else:
            body = b"%d\n" % tenants.visit(self.server.pool, tenant, page)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def ask(port, path):
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    return connection.getresponse().read().decode().strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--connections", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help="leave connections as sqlite has them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "visits.db")
        tenants.prepare(path)
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.pool = Pool(
            path, options.connections, None if options.plain else tenants.configure
        )
        Thread(target=server.serve_forever, name="site", daemon=True).start()
        port = server.server_address[1]
        print("health", ask(port, "/health/"), flush=True)
        for tenant in ("rose", "tulip", "rose"):
            print(tenant, ask(port, f"/{tenant}/index"), flush=True)
        server.shutdown()
        server.pool.close()


if __name__ == "__main__":
    main()
