import queue
import threading

from blocks import Blocks

HOUSE = {
    "sign": "Yours, the {club}",
    "club": "Rowing Club of {town}",
    "town": "Marlow",
    "head": "** {club} **",
}
SPRING = {**HOUSE, "body": "We launch on {day}.", "day": "1 May", "flyer": "{head}\n{body}\n{sign}"}
AUTUMN = {**HOUSE, "body": "{notice} Tea at four.", "notice": "Last trip: {date}.", "date": "3 October, see {notice}",
          "flyer": "{head}\n{body}\n{sign}"}


class Press(threading.Thread):
    def __init__(self):
        super().__init__(name="press")
        self.orders = queue.Queue()
        self.flyers = {}

    def run(self):
        while True:
            name, pieces = self.orders.get()
            if name is None:
                return
            self.flyers[name] = Blocks(pieces).render("flyer")
            print(self.flyers[name], flush=True)


def main():
    press = Press()
    press.start()
    press.orders.put(("spring", SPRING))
    press.orders.put(("autumn", AUTUMN))
    press.orders.put((None, None))
    press.join()
    print(len(press.flyers), "flyers")


if __name__ == "__main__":
    main()
