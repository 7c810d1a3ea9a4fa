"""In the morning the kitchen looks who is there."""

import os
import subprocess
import sys
import tempfile

import board

ROOMS = 40


class Kitchen:
    def __init__(self, guests):
        self.guests = guests

    def breakfasts(self):
        beds = self.guests.columns["bed"][self.guests.taken()]
        return int(beds.sum())

    def nights(self):
        """How long guests stay, the longest first."""
        column = self.guests.columns["nights"]
        rooms = sorted(self.guests.taken(), key=lambda room: -column[room])
        return [(int(room), int(column[room])) for room in rooms]

    def cards(self):
        for room in self.guests.taken():
            row = self.guests.row(room)
            yield f"room {room}: {row['name']}, {row['nights']} nights"


def main():
    with tempfile.TemporaryDirectory() as folder:
        evening = os.path.join(os.path.dirname(__file__), "evening.py")
        subprocess.run([sys.executable, evening, folder, str(ROOMS)], check=True)
        kitchen = Kitchen(board.Board(folder, ROOMS))
        print(kitchen.breakfasts(), "breakfasts", flush=True)
        for room, nights in kitchen.nights()[:3]:
            print("room", room, "stays for", nights, flush=True)
        for card in kitchen.cards():
            print(card, flush=True)


if __name__ == "__main__":
    main()
