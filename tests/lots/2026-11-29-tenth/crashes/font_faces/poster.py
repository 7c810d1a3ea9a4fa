from faces import Face

faces = [Face("Garamond", 400), Face("Futura", 700)]
alias = faces[0].renamed("Text")
print(alias.name, alias.weight(), flush=True)
del alias
print("heavy:", [face.name for face in faces if face.weight() > 500], flush=True)
faces.clear()
print("closed")
