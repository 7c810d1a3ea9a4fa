"""An editor that saves at each key; at midnight the drafts are forgotten."""

import threading

from drafts import Document


class Editor:
    def __init__(self):
        self.documents = {}
        self.lock = threading.Lock()

    def type(self, title, keys):
        with self.lock:
            document = self.documents.setdefault(title, Document(title))
        for number in range(keys):
            document.save(f"{title} {number}")

    def midnight(self):
        with self.lock:
            for document in sorted(self.documents.values(), key=len):
                print(document.title, len(document), "drafts", flush=True)
                document.forget()


def main():
    editor = Editor()
    writers = [
        threading.Thread(target=editor.type, args=(title, keys))
        for title, keys in (("letter", 900), ("recipe", 4000), ("novel", 700000))
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    midnight = threading.Thread(target=editor.midnight, name="midnight")
    midnight.start()
    midnight.join()


if __name__ == "__main__":
    main()
