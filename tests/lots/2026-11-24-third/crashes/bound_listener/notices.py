from building import extension
import options

board = extension("board")


class Notices:
    def __init__(self, limit):
        self.limit = limit
        self.texts = []
        board.listen(self.on_post)

    def on_post(self, text):
        self.texts = [*self.texts, text][-self.limit :]
        return len(self.texts)


def labels(number):
    return [bytes([65 + n % 26]) * 31 for n in range(number)]


def main():
    notices = Notices(20)
    kept = labels(5000)
    for number in range(100):
        board.post(f"notice {number}")
    print(len(notices.texts), len(kept))


if __name__ == "__main__":
    settings = options.load()
    if settings.verbose:
        print(settings.describe(), flush=True)
    main()
