# A blocking pool of one connection; the first response was not read, so its connection is not back.
# https://github.com/urllib3/urllib3/pull/2557
import http.server
import threading

import urllib3


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
threading.Thread(target=server.serve_forever, daemon=True, name="server").start()
pages = urllib3.PoolManager(block=True)
pending = []
print("READY", flush=True)
for number in range(3):
    url = f"http://127.0.0.1:{server.server_port}/{number}"
    pending.append(pages.request("GET", url, preload_content=False))  # <-- here
