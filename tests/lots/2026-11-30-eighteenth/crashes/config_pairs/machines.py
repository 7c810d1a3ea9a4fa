import signal
import sys
import threading

from config import Reader, Settings

KIND = """# all presses
speed=40
heat= 180
"""
MACHINES = {
    "press 1": "speed=55\n",
    "press 2": "\n# slow one\nheat=150\nspeed=12\n",
    "press 3": "speed=55\nguard\nheat=175\n",
}


class Hall:
    def __init__(self, path):
        self.reader = Reader(path)
        self.kind = self.reader.read(KIND)
        self.settings = {}
        self.ready = threading.Event()

    def load(self):
        for name, text in MACHINES.items():
            self.settings[name] = Settings(self.reader.read(text), self.kind)
            print(name, self.settings[name]["speed"], self.settings[name]["heat"], flush=True)
        self.ready.set()


def main():
    hall = Hall(sys.argv[1])
    signal.signal(signal.SIGHUP, lambda *_: hall.load())
    loader = threading.Thread(target=hall.load, name="loader")
    loader.start()
    loader.join()


if __name__ == "__main__":
    main()
