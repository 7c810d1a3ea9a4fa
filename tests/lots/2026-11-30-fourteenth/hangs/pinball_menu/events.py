import pygame

DONE = pygame.event.custom_type()
BUMP = pygame.event.custom_type()


class Events:
    """What the game listens to; the rest would only fill the queue."""

    def __init__(self):
        pygame.event.set_blocked(None)
        self.allow(pygame.QUIT, pygame.KEYDOWN, BUMP)

    def allow(self, *kinds):
        pygame.event.set_allowed(kinds)

    def post(self, kind, **values):
        pygame.event.post(pygame.event.Event(kind, values))

    def __iter__(self):
        while True:
            yield pygame.event.wait()
