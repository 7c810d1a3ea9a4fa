from numba import njit, types
from numba.experimental import structref

@structref.register
class PointType(types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)

class Point(structref.StructRefProxy):
    def __new__(cls, x, y):
        return structref.StructRefProxy.__new__(cls, x, y)

structref.define_proxy(Point, PointType, ["x", "y"])

@njit
def depth(point):
    return point.x + point.z  # fails: numba-unknown-attribute: point.z

depth(Point(1.0, 2.0))
