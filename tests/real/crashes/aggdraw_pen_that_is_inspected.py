# A pen is asked for an attribute, as debuggers do; its type was never made ready for that.
# https://github.com/pytroll/aggdraw/issues/58
import aggdraw


def inspect(value):
    return type(value).__mro__, hasattr(value, "width")  # <-- here


print(inspect(3))
print(inspect(aggdraw.Pen("red", 20)))
