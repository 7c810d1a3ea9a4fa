import http.server
import json
import logging
import threading
import urllib.request

from balancer import Balancer
from cluster import Cluster

log = logging.getLogger("service")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        plan = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        cluster = Cluster(plan["nodes"], plan["shards"])
        moved = Balancer(cluster, plan["tolerance"]).balance()
        body = {"moved": moved, "nodes": {n.name: n.load for n in cluster.nodes}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def do_GET(self):
        self.send_response(204)
        self.end_headers()

    def log_message(self, text, *arguments):
        log.debug(text, *arguments)


def ask(port, plan):
    url = f"http://127.0.0.1:{port}/balance"
    with urllib.request.urlopen(url, json.dumps(plan).encode()) as answer:
        return json.load(answer)


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    shards = {"users": 40, "orders": 35, "items": 30, "log": 25, "mail": 20, "tags": 10}
    for tolerance in (60, 10):
        plan = {"nodes": ["n1", "n2"], "shards": shards, "tolerance": tolerance}
        print(ask(server.server_port, plan), flush=True)
    plan = {"nodes": ["n1", "n2"], "shards": {**shards, "video": 460}, "tolerance": 30}
    print(ask(server.server_port, plan), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
