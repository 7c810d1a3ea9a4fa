import dataclasses

from openbabel import openbabel as ob

ob.obErrorLog.SetOutputLevel(0)


def read(smiles):
    molecule = ob.OBMol()
    conversion = ob.OBConversion()
    conversion.SetInFormat("smi")
    if not conversion.ReadString(molecule, smiles):
        raise ValueError(f"cannot read {smiles[:30]}")
    return molecule


@dataclasses.dataclass
class Vial:
    label: str
    smiles: str

    def weight(self):
        return read(self.smiles).GetMolWt()

    def site(self):
        """The oxygen where the hardener takes hold: the one with the fewest neighbours."""
        molecule = read(self.smiles)
        oxygens = [atom for atom in ob.OBMolAtomIter(molecule) if atom.GetAtomicNum() == 8]
        if not oxygens:
            return None
        return min(oxygens, key=lambda atom: atom.GetExplicitDegree())


class Rack:
    def __init__(self):
        self.vials = {}

    def put(self, label, smiles):
        self.vials[label] = Vial(label, smiles)

    def __iter__(self):
        return iter(self.vials.values())

    def sites(self):
        return {vial.label: vial.site() for vial in self}
