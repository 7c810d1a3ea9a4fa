"""Takes orders and answers with the time that the bread needs: python baker.py QUEUE"""

import sys
import time

from notes import Notes

MINUTES = {"rye": 55, "spelt": 45, "roll": 18}


def main(name):
    notes = Notes(name)
    notes.put("open")
    while True:
        order = notes.get("order")
        if order["bread"] == "none":
            break
        time.sleep(0.05)
        notes.put("promise", minutes=MINUTES[order["bread"]] * order["number"])
        time.sleep(0.3)
    notes.close()


if __name__ == "__main__":
    main(sys.argv[1])
