"""Weights of beehives, streamed by gRPC (with grpclib, and JSON in place of protobuf)."""
