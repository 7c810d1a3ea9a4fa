"""As much of a Redis as the import needs, in a process of its own: for a lock and counters."""

import socketserver
import sys
import threading

DATA = {}
LOCK = threading.Lock()


class Connection(socketserver.StreamRequestHandler):
    def words(self):
        head = self.rfile.readline()
        if not head:
            return None
        found = []
        for _ in range(int(head[1:])):
            length = int(self.rfile.readline()[1:])
            found.append(self.rfile.read(length + 2)[:-2])
        return found

    def handle(self):
        while words := self.words():
            self.wfile.write(self.answer(words[0].upper(), words[1:]))

    def answer(self, name, rest):
        with LOCK:
            if name == b"SET":
                if b"NX" in rest[2:] and rest[0] in DATA:
                    return b"$-1\r\n"
                DATA[rest[0]] = rest[1]
                return b"+OK\r\n"
            if name == b"GET":
                value = DATA.get(rest[0])
                return b"$-1\r\n" if value is None else b"$%d\r\n%b\r\n" % (len(value), value)
            if name == b"DEL":
                return b":%d\r\n" % sum(DATA.pop(key, None) is not None for key in rest)
            if name == b"INCRBY":
                DATA[rest[0]] = b"%d" % (int(DATA.get(rest[0], 0)) + int(rest[1]))
                return b":%b\r\n" % DATA[rest[0]]
            if name == b"EVALSHA":  # only what a lock sends to release itself
                if DATA.get(rest[2]) != rest[3]:
                    return b":0\r\n"
                del DATA[rest[2]]
                return b":1\r\n"
            if name in (b"PING", b"CLIENT", b"SELECT"):
                return b"+OK\r\n"
        return b"-ERR unknown command\r\n"


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Connection)
    print(server.server_address[1], flush=True)
    sys.stdout.close()
    server.serve_forever()
