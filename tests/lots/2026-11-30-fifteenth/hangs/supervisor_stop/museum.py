import threading
import time

from actors import Stop, Supervisor
from counters import Counter, Doorman


def ticking(actors):
    while True:
        time.sleep(0.2)
        for actor in actors:
            actor.tell("tick")


def main():
    museum = Supervisor("museum").start()
    actors = [museum.ask(("spawn", Doorman, "door", 1))]
    for seed, wing in enumerate(["coins", "maps", "birds"]):
        actors.append(museum.ask(("spawn", Counter, wing, seed)))
    threading.Thread(target=ticking, args=(actors,), name="ticking", daemon=True).start()
    time.sleep(1)
    print({actor.name: actor.ask("count") for actor in actors}, flush=True)
    for name in ["door", "coins", "maps", "birds"]:
        print(name, museum.ask(("stop_child", name)), flush=True)
    museum.tell(Stop())
    museum.join()


if __name__ == "__main__":
    main()
