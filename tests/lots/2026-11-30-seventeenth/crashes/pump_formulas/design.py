import time
from concurrent.futures import ThreadPoolExecutor

import symengine

from catalogue import Catalogue
from terms import Chain, flow


def curve(rounds, litres):
    """Values of a short chain, for a look at its shape."""
    chain = Chain(Catalogue().line("booster", "garden"))
    short = chain.term(rounds)
    return [round(at(short, value), 3) for value in litres]


def at(term, litres):
    return float(term.subs({flow: symengine.RealDouble(litres)}))


def design(rounds):
    chain = Chain(Catalogue().line("well", "tower", "main"))
    started = time.monotonic()
    term = chain.term(rounds)
    return rounds, at(term, 1.5), time.monotonic() - started


def main():
    print("curve:", curve(2, [0.5, 1.0, 1.5, 2.0]), flush=True)
    with ThreadPoolExecutor(1) as pool:
        for rounds, value, seconds in pool.map(design, [2, 10, 200, 60_000]):
            print(f"{rounds} rounds: {value:.4f} ({seconds:.2f} s)", flush=True)


if __name__ == "__main__":
    main()
