"""Write src/atfault/text/likeness.tsv: what words tell for and against each cause.

    python tools/gen_likeness.py [--without LOT] [--out FILE]        (needs numpy)

Learnt from tools/likeness/*.tsv: `examples.tsv` (cause, tool, message) holds messages as tools
print them, written for this alone; `lines.tsv` (cause, text, line) lines of the texts in
`tests/corpus` and `tests/lots`, of which those that tell of no cause are "none". A multinomial
logistic regression, by AdaGrad. --without: what comes from that lot is left out, to measure on it.
"""

from __future__ import annotations

import argparse
import math
import os

import numpy as np

from atfault.text.likeness import words_of

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "src", "atfault", "text", "likeness.tsv")
OF_NONE = {"harmless", "consequence", "slow-not-stuck", "unknown"}
EPOCHS, RATE, SCALE, LEAST = 12, 0.5, 10, 10


def rows(without: str):
    """(cause, words) of each message."""
    for name in ("examples.tsv", "lines.tsv"):
        with open(os.path.join(ROOT, "tools", "likeness", name), encoding="utf-8") as file:
            for line in file:
                cause, source, text = line.rstrip("\n").split("\t", 2)
                if not without or not source.startswith(without + "/"):
                    words = frozenset[str]().union(*map(words_of, text.split(" / ")))
                    yield "none" if cause in OF_NONE else cause, words


def learnt(examples):
    """(causes, bias, word → (idf, weights))."""
    counts: dict[str, int] = {}
    for _, words in examples:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    known = {word: at for at, word in enumerate(sorted(counts))}
    idf = np.array([math.log((len(examples) + 1) / (counts[word] + 0.5)) for word in known])
    causes = sorted({cause for cause, _ in examples})
    data = []
    for cause, words in examples:
        at = np.array(sorted(known[word] for word in words), dtype=int)
        if len(at):
            data.append((causes.index(cause), at, idf[at] / np.linalg.norm(idf[at])))
    weights, bias = np.zeros((len(known), len(causes))), np.zeros(len(causes))
    seen, seen_bias = np.full_like(weights, 1e-2), np.full_like(bias, 1e-2)
    order = np.random.default_rng(0)
    for _ in range(EPOCHS):
        for one in order.permutation(len(data)):
            cause, at, values = data[one]
            off = values @ weights[at] + bias
            off = np.exp(off - off.max())
            off /= off.sum()
            off[cause] -= 1
            some = np.nonzero(np.abs(off) > 1e-3)[0]
            slope, place = np.outer(values, off[some]), np.ix_(at, some)
            seen[place] += slope * slope
            weights[place] -= RATE * slope / np.sqrt(seen[place])
            seen_bias += off * off
            bias -= RATE / 10 * off / np.sqrt(seen_bias)
    return causes, bias, {word: (idf[at], weights[at]) for word, at in known.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", default="")
    parser.add_argument("--out", default=TARGET)
    options = parser.parse_args()
    causes, bias, words = learnt(list(rows(options.without)))
    with open(options.out, "w", encoding="utf-8") as out:
        heads = (f"{cause}={round(one * SCALE)}" for cause, one in zip(causes, bias))
        rarest = round(max(idf for idf, _ in words.values()) * SCALE)
        out.write("\t".join((str(rarest), *heads)) + "\n")
        for word, (idf, weights) in words.items():
            scaled = [(at, round(one * SCALE)) for at, one in enumerate(weights)]
            kept = " ".join(f"{at}:{one}" for at, one in scaled if abs(one) >= LEAST)
            if kept:
                out.write(f"{word}\t{round(idf * SCALE)}\t{kept}\n")


if __name__ == "__main__":
    main()
