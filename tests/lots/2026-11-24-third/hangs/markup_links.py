"""Find the links of a page of markup, and count them for each host."""

import collections
import dataclasses
import re

HOST = re.compile(r"https?://([^/\s\]]+)")


@dataclasses.dataclass
class Link:
    host: str
    label: str


class Page:
    def __init__(self, text):
        self.text = text

    def links(self):
        position = 0
        while True:
            start = self.text.find("[", position)
            if start < 0:
                return
            end = self.text.find("]", start)
            match = HOST.match(self.text, start + 1, end)
            if match:
                label = self.text[match.end() : end].strip("/ ")
                position = end
                yield Link(match.group(1), label)


PAGES = [
    "See [http://mill.example/ the mill] and [https://ferry.example/times times].",
    "From [http://mill.example/ the mill] to [the bridge] it is [https://map.example/ far].",
]


def main():
    hosts = collections.Counter()
    for page in map(Page, PAGES):
        for link in page.links():
            hosts[link.host] += 1
    print(hosts.most_common())


if __name__ == "__main__":
    main()
