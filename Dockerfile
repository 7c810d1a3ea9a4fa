# atfault in an image of its own, for cores and for processes of other containers:
#
#   docker build -t atfault-image .
#   docker run --rm -v "$PWD:/cores:ro" atfault-image atfault core /cores/core.4711
#   docker run --rm --pid=host --cap-add=SYS_PTRACE atfault-image atfault attach 4711
FROM python:3.14-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY share share
# zstd is in this Python. Wheels bring debug information and no compiled bytecode.
RUN python -m venv --without-pip /opt/atfault \
    && pip --python /opt/atfault/bin/python install --no-cache-dir --no-compile '.[lz4]' \
    && find /opt/atfault -type f -name '*.so*' -exec strip --strip-unneeded {} + \
    && python -m compileall -q --invalidation-mode unchecked-hash /opt/atfault/lib

FROM python:3.14-slim
COPY --from=build /opt/atfault /opt/atfault
ENV PATH=/opt/atfault/bin:$PATH
CMD ["atfault", "--help"]
