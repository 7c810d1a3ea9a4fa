"""Which number of rounds is best? First one model, then all of them in processes."""

import multiprocessing

from model import YieldModel, slopes


def score(rounds):
    model = YieldModel(rounds).train(*slopes(1))
    return rounds, model.error(*slopes(2))


def main():
    print("first", score(5), flush=True)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for rounds, error in pool.imap_unordered(score, (5, 10, 20, 40)):
            print(rounds, round(error, 4), flush=True)


if __name__ == "__main__":
    main()
