# A request calls back into the client, whose callback asks the server again: that request is served
# on top of the first one, and waits for what the first one does next.
# https://github.com/tomerfiliba-org/rpyc/issues/152
import multiprocessing
import threading

import rpyc
from rpyc.utils.server import ThreadedServer

FOR_EVER = {"sync_request_timeout": None}


class Builder(rpyc.Service):
    def __init__(self):
        self.told = threading.Event()

    def exposed_build(self, progress):
        progress(0.5)  # <-- here
        self.told.set()
        return "built"

    def exposed_wait_until_told(self):
        self.told.wait()  # <-- here


def serve(ports):
    server = ThreadedServer(Builder, hostname="127.0.0.1", port=0, protocol_config=FOR_EVER)
    ports.put(server.port)
    server.start()


if __name__ == "__main__":
    ports = multiprocessing.Queue()
    multiprocessing.Process(target=serve, args=(ports,), daemon=True).start()
    connection = rpyc.connect("127.0.0.1", ports.get(), config=FOR_EVER)

    def progress(share):
        connection.root.wait_until_told()  # <-- here
        print(share)

    print("READY", flush=True)
    print(connection.root.build(progress))  # <-- also
