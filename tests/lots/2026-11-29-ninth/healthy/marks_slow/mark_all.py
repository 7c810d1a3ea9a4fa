"""Mark the papers of all schools."""

import logging

from marking import lists, papers, pool

NAMED = ["North", "Lake", "Castle"]
LATE = ["Mill"]


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s: %(message)s")
    marks = lists.Lists(NAMED + LATE)
    marking = pool.Marking(marks)
    for paper in papers.papers(["North", "Mill", "Lake", "Castle"], 5):
        marking.add(paper)
    marking.finish()
    for school, best in marks.best().items():
        print(school, best, marks.mean(school), flush=True)


if __name__ == "__main__":
    main()
