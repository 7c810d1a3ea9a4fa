# A client of one connection and without timeouts: inside of a stream it asks for a second page.
# https://www.python-httpx.org/advanced/resource-limits/
import http.server
import threading

import httpx


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.wfile.write(b"next\nlast\n")

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
threading.Thread(target=server.serve_forever, daemon=True, name="server").start()
base = f"http://127.0.0.1:{server.server_port}"
client = httpx.Client(limits=httpx.Limits(max_connections=1), timeout=None, base_url=base)
print("READY", flush=True)
with client.stream("GET", "/index") as index:
    for name in index.iter_lines():
        print(client.get("/" + name).text)  # <-- here
