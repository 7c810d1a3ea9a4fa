import sys


def main(user):
    print(f"{user}, what shall I note?", flush=True)
    text = sys.stdin.readline()
    print(len(text.split()), "words")


main(sys.argv[1])
