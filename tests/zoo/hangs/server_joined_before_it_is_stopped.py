# hang: cause=deadlock confidence=likely
import socketserver
import threading


class Letter(socketserver.StreamRequestHandler):
    def handle(self):
        self.server.box.append(self.rfile.readline())


class Post(socketserver.ThreadingTCPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Letter)
        self.box = []


class Office:
    def __init__(self):
        self.post = Post()
        self.thread = threading.Thread(target=self.post.serve_forever)
        self.thread.start()

    def close(self):
        self.thread.join()  # <-- here
        self.post.shutdown()


office = Office()
print("READY", flush=True)
office.close()
