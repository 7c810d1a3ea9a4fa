import threading
import time
import zlib


class Renderer:
    """Draws slides; big ones in a thread of their own, so that the window stays alive."""

    def __init__(self, deck):
        self.deck = deck
        self.drawn = {}
        deck.changed.connect(self.redraw)

    def draw(self, index):
        slide = self.deck.slides[index]
        time.sleep(0.01 * len(slide.title))
        picture = zlib.compress(slide.title.encode() * 200)
        self.drawn[index] = picture
        if slide.size != len(picture):
            self.deck.set_size(index, len(picture))

    def redraw(self, index):
        if len(self.deck.slides[index].title) < 12:
            self.draw(index)
            return
        drawer = threading.Thread(target=self.draw, args=(index,), name=f"draw {index}")
        drawer.start()
        drawer.join()


class Thumbnails:
    def __init__(self, deck):
        self.stale = set()
        deck.changed.connect(self.stale.add, check_nargs=False)
