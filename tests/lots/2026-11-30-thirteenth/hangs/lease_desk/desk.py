import json
import logging
import socket
import socketserver
import threading
import time

from leases import Office

log = logging.getLogger("desk")


class Session(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            question = json.loads(line)
            answer = getattr(self, "on_" + question.pop("do"))(**question)
            self.wfile.write(json.dumps(answer).encode() + b"\n")

    def on_lease(self, client, product):
        try:
            return {"lease": self.server.office.lease(client, product)}
        except LookupError as error:
            return {"none": str(error)}

    def on_leave(self, client):
        return {"left": self.server.office.leave(client)}

    def on_free(self):
        return self.server.office.free()


class Desk(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, office):
        super().__init__(("127.0.0.1", 0), Session)
        self.office = office


class Client:
    def __init__(self, address, name):
        self.name = name
        self.file = socket.create_connection(address).makefile("rw")

    def ask(self, do, **more):
        self.file.write(json.dumps({"do": do, **more}) + "\n")
        self.file.flush()
        return json.loads(self.file.readline())


def draughtsman(address, name, product, days):
    client = Client(address, name)
    for day in range(days):
        log.info("%s, day %d: %s", name, day, client.ask("lease", client=name, product=product))
        time.sleep(0.7)
    log.info("%s: %s", name, client.ask("leave", client=name))


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    office = Office({"draw": 3, "solve": 2}, lasts=1.6)
    with Desk(office) as desk:
        threading.Thread(target=desk.serve_forever, name="desk", daemon=True).start()
        people = [
            threading.Thread(target=draughtsman, args=(desk.server_address, *rest), name=rest[0])
            for rest in (("ada", "draw", 6), ("emil", "solve", 2), ("ruth", "draw", 5))
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
        log.info("%s", Client(desk.server_address, "porter").ask("free"))
        desk.shutdown()


if __name__ == "__main__":
    main()
