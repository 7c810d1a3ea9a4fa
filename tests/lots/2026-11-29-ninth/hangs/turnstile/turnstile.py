"""The turnstile of a museum: counts visitors, over HTTP, until somebody says that it is closing time."""

import http.server
import json
import logging
import threading
import urllib.request

log = logging.getLogger("turnstile")


class Counter(http.server.BaseHTTPRequestHandler):
    visitors = 0

    def do_POST(self):
        action = getattr(self, "on_" + self.path.strip("/"), None)
        if action is None:
            self.send_error(404)
            return
        body = json.dumps(action()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def on_enter(self):
        Counter.visitors += 1
        return {"visitors": Counter.visitors}

    def on_close(self):
        log.info("closing time")
        self.server.shutdown()
        return {"visitors": Counter.visitors, "closed": True}

    def log_message(self, form, *values):
        log.debug(form, *values)


class Guard:
    """Lets visitors in, and closes in the evening."""

    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}/"

    def tell(self, what):
        with urllib.request.urlopen(urllib.request.Request(self.base + what, b"")) as answer:
            return json.load(answer)


def main():
    logging.basicConfig(level=logging.INFO)
    with http.server.HTTPServer(("127.0.0.1", 0), Counter) as server:
        thread = threading.Thread(target=server.serve_forever, name="turnstile")
        thread.start()
        guard = Guard(server.server_port)
        for _ in range(5):
            guard.tell("enter")
        print("today:", guard.tell("close"), flush=True)
        thread.join()


if __name__ == "__main__":
    main()
