"""A span of time, known to Numba in both directions."""

from numba import types
from numba.core import cgutils
from numba.extending import (
    NativeValue,
    box,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)


class Span:
    def __init__(self, begin, end):
        self.begin = begin
        self.end = end

    def __len__(self):
        return int(self.end - self.begin)


class SpanType(types.Type):
    def __init__(self):
        super().__init__(name="Span")


span_type = SpanType()


@typeof_impl.register(Span)
def typeof_span(value, context):
    return span_type


@type_callable(Span)
def type_span(context):
    return lambda begin, end: span_type


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


@unbox(SpanType)
def unbox_span(typ, value, c):
    span = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    for name in ("begin", "end"):
        field = c.pyapi.object_getattr_string(value, name)
        setattr(span, name, c.pyapi.float_as_double(field))
        c.pyapi.decref(field)
    failed = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    return NativeValue(span._getvalue(), is_error=failed)


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


@overload(len)
def span_len(span):
    if isinstance(span, SpanType):
        return lambda span: int(span.end - span.begin)
