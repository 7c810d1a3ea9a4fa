import random
import threading

from routes import Network, Planner


def roadworks(network, stop, seed):
    chance = random.Random(seed)
    while not stop.wait(0.1):
        network.connect("mill", "quay", chance.randrange(9, 30))


def main():
    network = Network()
    for one, other, minutes in (
        ("mill", "quay", 12),
        ("quay", "fair", 7),
        ("mill", "kirk", 5),
        ("kirk", "fair", 11),
        ("fair", "moor", 20),
    ):
        network.connect(one, other, minutes)
    stop = threading.Event()
    with Planner(network) as planner:
        threading.Thread(target=roadworks, args=(network, stop, 5), name="roadworks", daemon=True).start()
        print(planner.ask(("mill", "moor"), ("kirk", "quay"))[1], flush=True)
        version, table = planner.table(["mill", "kirk", "moor"])
        print(version > 0, table, flush=True)
        stop.set()


if __name__ == "__main__":
    main()
