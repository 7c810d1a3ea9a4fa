import csv
import io

from dogpile.cache import make_region

region = make_region().configure("dogpile.cache.memory", expiration_time=600)

STOCK = """hall,shelf,article,pieces,price
1,1,bolt M6,4000,0.04
1,1,nut M6,3600,0.02
1,2,hinge,210,3.10
1,3,door handle,64,11.80
2,4,window pane,31,88.00
2,5,sealing tape,540,2.25
"""


class Catalogue:
    def __init__(self, text=STOCK):
        self.rows = list(csv.DictReader(io.StringIO(text)))

    def shelves_of(self, hall):
        return sorted({int(row["shelf"]) for row in self.rows if int(row["hall"]) == hall})

    def on_shelf(self, shelf):
        return [row for row in self.rows if int(row["shelf"]) == shelf]


class Shelf:
    catalogue = Catalogue()

    @region.cache_on_arguments()
    def value(self, number):
        rows = self.catalogue.on_shelf(number)
        return round(sum(int(row["pieces"]) * float(row["price"]) for row in rows), 2)


class Hall:
    catalogue = Catalogue()

    def __init__(self):
        self.shelf = Shelf()

    @region.cache_on_arguments()
    def value(self, number):
        return sum(self.shelf.value(shelf) for shelf in self.catalogue.shelves_of(number))
