import http.client
import json
import logging
import threading

from werkzeug.serving import make_server

from app import create_app


class Client:
    def __init__(self, port):
        self.port = port

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port)

    def put(self, article, pieces):
        connection = self.connection()
        body = json.dumps({"pieces": pieces})
        connection.request(
            "PUT", f"/articles/{article}", body, {"Content-Type": "application/json"}
        )
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def lines(self):
        connection = self.connection()
        connection.request("GET", "/export.csv")
        with connection.getresponse() as answer:
            for line in answer:
                yield line.decode().rstrip("\n").split(";")
        connection.close()

    def health(self):
        connection = self.connection()
        connection.request("GET", "/health")
        text = connection.getresponse().read()
        connection.close()
        return json.loads(text)


def watch(client, over):
    while not over.wait(2):
        print(client.health(), flush=True)


def recount(rows):
    server = make_server("127.0.0.1", 0, create_app(rows), threaded=True)
    threading.Thread(target=server.serve_forever, name="werkzeug", daemon=True).start()
    client = Client(server.server_port)
    over = threading.Event()
    threading.Thread(target=watch, args=(client, over), name="watch", daemon=True).start()
    corrected = 0
    for article, pieces, *_ in client.lines():
        if int(pieces) < 5:
            client.put(article, 5)
            corrected += 1
    print(rows, "rows,", corrected, "corrected", flush=True)
    over.set()
    server.shutdown()


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    recount(20)
    recount(200_000)
