"""Pinball, without a window here: python game.py"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from events import BUMP, DONE, Events
from loader import Loader

PARTS = ["table", "flipper", "bumper", "ball", "lamp"]


class Title:
    def __init__(self, screen):
        self.screen = screen
        self.lamps = 0

    def handle(self, event):
        if event.type == BUMP:
            self.lamps += 1
            self.screen.fill((0, 0, 40 * self.lamps))
            pygame.display.flip()
            print("loaded", event.part, flush=True)
        return event.type not in (DONE, pygame.QUIT)


class Game:
    def __init__(self):
        pygame.display.init()
        self.screen = pygame.display.set_mode((320, 480))
        self.events = Events()

    def show(self, scene):
        for event in self.events:
            if not scene.handle(event):
                return event.type

    def play(self):
        loader = Loader(self.events, PARTS)
        loader.start()
        if self.show(Title(self.screen)) == DONE:
            print("play with", sorted(loader.pictures), flush=True)
        pygame.quit()


if __name__ == "__main__":
    Game().play()
