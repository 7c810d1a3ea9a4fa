# The server has one thread and keeps connections alive: it waits for the next request of the first
# connection, while the client waits for the answer on its second.
# https://github.com/nschloe/tuna/issues/178
import http.client
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.path.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True, name="server").start()
page, style = (http.client.HTTPConnection(*server.server_address) for _ in range(2))
page.request("GET", "/index.html")
print(page.getresponse().read())
print("READY", flush=True)
style.request("GET", "/style.css")
print(style.getresponse().read())  # <-- here
