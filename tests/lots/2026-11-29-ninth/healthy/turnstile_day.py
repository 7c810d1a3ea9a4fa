"""The turnstile of a museum counts visitors over HTTP; a visitor comes every six seconds."""

import http.server
import json
import threading
import time
import urllib.request


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
        time.sleep(4)  # the turnstile turns slowly
        return {"visitors": Counter.visitors}

    def on_close(self):
        threading.Thread(target=self.server.shutdown, name="closing").start()
        return {"visitors": Counter.visitors, "closed": True}

    def log_message(self, form, *values):
        pass


def tell(port, what):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{what}", b"")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    with http.server.HTTPServer(("127.0.0.1", 0), Counter) as server:
        thread = threading.Thread(target=server.serve_forever, name="turnstile")
        thread.start()
        for _ in range(15):
            print(tell(server.server_port, "enter"), flush=True)
            time.sleep(2)
        print(tell(server.server_port, "close"), flush=True)
        thread.join()


if __name__ == "__main__":
    main()
