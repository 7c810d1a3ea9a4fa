# healthy:
# The handler of a request sets the event that the main thread waits for.
import http.server
import threading


class Asked(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.report.finish()


class Report:
    def __init__(self):
        self.done = threading.Event()

    def finish(self):
        self.done.set()


server = http.server.HTTPServer(("127.0.0.1", 0), Asked)
server.report = Report()
threading.Thread(target=server.serve_forever, daemon=True).start()
print("READY", flush=True)
server.report.done.wait()
