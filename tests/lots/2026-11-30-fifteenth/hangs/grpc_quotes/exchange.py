import signal
import threading
import time

from client import Bureau
from service import serve

stopping = threading.Event()


def clock():
    while not stopping.wait(2):
        print(time.strftime("%H:%M:%S"), flush=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    threading.Thread(target=clock, name="clock", daemon=True).start()
    server, port = serve()
    bureau = Bureau(port)
    bureau.fill()
    bureau.full.wait()
    for amount, source, target in [(100, "EUR", "USD"), (20, "NOK", "CHF")]:
        print(f"{amount} {source} = {bureau.convert(amount, source, target):.2f} {target}")
    bureau.close()
    server.stop(None).wait()
    stopping.set()


if __name__ == "__main__":
    main()
