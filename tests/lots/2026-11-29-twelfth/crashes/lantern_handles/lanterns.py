from _lanterns import ffi, lib


class Lantern:
    """A lantern that the library tells when it is lit."""

    def __init__(self, name):
        self.name = name
        self.lit = 0
        lib.row_add(ffi.new_handle(self))

    def light(self, number):
        self.lit += 1
        print(self.name, "is lit", flush=True)


@ffi.def_extern()
def lantern_lit(owner, number):
    ffi.from_handle(owner).light(number)


def light_each(number):
    return lib.row_light(number)
