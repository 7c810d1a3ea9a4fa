# The lengths of the dashes are asked for, but the effect has filled in how many there are alone.
# https://github.com/skia-python/skia-python/issues/155
import skia


def dashes(paint):
    info = skia.PathEffect.DashInfo()
    print(info.fIntervals)
    kind = paint.getPathEffect().asADash(info)  # <-- also
    print(kind, info.fCount, info.fPhase)
    return list(info.fIntervals)  # <-- here


print(dashes(skia.Paint(PathEffect=skia.DashPathEffect.Make([5, 10, 15, 20], 25))))  # <-- also
