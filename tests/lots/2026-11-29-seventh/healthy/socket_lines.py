"""A client of a server of this process: the server thinks for eight seconds about each line."""

import socketserver
import socket
import threading
import time


class Thinker(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            time.sleep(8)
            self.wfile.write(line.upper())


if __name__ == "__main__":
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Thinker)
    threading.Thread(target=server.serve_forever, daemon=True, name="server").start()
    with socket.create_connection(server.server_address) as connection, connection.makefile("rw") as file:
        for number in range(50):
            file.write(f"line {number}\n")
            file.flush()
            print(file.readline().strip(), flush=True)
