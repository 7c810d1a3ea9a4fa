import fill


class Blocks:
    """Pieces of text by name, which may have other pieces in them."""

    def __init__(self, pieces):
        self.pieces = dict(pieces)
        self.asked = 0

    def __call__(self, name):
        self.asked += 1
        return fill.text(self.pieces[name], self)

    def render(self, name):
        try:
            return self(name)
        except RecursionError:
            return f"({name} goes round in circles)"
