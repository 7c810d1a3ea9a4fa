"""A span of time from one moment to another, for Python and for compiled functions."""

from numba import types
from numba.core import cgutils
from numba.extending import (
    box,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
)


class Span:
    def __init__(self, begin, end):
        self.begin = begin
        self.end = end

    def __repr__(self):
        return f"Span({self.begin:g}, {self.end:g})"


class SpanType(types.Type):
    def __init__(self):
        super().__init__(name="Span")


span_type = SpanType()


@typeof_impl.register(Span)
def typeof_span(value, context):
    return span_type


@type_callable(Span)
def type_span(context):
    def typer(begin, end):
        if isinstance(begin, types.Float) and isinstance(end, types.Float):
            return span_type

    return typer


@register_model(SpanType)
class SpanModel(models.StructModel):
    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, [("begin", types.float64), ("end", types.float64)])


make_attribute_wrapper(SpanType, "begin", "begin")
make_attribute_wrapper(SpanType, "end", "end")


@lower_builtin(Span, types.Float, types.Float)
def make_span(context, builder, signature, args):
    span = cgutils.create_struct_proxy(span_type)(context, builder)
    span.begin, span.end = args
    return span._getvalue()


@box(SpanType)
def box_span(typ, value, c):
    span = cgutils.create_struct_proxy(typ)(c.context, c.builder, value=value)
    begin = c.pyapi.float_from_double(span.begin)
    end = c.pyapi.float_from_double(span.end)
    made = c.pyapi.unserialize(c.pyapi.serialize_object(Span))
    result = c.pyapi.call_function_objargs(made, (begin, end))
    for used in (begin, end, made):
        c.pyapi.decref(used)
    return result


@overload_method(SpanType, "width")
def span_width(span):
    def width(span):
        return span.end - span.begin

    return width
