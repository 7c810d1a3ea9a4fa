import threading
import time

from port import Port
import options


def show(port):
    while True:
        time.sleep(5)
        print(port.served, "ships by minute", int(port.env.now), flush=True)


def main():
    port = Port(cranes=3)
    threading.Thread(target=show, args=(port,), name="display", daemon=True).start()
    port.env.run(until=500 * 365 * 24 * 60)
    print(port.waited / port.served)


if __name__ == "__main__":
    settings = options.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
