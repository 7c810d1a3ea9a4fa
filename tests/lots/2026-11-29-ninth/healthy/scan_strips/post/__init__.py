"""Posts scanned pages over HTTP/1.1, with h11 on plain sockets."""
