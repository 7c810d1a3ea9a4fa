import threading

import Pyro5.api

from archive import Archive
import stats
import signals


@stats.counted
def clerk(uri, name):
    with Pyro5.api.Proxy(uri) as archive:
        box = 0
        while True:
            box += 1
            print(name, archive.scan(box), flush=True)


def main():
    with Pyro5.api.Daemon(host="127.0.0.1") as daemon:
        uri = daemon.register(Archive(), "archive")
        for name in ("ada", "ben", "cleo"):
            threading.Thread(target=clerk, args=(uri, name), name=name, daemon=True).start()
        daemon.requestLoop()


if __name__ == "__main__":
    with signals.Handlers():
        signals.quiet_pipes()
        with stats.running():
            main()
