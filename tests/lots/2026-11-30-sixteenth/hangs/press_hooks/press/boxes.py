from . import impl


class Boxes:
    """A page may show others in a box: they are rendered as they would be by themselves."""

    def __init__(self, book):
        self.book = book

    @impl(trylast=True)
    def press_render(self, page, manager):
        shown = []
        for name in page.get("boxes", ()):
            pieces = manager.hook.press_render(page=self.book[name], manager=manager)
            shown.append("<aside>" + "".join(reversed(pieces)) + "</aside>")
        return "".join(shown) or None


class Summary:
    def __init__(self):
        self.letters = 0

    @impl
    def press_finish(self, pages):
        self.letters = sum(len(text) for text in pages.values())
