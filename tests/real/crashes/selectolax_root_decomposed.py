# The root of a document is taken out and freed, and the parser goes on with it.
# https://github.com/rushter/selectolax/issues/167
from selectolax.lexbor import LexborHTMLParser


def cleaned(text):
    page = LexborHTMLParser(text)
    page.root.decompose()
    return page.html, repr(page)  # <-- here


print(cleaned("<div><p>one</p><p>two</p></div>"))
