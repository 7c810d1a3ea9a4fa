# atfault in an image of its own, for cores and for processes of other containers:
#
#   docker build -t atfault-image .
#   docker run --rm -v "$PWD:/cores:ro" atfault-image atfault core /cores/core.4711
#   docker run --rm --pid=host --cap-add=SYS_PTRACE atfault-image atfault attach 4711
FROM debian:trixie-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-pip python3-venv binutils busybox
WORKDIR /src
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
COPY share share
# Wheels bring debug information and no compiled bytecode.
RUN python3 -m venv --without-pip /opt/atfault \
    && pip --python /opt/atfault/bin/python install --no-cache-dir --no-compile '.[lz4,zstd]' \
    && find /opt/atfault -type f -name '*.so*' -exec strip --strip-unneeded {} + \
    && python3 -m compileall -q --invalidation-mode unchecked-hash /opt/atfault/lib
COPY tools/image_root.sh ./
RUN ./image_root.sh /image

FROM scratch
COPY --from=build /image /
ENV PATH=/opt/atfault/bin:/usr/bin
CMD ["atfault", "--help"]
