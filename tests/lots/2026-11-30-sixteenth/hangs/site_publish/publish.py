import os
import tempfile

from pubkit.folder import Folder
from pubkit.hooks import Hooks
from pubkit.lock import FolderLock

HERE = os.path.dirname(os.path.abspath(__file__))
PAGES = {"index": "Welcome", "opening": "Tuesday to Sunday", "way": "Bus 12, third stop"}


def publish(folder, pages, hooks):
    with FolderLock(folder.path):
        for name, text in pages.items():
            folder.put(f"{name}.html", f"<main>{text}</main>\n")
        folder.put("digests.json", folder.digests())
        for told in hooks.run(folder, HERE):
            print(told, flush=True)


def main():
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(path)
        publish(folder, {"index": PAGES["index"]}, Hooks())
        print(len(folder.pages()), "page without hooks", flush=True)
        hooks = Hooks()
        hooks.add("pubkit.sitemap", "http://museum.example")
        publish(folder, PAGES, hooks)


if __name__ == "__main__":
    main()
