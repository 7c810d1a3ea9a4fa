"""Somebody who writes letters, and goes through the list afterwards."""

import threading

from drafts import Drafts
from letters import Office


class Writer:
    def __init__(self, office):
        self.office = office
        self.line = office.call()
        self.file = self.line.makefile("rw", newline="\n")

    def write(self, letter):
        self.file.write(letter + "\n")
        self.file.flush()
        return self.file.readline().strip()

    def close(self):
        answer = self.write("bye")
        self.office.closed.wait()
        self.file.close()
        self.line.close()
        return answer


def main():
    office = Office()
    threading.Thread(target=office.serve, name="office", daemon=True).start()
    writer = Writer(office)
    for letter in Drafts().gift("aunt", "scarf").gift("uncle", "book"):
        print(writer.write(letter), flush=True)
    threading.Timer(0.1, print, ["a clock strikes"]).start()
    print("closed", repr(writer.close()), flush=True)
    print(office.letters)


if __name__ == "__main__":
    main()
