"""Three workshops, and a buyer who asks one of them for parts."""

import time
import xmlrpc.client

from member import Member

WORKSHOPS = {
    "springs & co": {"spring": (40, 3.0), "screw": (900, 0.1)},
    "wheelwright": {"wheel": (25, 8.0), "screw": (60, 0.2)},
    "dial house": {"dial": (6, 22.0), "hand": (30, 2.5)},
}


class Guild:
    def __init__(self, workshops):
        self.members = [Member(name, parts) for name, parts in workshops.items()]
        for member in self.members:
            member.others = {other.name: other.url for other in self.members if other is not member}
            member.thread.start()

    def buy(self, at, part, count):
        url = next(member.url for member in self.members if member.name == at)
        with xmlrpc.client.ServerProxy(url, allow_none=True) as proxy:
            return proxy.deliver(part, count, "town clock")


def main():
    guild = Guild(WORKSHOPS)
    started = time.monotonic()
    for order in [("springs & co", "spring", 4), ("dial house", "cuckoo", 1), ("dial house", "screw", 50)]:
        print(*order, guild.buy(*order), flush=True)
    print(f"{time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
