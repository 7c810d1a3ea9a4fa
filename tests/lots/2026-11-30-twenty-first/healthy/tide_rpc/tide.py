"""Tides by XML-RPC: a question waits for the next tide, which comes each eight seconds."""

import socketserver
import threading
import time
import xmlrpc.client
import xmlrpc.server


class Server(socketserver.ThreadingMixIn, xmlrpc.server.SimpleXMLRPCServer):
    daemon_threads = True


class Tide:
    def __init__(self):
        self.number = 0
        self.change = threading.Condition()

    def next(self, last):
        with self.change:
            self.change.wait_for(lambda: self.number > last)
            return self.number

    def flow(self):
        while True:
            time.sleep(8)
            with self.change:
                self.number += 1
                self.change.notify_all()


class Boat(threading.Thread):
    def __init__(self, url, name):
        super().__init__(name=name)
        self.url = url

    def run(self):
        with xmlrpc.client.ServerProxy(self.url) as proxy:
            last = 0
            while last < 30:
                last = proxy.next(last)
                print(self.name, last, flush=True)


def main():
    tide = Tide()
    server = Server(("127.0.0.1", 0), logRequests=False)
    server.register_instance(tide)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Thread(target=tide.flow, name="flow", daemon=True).start()
    boats = [Boat("http://127.0.0.1:%d" % server.server_address[1], name) for name in ("cod", "eel")]
    for boat in boats:
        boat.start()
    for boat in boats:
        boat.join()


if __name__ == "__main__":
    main()
