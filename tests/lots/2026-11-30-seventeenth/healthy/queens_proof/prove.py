import argparse
import threading

from search import Search


def progress(search, done):
    while not done.wait(15):
        print(f"{search.nodes} nodes, {search.found} ways", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=14)
    options = parser.parse_args()
    search = Search(options.size, {(0, 0), (3, 5), (7, 2), (11, 11)})
    done = threading.Event()
    reporter = threading.Thread(target=progress, args=(search, done), name="progress")
    reporter.start()
    try:
        search.run()
    finally:
        done.set()
        reporter.join()
    print(search.found, "ways")


if __name__ == "__main__":
    main()
