from numba import njit, types
from numba.extending import make_attribute_wrapper, models, register_model, typeof_impl

class Span:
    def __init__(self, begin, end):
        self.begin, self.end = begin, end

class SpanType(types.Type):
    def __init__(self):
        super().__init__(name="Span")

@typeof_impl.register(Span)
def typeof_span(value, context):
    return SpanType()

@register_model(SpanType)
class SpanModel(models.StructModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, [("begin", types.float64), ("end", types.float64)])

make_attribute_wrapper(SpanType, "begin", "begin")
make_attribute_wrapper(SpanType, "end", "end")

@njit
def width(factor, span):
    return factor * (span.end - span.begin)

print(width(2.0, Span(1.0, 3.0)))  # fails: numba-object-mode
