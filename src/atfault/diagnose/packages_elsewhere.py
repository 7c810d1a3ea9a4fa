"""What Homebrew and Alpine call the packages of Debian that builds ask for most."""

from __future__ import annotations

import re

IN_HOMEBREW = {
    "libpq-dev": "libpq", "libssl-dev": "openssl@3", "libffi-dev": "libffi",
    "libjpeg-dev": "jpeg-turbo", "libfreetype-dev": "freetype", "libhdf5-dev": "hdf5",
    "portaudio19-dev": "portaudio", "libcairo2-dev": "cairo",
    "libgirepository1.0-dev": "gobject-introspection", "libgirepository-2.0-dev": "glib",
    "libpango1.0-dev": "pango", "libxml2-dev": "libxml2", "libxslt1-dev": "libxslt",
    "libxmlsec1-dev": "libxmlsec1", "libomp-dev": "libomp", "libgomp1": "libomp",
    "default-libmysqlclient-dev": "mysql-client", "libmariadb-dev": "mariadb-connector-c",
    "libgeos-dev": "geos", "libproj-dev": "proj", "libgdal-dev": "gdal", "gdal-bin": "gdal",
    "libopenblas-dev": "openblas", "libgmp-dev": "gmp", "libmpfr-dev": "mpfr",
    "libmpc-dev": "libmpc", "libyaml-dev": "libyaml", "librdkafka-dev": "librdkafka",
    "libsndfile1-dev": "libsndfile", "libzmq3-dev": "zeromq", "libsnappy-dev": "snappy",
    "unixodbc-dev": "unixodbc", "freetds-dev": "freetds", "libldap-dev": "openldap",
    "libenchant-2-dev": "enchant", "libmagic-dev": "libmagic", "libavcodec-dev": "ffmpeg",
    "libavformat-dev": "ffmpeg", "libavutil-dev": "ffmpeg", "libavdevice-dev": "ffmpeg",
    "libswscale-dev": "ffmpeg", "pkg-config": "pkgconf", "cmake": "cmake", "gfortran": "gcc",
    "swig": "swig", "ninja-build": "ninja", "meson": "meson", "rustc": "rust", "cargo": "rust",
    "libgraphviz-dev": "graphviz", "graphviz": "graphviz", "libevent-dev": "libevent",
    "libusb-1.0-0-dev": "libusb", "libhidapi-dev": "hidapi", "libtiff-dev": "libtiff",
    "libpng-dev": "libpng", "libwebp-dev": "webp", "libmagickwand-dev": "imagemagick",
    "libeigen3-dev": "eigen", "libboost-all-dev": "boost",
    "libboost-python-dev": "boost-python3", "libtbb-dev": "tbb", "libopenmpi-dev": "open-mpi",
    "libfftw3-dev": "fftw", "libgsl-dev": "gsl", "libnetcdf-dev": "netcdf",
    "libsuitesparse-dev": "suite-sparse", "libcurl4-openssl-dev": "curl", "liblzma-dev": "xz",
    "libzstd-dev": "zstd", "liblz4-dev": "lz4", "libbz2-dev": "bzip2", "zlib1g-dev": "zlib",
    "libsodium-dev": "libsodium", "libsdl2-dev": "sdl2", "libglib2.0-dev": "glib",
    "libgtk-3-dev": "gtk+3", "libicu-dev": "icu4c", "llvm-dev": "llvm",
    "libprotobuf-dev": "protobuf", "protobuf-compiler": "protobuf", "automake": "automake",
    "autoconf": "autoconf", "libtool": "libtool", "bison": "bison", "flex": "flex",
    "nasm": "nasm", "git": "git", "node": "node", "nodejs": "node", "libopencv-dev": "opencv",
    "libtesseract-dev": "tesseract", "libre2-dev": "re2", "libdb-dev": "berkeley-db",
    "libgdbm-dev": "gdbm", "libsqlite3-dev": "sqlite", "libgit2-dev": "libgit2",
    "libssh2-1-dev": "libssh2", "libncurses-dev": "ncurses", "libreadline-dev": "readline",
    "tk-dev": "tcl-tk", "libzbar-dev": "zbar", "libgpgme-dev": "gpgme",
    "libspatialindex-dev": "spatialindex", "libarchive-dev": "libarchive",
    "libportmidi-dev": "portmidi", "default-jdk": "openjdk",
}  # fmt: skip

IN_ALPINE = {
    "libssl-dev": "openssl-dev", "libpq-dev": "libpq-dev", "zlib1g-dev": "zlib-dev",
    "libjpeg-dev": "jpeg-dev", "libxslt1-dev": "libxslt-dev", "linux-libc-dev": "linux-headers",
    "libfreetype-dev": "freetype-dev", "libc6-dev": "musl-dev", "gcc": "build-base",
    "g++": "build-base", "make": "build-base", "binutils": "build-base",
    "default-libmysqlclient-dev": "mariadb-dev", "libmariadb-dev": "mariadb-connector-c-dev",
    "libldap-dev": "openldap-dev", "libsasl2-dev": "cyrus-sasl-dev", "libhdf5-dev": "hdf5-dev",
    "libopenblas-dev": "openblas-dev", "libgeos-dev": "geos-dev", "libproj-dev": "proj-dev",
    "libgdal-dev": "gdal-dev", "libyaml-dev": "yaml-dev", "libcairo2-dev": "cairo-dev",
    "libpango1.0-dev": "pango-dev", "libglib2.0-dev": "glib-dev",
    "libgirepository1.0-dev": "gobject-introspection-dev", "libmagic-dev": "file-dev",
    "libzmq3-dev": "zeromq-dev", "libcurl4-openssl-dev": "curl-dev", "libgmp-dev": "gmp-dev",
    "libmpfr-dev": "mpfr-dev", "libmpc-dev": "mpc1-dev", "libtiff-dev": "tiff-dev",
    "libpng-dev": "libpng-dev", "liblcms2-dev": "lcms2-dev", "libopenjp2-7-dev": "openjpeg-dev",
    "libsnappy-dev": "snappy-dev", "pkg-config": "pkgconf", "ninja-build": "samurai",
    "rustc": "rust", "libkrb5-dev": "krb5-dev", "libbz2-dev": "bzip2-dev",
    "liblzma-dev": "xz-dev", "libzstd-dev": "zstd-dev", "liblz4-dev": "lz4-dev",
    "libsqlite3-dev": "sqlite-dev", "portaudio19-dev": "portaudio-dev",
    "libsndfile1-dev": "libsndfile-dev", "libgomp1": "libgomp", "libncurses-dev": "ncurses-dev",
    "libreadline-dev": "readline-dev", "protobuf-compiler": "protoc",
    "libprotobuf-dev": "protobuf-dev", "libboost-all-dev": "boost-dev",
    "libeigen3-dev": "eigen-dev", "libxmlsec1-dev": "xmlsec-dev",
    "libusb-1.0-0-dev": "libusb-dev", "libudev-dev": "eudev-dev", "libicu-dev": "icu-dev",
    "libfftw3-dev": "fftw-dev", "libopenmpi-dev": "openmpi-dev",
}  # fmt: skip
"""Where it is another name."""


def stem_of(package: str) -> str:
    """ "libjpeg-turbo8-dev" → "jpeg-turbo": what to search for elsewhere."""
    stem = package.removesuffix("-dev").removeprefix("lib")
    return re.sub(r"(?<=[a-z])\d[\d.]*$", "", stem) or package
