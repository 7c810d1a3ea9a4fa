"""Does the chores of a house by the clock, and sleeps in between."""

import time

import schedule


class House:
    def __init__(self):
        self.done = []

    def chore(self, name, seconds):
        time.sleep(seconds)
        self.done.append(name)
        print(name, flush=True)


def main():
    house = House()
    schedule.every(12).seconds.do(house.chore, "water the plants", 2)
    schedule.every(1).hours.do(house.chore, "air the rooms", 5)
    schedule.every().day.at("03:30").do(house.chore, "clean the filter", 60)
    while True:
        schedule.run_pending()
        time.sleep(max(0.0, schedule.idle_seconds()))


if __name__ == "__main__":
    main()
