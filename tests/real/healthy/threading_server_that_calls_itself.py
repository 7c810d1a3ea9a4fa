# A handler asks its own server, which has a thread for each request; the inner answer takes long.
import http.server
import threading
import time
import urllib.request


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/report":
            urllib.request.urlopen(f"http://127.0.0.1:{self.server.server_port}/prices").read()
        else:
            time.sleep(300)
        self.send_response(200)
        self.end_headers()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
address = f"http://127.0.0.1:{server.server_port}/report"
threading.Thread(target=urllib.request.urlopen, args=(address,), name="browser", daemon=True).start()
print("READY", flush=True)
server.serve_forever()
