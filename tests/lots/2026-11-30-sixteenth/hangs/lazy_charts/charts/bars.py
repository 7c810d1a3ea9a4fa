import time

import charts

_started = time.monotonic()


class _Glyphs:
    """Widths of the letters of the terminal's font, which are measured once."""

    def __init__(self):
        time.sleep(2.5)
        self.widths = {letter: 1 for letter in map(chr, range(32, 127))}


_glyphs = _Glyphs()
_full, _width = charts.theme["full"], charts.WIDTH


class Bars:
    def __init__(self, rows):
        self.rows = dict(rows)

    def __str__(self):
        most = max(self.rows.values())
        return "\n".join(f"{name:>8} {_full * round(_width * n / most)}" for name, n in self.rows.items())
