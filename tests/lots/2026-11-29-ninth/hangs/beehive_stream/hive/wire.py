"""The service as both sides know it."""

import json

import grpclib.const
from grpclib.encoding.base import CodecBase


class JSONCodec(CodecBase):
    __content_subtype__ = "json"

    def encode(self, message, message_type):
        return json.dumps(message, ensure_ascii=False).encode()

    def decode(self, data, message_type):
        return json.loads(data)


SUM_UP = "/hive.Scale/SumUp"
KIND = grpclib.const.Cardinality.STREAM_UNARY
