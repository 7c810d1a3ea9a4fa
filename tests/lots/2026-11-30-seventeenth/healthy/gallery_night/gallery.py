import signal
import threading
import time

from pictures import Store
from rooms import Room, Team


class Gallery:
    def __init__(self):
        self.rooms = [Room(number) for number in range(5)]
        self.stop = threading.Event()
        self.store = Store()
        self.teams = [
            Team("oils", self.rooms[0:3], 22, self.store),
            Team("prints", self.rooms[2:5], 17, self.store),
            Team("glass", self.rooms[1:4], 12, self.store),
        ]

    def work(self, team, evenings):
        for _ in range(evenings):
            if self.stop.is_set():
                return
            team.evening(self.stop)
            time.sleep(0.2)

    def close(self, number, frame):
        self.stop.set()


def main():
    gallery = Gallery()
    signal.signal(signal.SIGTERM, gallery.close)
    threads = [threading.Thread(target=gallery.work, args=(team, 4), name=team.name) for team in gallery.teams]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        gallery.stop.wait(30)
    print(sum(team.evenings for team in gallery.teams), "evenings", len(gallery.store.hung), "pictures")


if __name__ == "__main__":
    main()
