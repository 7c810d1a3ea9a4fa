import time

from reader import Reader


class Session:
    def __enter__(self):
        self.reader = Reader()
        return self

    def send(self, text):
        self.reader.there.sendall(text.encode())

    def __exit__(self, *_):
        self.reader.stop()


def main():
    with Session() as session:
        for number in range(5):
            session.send(f"message {number}")
            time.sleep(0.1)
    print(session.reader.received)


if __name__ == "__main__":
    main()
