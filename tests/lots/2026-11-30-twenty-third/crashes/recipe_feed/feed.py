"""Keep a feed of recipes short: an entry that comes again takes the old one's place."""
import xml.etree.ElementTree as ET

ARRIVALS = ["soup", "bread", "stew", "tart", "salad", "bread", "pie", "soup", "jam", "rice"]
LIMIT = 6


class Entry(ET.Element):
    feed = None

    def __init__(self, title, number):
        super().__init__("entry", title=title, number=str(number))

    def __hash__(self):
        return hash(self.get("title"))

    def __eq__(self, other):
        if not isinstance(other, ET.Element) or self.get("title") != other.get("title"):
            return False
        if self.get("number") != other.get("number"):
            self.feed.archive()
        return True


class Feed:
    def __init__(self):
        self.root = ET.Element("feed")
        self.archived = []
        Entry.feed = self

    def archive(self):
        self.archived.append([entry.get("title") for entry in self.root])
        self.root.clear()

    def publish(self, title, number):
        entry = Entry(title, number)
        try:
            self.root.remove(entry)
        except ValueError:
            pass
        self.root.append(entry)
        if len(self.root) > LIMIT:
            del self.root[0]
        return ET.tostring(self.root, encoding="unicode")


def main():
    feed = Feed()
    for number, title in enumerate(ARRIVALS):
        print(number, len(feed.publish(title, number)), "letters", flush=True)
    print(feed.archived)


if __name__ == "__main__":
    main()
