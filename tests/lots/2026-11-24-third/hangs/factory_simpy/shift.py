import threading
import time

from machines import Factory
import options


def show(factory):
    while True:
        time.sleep(2)
        print("at minute", factory.env.now, flush=True)


def main():
    factory = Factory()
    threading.Thread(target=show, args=(factory,), name="display", daemon=True).start()
    factory.env.run(until=480)
    print({machine.name: machine.made for machine in factory.machines})


if __name__ == "__main__":
    settings = options.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
