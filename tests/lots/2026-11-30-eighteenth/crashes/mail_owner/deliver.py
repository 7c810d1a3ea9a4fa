import email
import email.policy
import sys
from concurrent.futures import ThreadPoolExecutor

from boxes import Boxes

LETTERS = [
    "To: root@mill.example\nSubject: Disk\n\nIt is full.\n",
    "To: nobody@mill.example\nSubject: Offer\n\nCheap flour.\n",
    "To: Root@mill.example\nSubject: Disk\n\nIt is still full.\n",
]


class Delivery:
    def __init__(self, boxes):
        self.boxes = boxes
        self.sizes = {}

    def __call__(self, text):
        letter = email.message_from_string(text, policy=email.policy.default)
        user = letter["To"].addresses[0].username
        box = self.boxes.path(user)
        self.sizes[box] = self.sizes.get(box, 0) + len(text)
        return box, letter["Subject"]


def main():
    delivery = Delivery(Boxes(sys.argv[1]))
    with ThreadPoolExecutor(1, thread_name_prefix="postman") as pool:
        for box, subject in pool.map(delivery, LETTERS):
            print(box, subject, flush=True)


if __name__ == "__main__":
    main()
