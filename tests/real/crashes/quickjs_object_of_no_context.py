# An object is made without a context, and its text is asked for.
# https://github.com/PetterS/quickjs/issues/117
import quickjs


def dump(value):
    return value.json()  # <-- here


settings = quickjs.Context().eval("({depth: 2})")
print(dump(settings))
print(dump(quickjs.Object()))
