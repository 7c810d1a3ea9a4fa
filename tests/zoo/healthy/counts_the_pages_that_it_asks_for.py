# healthy: computes=yes
class Shelf:
    def __init__(self):
        self.pages = {f"page {10**10}": "the last one"}

    def find(self, name):
        return self.pages.get(name, "")


class Reader:
    def __init__(self):
        self.shelf = Shelf()
        self.page = 0
        self.found = []

    def read(self):
        while len(self.found) < 1:
            self.page += 1
            text = self.shelf.find(f"page {self.page}")
            if text:
                self.found.append(text)


print("READY", flush=True)
Reader().read()
