import sys
from concurrent.futures import ThreadPoolExecutor

import pluggy

from press import specs
from press.boxes import Boxes, Summary
from press.builtin import Exclusive, Paragraphs, Titles

BOOK = {
    "foreword": {"name": "foreword", "title": "Foreword", "text": "Of rivers.\nAnd of those who row."},
    "knots": {"name": "knots", "title": "Knots", "text": "A bowline holds.\nA granny does not."},
    "mooring": {"name": "mooring", "title": "Mooring", "text": "Two lines, one spring.", "boxes": ["knots"]},
    "index": {"name": "index", "text": "bowline 2\nspring 3"},
}


def build(book, threads):
    manager = pluggy.PluginManager("press")
    manager.add_hookspecs(specs)
    summary = Summary()
    for plugin in (Exclusive(), Titles(), Paragraphs(), Boxes(book), summary):
        manager.register(plugin)

    def render(name):
        pieces = manager.hook.press_render(page=book[name], manager=manager)
        return name, "".join(reversed(pieces))

    with ThreadPoolExecutor(threads, thread_name_prefix="press") as pool:
        pages = dict(pool.map(render, book))
    manager.hook.press_finish(pages=pages)
    return pages, summary.letters


if __name__ == "__main__":
    pages, letters = build(BOOK, int(sys.argv[1]) if len(sys.argv) > 1 else 2)
    print(len(pages), "pages", letters, "letters")
