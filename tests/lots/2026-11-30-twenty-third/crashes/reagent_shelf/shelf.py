"""Which molecules of an order have an atom that the shelf can replace."""
import csv
import io
import random

from rdkit import Chem, RDLogger

RDLogger.DisableLog("rdApp.*")
ORDER = {"alcohol": "CCO", "amide": "CC(=O)N", "thiol": "CCS", "silane": "C[SiH3]"}


def inventory(bottles, seed=3):
    numbers = random.Random(seed)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["bottle", "element"])
    for bottle in range(bottles):
        writer.writerow([bottle, numbers.choice([7, 8, 16])])
    return out.getvalue()


class Shelf:
    def __init__(self, name, table):
        self.name = name
        self.elements = [int(row["element"]) for row in csv.DictReader(io.StringIO(table))]

    def pattern(self):
        return Chem.MolFromSmarts("[" + ",".join(f"#{number}" for number in self.elements) + "]")

    def replaces(self, order):
        pattern = self.pattern()
        return sorted(name for name, smiles in order.items() if Chem.MolFromSmiles(smiles).HasSubstructMatch(pattern))


def main():
    for name, bottles in (("teaching", 30), ("cellar", 2000), ("central store", 400_000)):
        shelf = Shelf(name, inventory(bottles))
        print(f"{name} ({len(shelf.elements)} bottles):", ", ".join(shelf.replaces(ORDER)), flush=True)


if __name__ == "__main__":
    main()
