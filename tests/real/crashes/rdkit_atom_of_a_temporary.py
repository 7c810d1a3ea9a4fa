# An atom is taken from a molecule that nobody keeps.
# https://github.com/rdkit/rdkit/issues/6589
from rdkit import Chem

propane = Chem.MolFromSmiles("CCC")
end = Chem.AddHs(propane).GetBonds()[0].GetEndAtom()  # <-- also
print(end.GetBonds())  # <-- here
