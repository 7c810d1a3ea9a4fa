"""A desktop whose windows follow a theme: python desktop.py [--reloads N]"""

import argparse
import logging
import random
import threading
import time

from layers import Theme

log = logging.getLogger("desktop")
DEFAULTS = {"accent": "#336699", "font": "Sans 11", "radius": 6, "dark": False}


class Window:
    opened = 0

    def __init__(self, theme, title):
        self.title = title
        self.dirty = True
        self.style = theme.view
        theme.listen(self.restyle)
        type(self).opened += 1

    def restyle(self, view):
        self.style = view
        self.dirty = True

    def paint(self):
        if self.dirty:
            self.dirty = False
            parts = [f"{key} {self.style[key]}" for key in self.style if key in ("accent", "font")]
            return f"{self.title}: {', '.join(parts)}"
        return None


class Watcher(threading.Thread):
    """The file of the theme is touched very often by the editor of colours."""

    def __init__(self, theme, reloads):
        super().__init__(name="watcher")
        self.theme = theme
        self.left = reloads

    def run(self):
        rng = random.Random(2)
        while self.left:
            changed = {"accent": f"#{rng.randrange(1 << 24):06x}"} if self.left % 500_000 == 0 else None
            self.theme.reload(changed)
            self.left -= 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reloads", type=int, default=990_000)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    theme = Theme("default", DEFAULTS)
    windows = [Window(theme, title) for title in ("mail", "map")]
    for window in windows:
        log.info(window.paint())
    watcher = Watcher(theme, options.reloads)
    watcher.start()
    while watcher.is_alive():
        time.sleep(0.2)
    for window in windows:
        log.info(window.paint())


if __name__ == "__main__":
    main()
