# The residue of an atom is taken away by setting None.
# https://github.com/rdkit/rdkit/issues/7873
from rdkit import Chem

methane = Chem.MolFromSmiles("C")
carbon = methane.GetAtomWithIdx(0)
carbon.SetPDBResidueInfo(None)  # <-- here
print(Chem.MolToPDBBlock(methane))  # <-- here
