import pikepdf


class Outline:
    """Chapters of a binder as one structure: [title, page, what came before]."""

    def __init__(self):
        self.root = pikepdf.Array([])
        self.chapters = 0

    def add(self, title, page):
        self.root = pikepdf.Array([pikepdf.String(title), page, self.root])
        self.chapters += 1

    def newest(self):
        return str(self.root[0]), int(self.root[1])


class Binder:
    def __init__(self, name):
        self.name = name
        self.outline = Outline()

    def bind(self, sheets):
        for page, title in enumerate(sheets, 1):
            self.outline.add(title, page)
        return self.outline.newest()

    def reset(self):
        self.outline = Outline()
