# A font is kept while pygame is ended and started again: its library is not the one of before.
# https://github.com/pygame-community/pygame-ce/issues/1506
import os

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

pygame.init()
small = pygame.font.Font(None, 20)


def level(number):
    pygame.init()
    title = small.render(f"level {number}", True, "white")  # <-- here
    pygame.quit()
    return title.get_size()


for number in range(3):
    print(level(number))
