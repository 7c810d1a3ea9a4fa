import contextlib
import socket
import threading

from counter import Count, CountServer
import stats
import preferences

TEXT = "the mill and the river and the ferry\n" * 500


class Counter:
    def __init__(self, address):
        self.socket = socket.create_connection(address)

    def close(self):
        self.socket.close()

    def most_common(self, text):
        self.socket.sendall(text.encode())
        answer = b""
        while part := self.socket.recv(4096):
            answer += part
        return answer.decode().splitlines()


def main():
    with CountServer(("127.0.0.1", 0), Count) as server:
        threading.Thread(target=server.serve_forever, name="counter", daemon=True).start()
        with contextlib.closing(Counter(server.server_address)) as counter:
            print(counter.most_common(TEXT))
        server.shutdown()


if __name__ == "__main__":
    settings = preferences.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    with stats.running():
        main()
