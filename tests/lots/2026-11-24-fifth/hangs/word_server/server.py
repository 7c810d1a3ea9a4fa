"""A language server that knows words: hovering shows how long they are, in the units of the settings."""

import threading
import time

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("words", "1.0")


class Words:
    def __init__(self):
        self.looked_up = 0

    def at(self, document, position):
        self.looked_up += 1
        return document.word_at_position(position)


words = Words()


def unit(uri):
    """The unit that the editor's settings ask for."""
    item = types.ConfigurationItem(scope_uri=uri, section="words.unit")
    future = server.workspace_configuration(types.ConfigurationParams(items=[item]))
    return future.result()[0]


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params):
    document = server.workspace.get_text_document(params.text_document.uri)
    word = words.at(document, params.position)
    length = len(word.encode()) if unit(document.uri) == "bytes" else len(word)
    return types.Hover(contents=f"{word}: {length}")


def sweep():
    while True:
        time.sleep(2)


if __name__ == "__main__":
    threading.Thread(target=sweep, name="sweep", daemon=True).start()
    server.start_io()
