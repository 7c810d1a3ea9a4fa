# An atom is kept, and the molecule that it belongs to is gone with the function that read it.
# https://github.com/openbabel/openbabel/issues/2000
from openbabel import openbabel


def first_atoms(texts):
    conversion = openbabel.OBConversion()
    conversion.SetInFormat("smi")
    found = []
    for text in texts:
        molecule = openbabel.OBMol()
        conversion.ReadString(molecule, text)
        found.append(molecule.GetAtom(1))  # <-- here
    return found


def describe(atom):
    names = [neighbour.GetType() for neighbour in openbabel.OBAtomAtomIter(atom)]  # <-- here
    return atom.GetType(), names  # <-- here


atoms = first_atoms(["CC(=O)O", "c1ccccc1", "CCO", "CC(C)C(=O)O"] * 50)
texts = ["x" * 200 for _ in range(1000)]
print([describe(atom) for atom in atoms][:1], len(texts))  # <-- also
