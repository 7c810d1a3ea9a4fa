import threading
import time

from client import Client
from server import Server


def clock():
    while True:
        time.sleep(2)
        print(time.strftime("%X"), flush=True)


def main():
    server = Server()
    threading.Thread(target=server.serve_forever, name="labels", daemon=True).start()
    threading.Thread(target=clock, name="clock", daemon=True).start()
    client = Client(server.server_address)
    for name, value in [("A1", "bolts"), ("A2", "nuts"), ("B1", "hinges")]:
        print("set", client.set(name, value), flush=True)
    print(client.names(), client.ask("A2"))
    client.close()
    server.shutdown()


if __name__ == "__main__":
    main()
