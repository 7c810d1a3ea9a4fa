"""Field notes as sentences, read anew for each pass."""


class Notes:
    def __init__(self, pages):
        self.pages = pages
        self.passes = 0

    def __iter__(self):
        self.passes += 1
        for number, page in enumerate(self.pages):
            yield page.lower().split()
            if self.passes > 1:
                # what has been read is not needed again: save memory
                self.pages.pop(number)
