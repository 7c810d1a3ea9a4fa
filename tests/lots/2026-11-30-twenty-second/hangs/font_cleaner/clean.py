"""Old pages of the club, with the font tags of 1999 replaced."""

import multiprocessing

from bs4 import BeautifulSoup

STYLES = {"Arial": "strong", "Courier": "code", "Times": "em"}

PAGES = {
    "index": "<p>Welcome to the <font face='Arial'>club</font> of <font face='Times'>bell founders</font></p>",
    "rules": "<p>Type <font face='Courier'>ring()</font> and <font face='Arial'>wait</font></p>",
    "guests": "<p><font face='Comic Sans'>Hello!</font> says <font face='Arial'>Ida</font></p>",
    "links": "<p><font face='Times'>More</font> is <a href='#'>here</a></p>",
}


def modernise(markup):
    soup = BeautifulSoup(markup, "html.parser")
    changed = 0
    while (old := soup.find("font")) is not None:
        face = old.attrs.get("face")
        old.name = STYLES.get(face, old.name)
        if old.name != "font":
            del old["face"]
        changed += 1
    return changed, str(soup)


def work(item):
    name, markup = item
    changed, text = modernise(markup)
    return name, changed, len(text)


def main():
    with multiprocessing.Pool(2) as pool:
        for name, changed, length in pool.imap(work, PAGES.items()):
            print(f"{name}: {changed} changes, {length} characters", flush=True)


if __name__ == "__main__":
    main()
