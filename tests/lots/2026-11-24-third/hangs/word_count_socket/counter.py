"""A server that counts the words of what it is sent."""

import collections
import socketserver


class Count(socketserver.StreamRequestHandler):
    def handle(self):
        text = self.rfile.read().decode()
        words = collections.Counter(text.lower().split())
        for word, number in words.most_common(3):
            self.wfile.write(f"{word} {number}\n".encode())


class CountServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
