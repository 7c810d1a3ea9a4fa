# A client asks for news; the server answers when there is some, or after 20 seconds.
import http.server
import threading
import time
import urllib.request

news = threading.Condition()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with news:
            news.wait(20)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"news")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, name="server", daemon=True).start()


def publish():
    while True:
        time.sleep(5)
        with news:
            news.notify_all()


threading.Thread(target=publish, name="publisher", daemon=True).start()
print("READY", flush=True)
while True:
    print(urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/").read())
