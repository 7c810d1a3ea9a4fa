"""A survey of herbs by two pupils, who hand in their notes at once."""

from concurrent.futures import ThreadPoolExecutor

from herbs import Herbs

PLACES = (
    "brook bridge barn church cliff coast ditch dyke farm field forge garden gate grove harbour hedge hill"
).split()
HERBS = ("mint", "sage", "thyme", "dill", "rue")


def notes(pupil):
    for number in range(60):
        place = PLACES[(number * (3 + pupil)) % len(PLACES)]
        yield f"{place} {HERBS[number % len(HERBS)]}"


def hand_in(herbs, pupil):
    found = {}
    for line in notes(pupil):
        herb = herbs.note(line)
        found[herb] = found.get(herb, 0) + 1
    return found


def main():
    herbs = Herbs()
    with ThreadPoolExecutor(2, thread_name_prefix="pupil") as pool:
        for found in pool.map(lambda pupil: hand_in(herbs, pupil), (0, 1)):
            print(found, flush=True)
    print(herbs.best())


if __name__ == "__main__":
    main()
