# Parts of a structure are kept while the variable takes the next one.
# https://github.com/project-gemmi/gemmi/issues/317
import gemmi


def make(count):
    structure = gemmi.Structure()
    model = gemmi.Model("1")
    chain = gemmi.Chain("A")
    for number in range(count):
        residue = gemmi.Residue()
        residue.name = "ALA"
        residue.seqid = gemmi.SeqId(str(number + 1))
        residue.subchain = f"A{number // 10}"
        residue.add_atom(gemmi.Atom())
        chain.add_residue(residue)
    model.add_chain(chain)
    structure.add_model(model)
    return structure


kept = []
for _ in range(5):
    structure = make(300)
    chains = [chain for chain in structure[0]]
    kept.append([chain.subchains() for chain in chains])
for subchains in kept:
    for group in subchains:
        for subchain in group:
            print(subchain)  # <-- here
