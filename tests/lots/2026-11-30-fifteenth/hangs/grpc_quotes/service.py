from concurrent import futures

import grpc

RATES = {"EUR": 1.0, "USD": 1.09, "CHF": 0.94, "NOK": 11.4}
SERVICE = "bureau.Rates"


def _rate(request, context):
    code = request.decode()
    if code not in RATES:
        context.abort(grpc.StatusCode.NOT_FOUND, f"no rate of {code}")
    return repr(RATES[code]).encode()


def _codes(request, context):
    return ",".join(sorted(RATES)).encode()


def serve(threads=8):
    server = grpc.server(futures.ThreadPoolExecutor(threads, thread_name_prefix="rpc"))
    handlers = {
        "Rate": grpc.unary_unary_rpc_method_handler(_rate),
        "Codes": grpc.unary_unary_rpc_method_handler(_codes),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port
