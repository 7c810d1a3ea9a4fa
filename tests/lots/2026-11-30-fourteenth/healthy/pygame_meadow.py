"""Sheep on a meadow: a saver for the screen, shown slowly."""

import os
import random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402

EAT = pygame.event.custom_type()


class Sheep(pygame.sprite.Sprite):
    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        self.image = pygame.Surface((12, 8))
        self.image.fill((240, 240, 235))
        self.rect = self.image.get_rect(center=(chance.randrange(320), chance.randrange(200)))
        self.eaten = 0

    def update(self):
        self.rect.move_ip(self.chance.randint(-2, 2), self.chance.randint(-1, 1))
        self.rect.clamp_ip((0, 0, 320, 200))


def main():
    pygame.init()
    screen = pygame.display.set_mode((320, 200))
    chance = random.Random(4)
    flock = pygame.sprite.Group(Sheep(chance) for _ in range(20))
    clock = pygame.time.Clock()
    pygame.time.set_timer(EAT, 15_000)
    running = True
    while running:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                running = False
            elif event.type == EAT:
                hungry = chance.choice(flock.sprites())
                hungry.eaten += 1
                print("a sheep eats for the", hungry.eaten, "time", flush=True)
        flock.update()
        screen.fill((40, 120, 40))
        flock.draw(screen)
        pygame.display.flip()
        clock.tick(4)
    pygame.quit()


if __name__ == "__main__":
    main()
