import itertools
import sys

from sessions import Library, Pool

USERS = ["ada", "ben", "eve", "joe"]


def main(path):
    pool = Pool(Library(path), most=2)
    written = 0
    for user in itertools.islice(itertools.cycle(USERS), 100):
        with pool.session(user) as session:  # <-- here
            written += session.write(f"hello {user}")
    print("written", written)


if __name__ == "__main__":
    main(sys.argv[1])
