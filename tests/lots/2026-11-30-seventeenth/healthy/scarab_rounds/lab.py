from loop import Give, Key, Loop, Sleep, Take

SPECIES = {"stag": 13, "rose": 9, "dung": 16, "ladybird": 11}


def measure(name, seconds, key, results):
    for number in range(6):
        yield Take(key)
        yield Sleep(seconds)
        results.append((name, number))
        yield Give(key)
        print(name, number, flush=True)
        yield Sleep(1)


def lamp():
    """Goes on and off, whatever else is done."""
    on = False
    for _ in range(60):
        on = not on
        yield Sleep(20)


def main():
    microscope = Key()
    results = []
    loop = Loop()
    for name, seconds in SPECIES.items():
        loop.start(name, measure(name, seconds, microscope, results))
    loop.start("lamp", lamp())
    loop.run()
    print(len(results), "measurements")


if __name__ == "__main__":
    main()
