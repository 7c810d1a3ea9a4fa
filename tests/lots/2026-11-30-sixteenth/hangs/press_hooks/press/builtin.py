import threading
import time

from . import impl


class Exclusive:
    """Only one page at a time goes through the renderers: they share the font cache."""

    def __init__(self):
        self.gate = threading.Lock()
        self.seconds = {}

    @impl(wrapper=True, tryfirst=True)
    def press_render(self, page, manager):
        with self.gate:
            began = time.perf_counter()
            try:
                return (yield)
            finally:
                self.seconds[page["name"]] = time.perf_counter() - began


class Titles:
    @impl
    def press_render(self, page, manager):
        if "title" in page:
            return f"<h1>{page['title']}</h1>"


class Paragraphs:
    @impl
    def press_render(self, page, manager):
        return "".join(f"<p>{line}</p>" for line in page.get("text", "").splitlines() if line)
