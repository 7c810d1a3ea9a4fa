# The loop goes on for one more frame after pygame was ended: the screen is gone.
# https://github.com/pygame/pygame/issues/3679
import os

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

pygame.init()
screen = pygame.display.set_mode((500, 500))
running = True
frame = 0
while running:
    frame += 1
    if frame == 5:
        running = False
        pygame.quit()
    pygame.draw.rect(screen, "blue", pygame.Rect(frame, 0, 10, 10))  # <-- here
