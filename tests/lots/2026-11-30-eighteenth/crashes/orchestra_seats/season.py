import concurrent.futures

from plan import Plan

EVENINGS = {
    "chamber": [("Ada", "violin", 1, False), ("Ben", "viola", 1, False)],
    "spring": [("Ada", "violin", 2, False), ("Cleo Marchetti-Vandenberg", "violin", 1, True), ("Dov", "cello", 1, False)],
}


def evening(name):
    plan = Plan()
    plan.take(EVENINGS[name])
    entries = list(plan.log)
    plan.clear()
    return name, entries


def main():
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="desk") as pool:
        for name, entries in pool.map(evening, EVENINGS):
            print(name, entries, flush=True)


if __name__ == "__main__":
    main()
