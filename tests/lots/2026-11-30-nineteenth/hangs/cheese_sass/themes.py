"""Style sheets of the shop, made on demand from SCSS."""

import functools
import pathlib
import threading

import sass

HERE = pathlib.Path(__file__).parent


class Themes:
    def __init__(self):
        self.lock = threading.Lock()
        self.made = 0

    @functools.cache
    def sheet(self, columns, gutter):
        source = f"$columns: {columns}; $gutter: {gutter}; @import 'grid';"
        with self.lock:
            css = sass.compile(string=source, include_paths=[str(HERE / "styles")], output_style="compressed")
            self.made += 1
        return css
