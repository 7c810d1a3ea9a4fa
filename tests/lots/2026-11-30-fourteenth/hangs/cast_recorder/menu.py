"""The menu of a canteen, drawn below whatever the terminal shows already."""

import time

from screen import Screen

DISHES = ["soup", "noodles", "salad", "pudding"]


class Menu:
    def __init__(self, screen):
        self.screen = screen
        self.top = 1

    def place(self):
        self.top, _ = self.screen.position()

    def draw(self, chosen):
        for n, dish in enumerate(DISHES):
            self.screen.put(self.top + n, 3, dish, n == chosen)


def main():
    menu = Menu(Screen())
    print("today:", flush=True)
    menu.place()
    for chosen in range(len(DISHES)):
        menu.draw(chosen)
        time.sleep(0.1)


main()
