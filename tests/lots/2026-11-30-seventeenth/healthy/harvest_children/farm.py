import multiprocessing
from multiprocessing.connection import wait

from field import harvest

FIELDS = {"wheat": (9, 10), "rye": (6, 16), "beet": (4, 27)}


class Farm:
    def __init__(self, context):
        self.context = context
        self.barn = {}
        self.connections = []
        self.children = []

    def send_out(self):
        for name, (rows, seconds) in FIELDS.items():
            ours, theirs = self.context.Pipe()
            child = self.context.Process(target=harvest, args=(name, rows, seconds, theirs), name=name)
            child.start()
            theirs.close()
            self.connections.append(ours)
            self.children.append(child)

    def gather(self):
        while self.connections:
            for connection in wait(self.connections):
                try:
                    name, row, sacks = connection.recv()
                except EOFError:
                    self.connections.remove(connection)
                    continue
                self.barn[name] = self.barn.get(name, 0) + sacks
                print(name, row, self.barn, flush=True)
                connection.send("on")


def main():
    farm = Farm(multiprocessing.get_context("spawn"))
    farm.send_out()
    farm.gather()
    for child in farm.children:
        child.join()


if __name__ == "__main__":
    main()
