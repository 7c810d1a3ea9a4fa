# A wall is taken out of its file, and asked for its name for the log.
# https://github.com/IfcOpenShell/IfcOpenShell/issues/2797
import ifcopenshell


def demolish(file, walls):
    names = []
    for wall in walls:
        file.remove(wall)  # <-- also
        names.append(wall.Name)  # <-- here
    return names


file = ifcopenshell.file(schema="IFC4")
walls = [file.createIfcWall(Name=f"wall {n}") for n in range(3)]
print(demolish(file, walls))  # <-- also
