import http.server
import json
import logging
import sys
import threading
import time

log = logging.getLogger("shop")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        from catalog import ARTICLES

        article = ARTICLES.get(self.path.strip("/"))
        self.send_response(200 if article else 404)
        self.end_headers()
        if article:
            self.wfile.write(json.dumps({"name": article.name, "cents": article.cents}).encode())


def heartbeat():
    while True:
        time.sleep(1)
        log.info("alive")


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    threading.Thread(target=heartbeat, name="heartbeat", daemon=True).start()
    import catalog

    log.info("%d articles", len(catalog.ARTICLES))
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    log.info("at port %d", server.server_port)
    server.handle_request() if "--once" in sys.argv else server.serve_forever()


if __name__ == "__main__":
    main()
