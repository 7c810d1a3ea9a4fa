"""A carillon: bells ring in turns by messages of PyPubSub, three seconds each."""

import threading
import time

from pubsub import pub

tower = threading.Lock()
names = ["Maria", "Petrus", "Anna"]
turn = {name: threading.Event() for name in names}


def ring(name):
    turn[name].set()


def bell(name):
    following = names[(names.index(name) + 1) % len(names)]
    while True:
        turn[name].wait()
        turn[name].clear()
        with tower:
            time.sleep(3)
            print(name, flush=True)
        pub.sendMessage("ring", name=following)


def main():
    pub.subscribe(ring, "ring")
    for name in names:
        threading.Thread(target=bell, args=(name,), name=name).start()
    pub.sendMessage("ring", name="Maria")


if __name__ == "__main__":
    main()
