"""Check the parcels of the morning."""

import sums


class Parcel:
    def __init__(self, name, content):
        self.name = name
        self.content = content
        self.sum = sums.make(content)

    def is_whole(self):
        return sums.check(self.content, self.sum)


parcels = [Parcel("books", b"three books" * 900), Parcel("shoes", b"size 43"), Parcel("gift", b"")]
for parcel in parcels:
    print(parcel.name, parcel.is_whole(), flush=True)
