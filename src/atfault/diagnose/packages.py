"""Which package of Debian (and Ubuntu) or of PyPI has a header, a library or a tool.

Headers are looked up whole, then by their first folder; libraries by the name behind -l, of
pkg-config or of CMake's package, in lower case. Checked by tools/check_packages.py.
"""

from __future__ import annotations

import re

HEADERS = {
    "Python.h": "python3-dev", "lber.h": "libldap-dev", "ldap.h": "libldap-dev", "sasl/sasl.h": "libsasl2-dev",
    "sql.h": "unixodbc-dev", "sqlext.h": "unixodbc-dev", "mysql.h": "default-libmysqlclient-dev", "mysql/": "default-libmysqlclient-dev",
    "libpq-fe.h": "libpq-dev", "postgres_ext.h": "libpq-dev", "sqlite3.h": "libsqlite3-dev", "db.h": "libdb-dev", "gdbm.h": "libgdbm-dev",
    "lmdb.h": "liblmdb-dev", "libxml/": "libxml2-dev", "libxml2/": "libxml2-dev", "libxslt/": "libxslt1-dev", "libexslt/": "libxslt1-dev", "xmlsec/": "libxmlsec1-dev",
    "expat.h": "libexpat1-dev", "openssl/": "libssl-dev", "ffi.h": "libffi-dev", "gmp.h": "libgmp-dev", "mpfr.h": "libmpfr-dev",
    "mpc.h": "libmpc-dev", "flint/": "libflint-dev", "gsl/": "libgsl-dev", "fftw3.h": "libfftw3-dev", "cblas.h": "libopenblas-dev",
    "lapacke.h": "liblapacke-dev", "openblas/": "libopenblas-dev", "Eigen/": "libeigen3-dev", "eigen3/": "libeigen3-dev", "boost/": "libboost-all-dev",
    "hdf5.h": "libhdf5-dev", "netcdf.h": "libnetcdf-dev", "netcdf.mod": "libnetcdff-dev", "mpi.h": "libopenmpi-dev", "geos_c.h": "libgeos-dev", "proj.h": "libproj-dev",
    "proj_api.h": "libproj-dev", "gdal.h": "libgdal-dev", "gdal/": "libgdal-dev", "spatialindex/": "libspatialindex-dev", "udunits2.h": "libudunits2-dev",
    "zlib.h": "zlib1g-dev", "bzlib.h": "libbz2-dev", "lzma.h": "liblzma-dev", "lz4.h": "liblz4-dev", "zstd.h": "libzstd-dev", "snappy.h": "libsnappy-dev",
    "snappy-c.h": "libsnappy-dev", "brotli/": "libbrotli-dev", "lzo/": "liblzo2-dev", "archive.h": "libarchive-dev", "blosc.h": "libblosc-dev", "zip.h": "libzip-dev",
    "png.h": "libpng-dev", "jpeglib.h": "libjpeg-dev", "tiff.h": "libtiff-dev", "tiffio.h": "libtiff-dev", "webp/": "libwebp-dev", "gif_lib.h": "libgif-dev", "openjpeg.h": "libopenjp2-7-dev",
    "lcms2.h": "liblcms2-dev", "ft2build.h": "libfreetype-dev", "freetype/": "libfreetype-dev", "harfbuzz/": "libharfbuzz-dev", "hb.h": "libharfbuzz-dev", "fribidi.h": "libfribidi-dev",
    "cairo.h": "libcairo2-dev", "cairo/": "libcairo2-dev", "pango/": "libpango1.0-dev", "glib.h": "libglib2.0-dev", "glib-object.h": "libglib2.0-dev", "gio/": "libglib2.0-dev",
    "girepository.h": "libgirepository1.0-dev", "gtk/": "libgtk-3-dev", "gdk/": "libgtk-3-dev", "gdk-pixbuf/": "libgdk-pixbuf-2.0-dev", "librsvg/": "librsvg2-dev", "MagickCore/": "libmagickcore-dev", "wand/": "libmagickwand-dev", "MagickWand/": "libmagickwand-dev",
    "fontconfig/": "libfontconfig-dev", "GL/gl.h": "libgl-dev", "GL/glu.h": "libglu1-mesa-dev", "GL/glew.h": "libglew-dev", "GL/glut.h": "freeglut3-dev", "GLES2/": "libgles-dev", "EGL/": "libegl-dev",
    "vulkan/": "libvulkan-dev", "GLFW/": "libglfw3-dev", "SDL.h": "libsdl2-dev", "SDL2/": "libsdl2-dev", "SDL/": "libsdl1.2-dev",
    "X11/Xlib.h": "libx11-dev", "X11/Xutil.h": "libx11-dev", "X11/X.h": "x11proto-dev", "X11/extensions/Xrandr.h": "libxrandr-dev", "X11/extensions/XTest.h": "libxtst-dev", "X11/extensions/scrnsaver.h": "libxss-dev", "X11/Xft/Xft.h": "libxft-dev", "X11/Xcursor/Xcursor.h": "libxcursor-dev", "xcb/": "libxcb1-dev",
    "xkbcommon/": "libxkbcommon-dev", "wayland-client.h": "libwayland-dev", "tk.h": "tk-dev", "tcl.h": "tcl-dev", "ncurses.h": "libncurses-dev", "curses.h": "libncurses-dev", "readline/": "libreadline-dev", "editline/": "libedit-dev",
    "portaudio.h": "portaudio19-dev", "alsa/": "libasound2-dev", "jack/": "libjack-dev", "pulse/": "libpulse-dev", "sndfile.h": "libsndfile1-dev", "samplerate.h": "libsamplerate0-dev", "FLAC/": "libflac-dev", "vorbis/": "libvorbis-dev", "ogg/": "libogg-dev", "opus/": "libopus-dev", "opus.h": "libopus-dev", "mad.h": "libmad0-dev", "lame/": "libmp3lame-dev", "rtmidi/": "librtmidi-dev", "fluidsynth.h": "libfluidsynth-dev", "sox.h": "libsox-dev", "speex/": "libspeex-dev", "rubberband/": "librubberband-dev", "aubio/": "libaubio-dev", "taglib/": "libtag1-dev",
    "libavcodec/": "libavcodec-dev", "libavformat/": "libavformat-dev", "libavutil/": "libavutil-dev", "libavdevice/": "libavdevice-dev", "libavfilter/": "libavfilter-dev", "libswscale/": "libswscale-dev", "libswresample/": "libswresample-dev", "gst/": "libgstreamer1.0-dev", "opencv2/": "libopencv-dev", "tesseract/": "libtesseract-dev", "leptonica/": "libleptonica-dev", "poppler/": "libpoppler-cpp-dev", "zbar.h": "libzbar-dev", "dmtx.h": "libdmtx-dev", "exiv2/": "libexiv2-dev", "OpenEXR/": "libopenexr-dev", "raw/": "libraw-dev", "libraw/": "libraw-dev",
    "curl/": "libcurl4-openssl-dev", "nghttp2/": "libnghttp2-dev", "ares.h": "libc-ares-dev", "uv.h": "libuv1-dev", "ev.h": "libev-dev", "event.h": "libevent-dev", "event2/": "libevent-dev", "zmq.h": "libzmq3-dev", "nanomsg/": "libnanomsg-dev", "rdkafka.h": "librdkafka-dev", "librdkafka/": "librdkafka-dev", "hiredis/": "libhiredis-dev", "libmemcached/": "libmemcached-dev", "mosquitto.h": "libmosquitto-dev", "amqp.h": "librabbitmq-dev", "libssh/": "libssh-dev", "libssh2.h": "libssh2-1-dev", "git2.h": "libgit2-dev", "pcap.h": "libpcap-dev", "pcap/": "libpcap-dev", "net/bpf.h": "libpcap-dev", "libnet.h": "libnet1-dev", "libnetfilter_queue/": "libnetfilter-queue-dev", "linux/": "linux-libc-dev", "krb5.h": "libkrb5-dev", "krb5/": "libkrb5-dev", "gssapi/": "libkrb5-dev", "gssapi.h": "libkrb5-dev", "sqlfront.h": "freetds-dev", "sybdb.h": "freetds-dev", "ibase.h": "firebird-dev", "smbclient.h": "libsmbclient-dev", "libsmbclient.h": "libsmbclient-dev",
    "cups/": "libcups2-dev", "dbus/": "libdbus-1-dev", "systemd/": "libsystemd-dev", "libudev.h": "libudev-dev", "libusb.h": "libusb-1.0-0-dev", "libusb-1.0/": "libusb-1.0-0-dev", "usb.h": "libusb-dev", "hidapi/": "libhidapi-dev", "hidapi.h": "libhidapi-dev", "bluetooth/": "libbluetooth-dev", "sane/": "libsane-dev", "winscard.h": "libpcsclite-dev", "PCSC/": "libpcsclite-dev", "gphoto2/": "libgphoto2-dev", "sensors/": "libsensors-dev", "i2c/": "libi2c-dev", "ftdi.h": "libftdi1-dev", "gpiod.h": "libgpiod-dev", "lirc/": "liblirc-dev",
    "sys/acl.h": "libacl1-dev", "attr/": "libattr1-dev", "sys/capability.h": "libcap-dev", "cap-ng.h": "libcap-ng-dev", "selinux/": "libselinux1-dev", "seccomp.h": "libseccomp-dev", "security/pam_appl.h": "libpam0g-dev", "fuse.h": "libfuse-dev", "fuse3/": "libfuse3-dev", "numa.h": "libnuma-dev", "aio.h": "libc6-dev", "libaio.h": "libaio-dev", "liburing.h": "liburing-dev", "libvirt/": "libvirt-dev", "augeas.h": "libaugeas-dev", "apt-pkg/": "libapt-pkg-dev", "rpm/": "librpm-dev", "unwind.h": "libunwind-dev", "libunwind.h": "libunwind-dev", "elf.h": "libc6-dev", "libelf.h": "libelf-dev", "gelf.h": "libelf-dev", "dwarf.h": "libdw-dev", "elfutils/": "libdw-dev", "bfd.h": "binutils-dev", "uuid/": "uuid-dev", "magic.h": "libmagic-dev", "pcre.h": "libpcre3-dev", "pcre2.h": "libpcre2-dev", "oniguruma.h": "libonig-dev", "unicode/": "libicu-dev", "hunspell/": "libhunspell-dev", "enchant.h": "libenchant-2-dev", "yaml.h": "libyaml-dev", "yaml-cpp/": "libyaml-cpp-dev", "jansson.h": "libjansson-dev", "json-c/": "libjson-c-dev", "nlohmann/": "nlohmann-json3-dev", "rapidjson/": "rapidjson-dev", "google/protobuf/": "libprotobuf-dev", "grpcpp/": "libgrpc++-dev", "absl/": "libabsl-dev", "fmt/": "libfmt-dev", "spdlog/": "libspdlog-dev", "gtest/": "libgtest-dev", "gflags/": "libgflags-dev", "glog/": "libgoogle-glog-dev", "tbb/": "libtbb-dev", "omp.h": "libomp-dev", "CL/": "opencl-headers", "sodium.h": "libsodium-dev", "gcrypt.h": "libgcrypt20-dev", "gpgme.h": "libgpgme-dev", "gnutls/": "libgnutls28-dev", "nss.h": "libnss3-dev", "argon2.h": "libargon2-dev", "scrypt.h": "libscrypt-dev", "graphviz/": "libgraphviz-dev", "igraph/": "libigraph-dev", "metis.h": "libmetis-dev", "umfpack.h": "libsuitesparse-dev", "cholmod.h": "libsuitesparse-dev", "suitesparse/": "libsuitesparse-dev", "glpk.h": "libglpk-dev", "ceres/": "libceres-dev", "CGAL/": "libcgal-dev", "pcl/": "libpcl-dev", "vtk/": "libvtk9-dev", "cfitsio/": "libcfitsio-dev", "fitsio.h": "libcfitsio-dev", "wcslib/": "wcslib-dev", "QtCore/": "qtbase5-dev", "QtGui/": "qtbase5-dev", "QtWidgets/": "qtbase5-dev", "lua.h": "liblua5.4-dev", "ruby.h": "ruby-dev", "jni.h": "default-jdk", "gnu/stubs-32.h": "libc6-dev-i386", "bits/libc-header-start.h": "libc6-dev-i386", "bits/c++config.h": "g++-multilib", "sys/cdefs.h": "libc6-dev", "stdio.h": "libc6-dev", "stdlib.h": "libc6-dev", "crypt.h": "libcrypt-dev", "rpc/rpc.h": "libtirpc-dev", "sys/sdt.h": "systemtap-sdt-dev", "libpq/": "libpq-dev", "llvm-c/": "llvm-dev", "llvm/": "llvm-dev", "clang-c/": "libclang-dev", "pybind11/": "pybind11-dev", "plplot/": "libplplot-dev", "sip.h": "sip-dev", "cppunit/": "libcppunit-dev", "sqlcipher/": "libsqlcipher-dev", "jpeg/": "libjpeg-dev", "libpng/": "libpng-dev",
}  # fmt: skip
"""A name that ends with a slash stands for a folder of headers."""

LIBRARIES = {
    "cairo": "libcairo2-dev", "dbus-1": "libdbus-1-dev", "dbus-glib-1": "libdbus-glib-1-dev", "glib-2.0": "libglib2.0-dev", "gobject-2.0": "libglib2.0-dev", "gobject-introspection-1.0": "libgirepository1.0-dev", "girepository-2.0": "libgirepository-2.0-dev",
    "hdf5": "libhdf5-dev", "ldap": "libldap-dev", "lber": "libldap-dev", "ldap_r": "libldap-dev", "sasl2": "libsasl2-dev", "libxml2": "libxml2-dev", "libxml-2.0": "libxml2-dev", "xml2": "libxml2-dev", "xslt": "libxslt1-dev", "libxslt": "libxslt1-dev", "exslt": "libxslt1-dev", "xmlsec1": "libxmlsec1-dev", "ssl": "libssl-dev", "crypto": "libssl-dev", "openssl": "libssl-dev", "ffi": "libffi-dev", "libffi": "libffi-dev", "z": "zlib1g-dev", "zlib": "zlib1g-dev", "bz2": "libbz2-dev", "bzip2": "libbz2-dev", "lzma": "liblzma-dev", "liblzma": "liblzma-dev", "lz4": "liblz4-dev", "liblz4": "liblz4-dev", "zstd": "libzstd-dev", "libzstd": "libzstd-dev", "snappy": "libsnappy-dev",
    "pq": "libpq-dev", "libpq": "libpq-dev", "postgresql": "libpq-dev", "mysqlclient": "default-libmysqlclient-dev", "mariadb": "libmariadb-dev", "sqlite3": "libsqlite3-dev", "odbc": "unixodbc-dev", "gdbm": "libgdbm-dev", "db": "libdb-dev", "lmdb": "liblmdb-dev",
    "blas": "libopenblas-dev", "lapack": "libopenblas-dev", "openblas": "libopenblas-dev", "cblas": "libopenblas-dev", "fftw3": "libfftw3-dev", "fftw": "libfftw3-dev", "gsl": "libgsl-dev", "gmp": "libgmp-dev", "mpfr": "libmpfr-dev", "mpc": "libmpc-dev", "eigen3": "libeigen3-dev", "boost": "libboost-all-dev", "boost_python": "libboost-python-dev", "boost_system": "libboost-system-dev", "boost_filesystem": "libboost-filesystem-dev", "boost_thread": "libboost-thread-dev", "boost_regex": "libboost-regex-dev", "mpi": "libopenmpi-dev", "netcdf": "libnetcdf-dev", "geos": "libgeos-dev", "geos_c": "libgeos-dev", "proj": "libproj-dev", "gdal": "libgdal-dev", "spatialindex": "libspatialindex-dev", "tbb": "libtbb-dev", "gomp": "libgomp1", "omp": "libomp-dev", "openmp": "libomp-dev",
    "png": "libpng-dev", "libpng": "libpng-dev", "jpeg": "libjpeg-dev", "tiff": "libtiff-dev", "webp": "libwebp-dev", "freetype": "libfreetype-dev", "freetype2": "libfreetype-dev", "harfbuzz": "libharfbuzz-dev", "fontconfig": "libfontconfig-dev", "pango": "libpango1.0-dev", "lcms2": "liblcms2-dev", "x11": "libx11-dev", "xext": "libxext-dev", "xrandr": "libxrandr-dev", "xi": "libxi-dev", "xcursor": "libxcursor-dev", "xinerama": "libxinerama-dev", "xtst": "libxtst-dev", "xss": "libxss-dev", "gl": "libgl-dev", "opengl": "libgl-dev", "glu": "libglu1-mesa-dev", "glew": "libglew-dev", "glfw3": "libglfw3-dev", "glut": "freeglut3-dev", "egl": "libegl-dev", "vulkan": "libvulkan-dev", "sdl2": "libsdl2-dev", "gtk+-3.0": "libgtk-3-dev", "gtk-3": "libgtk-3-dev", "gtk4": "libgtk-4-dev", "tk": "tk-dev", "tcl": "tcl-dev", "ncurses": "libncurses-dev", "ncursesw": "libncurses-dev", "curses": "libncurses-dev", "readline": "libreadline-dev", "tinfo": "libncurses-dev", "edit": "libedit-dev",
    "portaudio": "portaudio19-dev", "portaudio-2.0": "portaudio19-dev", "asound": "libasound2-dev", "alsa": "libasound2-dev", "jack": "libjack-dev", "pulse": "libpulse-dev", "sndfile": "libsndfile1-dev", "flac": "libflac-dev", "vorbis": "libvorbis-dev", "opus": "libopus-dev", "samplerate": "libsamplerate0-dev", "avcodec": "libavcodec-dev", "libavcodec": "libavcodec-dev", "avformat": "libavformat-dev", "libavformat": "libavformat-dev", "avutil": "libavutil-dev", "libavutil": "libavutil-dev", "avdevice": "libavdevice-dev", "libavdevice": "libavdevice-dev", "avfilter": "libavfilter-dev", "libavfilter": "libavfilter-dev", "swscale": "libswscale-dev", "libswscale": "libswscale-dev", "swresample": "libswresample-dev", "libswresample": "libswresample-dev", "gstreamer-1.0": "libgstreamer1.0-dev", "opencv": "libopencv-dev", "tesseract": "libtesseract-dev", "lept": "libleptonica-dev", "poppler-cpp": "libpoppler-cpp-dev",
    "curl": "libcurl4-openssl-dev", "libcurl": "libcurl4-openssl-dev", "event": "libevent-dev", "uv": "libuv1-dev", "ev": "libev-dev", "zmq": "libzmq3-dev", "libzmq": "libzmq3-dev", "rdkafka": "librdkafka-dev", "hiredis": "libhiredis-dev", "memcached": "libmemcached-dev", "krb5": "libkrb5-dev", "gssapi_krb5": "libkrb5-dev", "krb5-gssapi": "libkrb5-dev", "ssh": "libssh-dev", "ssh2": "libssh2-1-dev", "libssh2": "libssh2-1-dev", "git2": "libgit2-dev", "libgit2": "libgit2-dev", "pcap": "libpcap-dev", "sybdb": "freetds-dev", "cups": "libcups2-dev", "systemd": "libsystemd-dev", "libsystemd": "libsystemd-dev", "udev": "libudev-dev", "libudev": "libudev-dev", "usb-1.0": "libusb-1.0-0-dev", "libusb-1.0": "libusb-1.0-0-dev", "hidapi-libusb": "libhidapi-dev", "bluetooth": "libbluetooth-dev", "pcsclite": "libpcsclite-dev", "libpcsclite": "libpcsclite-dev", "acl": "libacl1-dev", "attr": "libattr1-dev", "cap": "libcap-dev", "selinux": "libselinux1-dev", "libselinux": "libselinux1-dev", "seccomp": "libseccomp-dev", "pam": "libpam0g-dev", "fuse": "libfuse-dev", "fuse3": "libfuse3-dev", "numa": "libnuma-dev", "aio": "libaio-dev", "uring": "liburing-dev", "liburing": "liburing-dev", "libvirt": "libvirt-dev", "unwind": "libunwind-dev", "libunwind": "libunwind-dev", "elf": "libelf-dev", "dw": "libdw-dev", "bfd": "binutils-dev", "uuid": "uuid-dev", "magic": "libmagic-dev", "pcre": "libpcre3-dev", "pcre2-8": "libpcre2-dev", "icuuc": "libicu-dev", "icu-uc": "libicu-dev", "icu-i18n": "libicu-dev", "icu": "libicu-dev", "yaml": "libyaml-dev", "jansson": "libjansson-dev", "protobuf": "libprotobuf-dev", "grpc": "libgrpc-dev", "grpc++": "libgrpc++-dev", "absl": "libabsl-dev", "fmt": "libfmt-dev", "spdlog": "libspdlog-dev", "gtest": "libgtest-dev", "gflags": "libgflags-dev", "glog": "libgoogle-glog-dev", "benchmark": "libbenchmark-dev", "nlohmann_json": "nlohmann-json3-dev", "sodium": "libsodium-dev", "libsodium": "libsodium-dev", "gpgme": "libgpgme-dev", "gnutls": "libgnutls28-dev", "libcgraph": "libgraphviz-dev", "cgraph": "libgraphviz-dev", "igraph": "libigraph-dev", "suitesparse": "libsuitesparse-dev", "cholmod": "libsuitesparse-dev", "umfpack": "libsuitesparse-dev", "glpk": "libglpk-dev", "ceres": "libceres-dev", "cgal": "libcgal-dev", "vtk": "libvtk9-dev", "cfitsio": "libcfitsio-dev", "qt5": "qtbase5-dev", "qt5core": "qtbase5-dev", "qt5widgets": "qtbase5-dev", "qt6": "qt6-base-dev", "lua": "liblua5.4-dev", "llvm": "llvm-dev", "clang": "libclang-dev", "libclang": "libclang-dev", "threads": "libc6-dev", "crypt": "libcrypt-dev", "tirpc": "libtirpc-dev", "python3": "python3-dev", "pythonlibs": "python3-dev", "python": "python3-dev", "pybind11": "pybind11-dev", "gif": "libgif-dev", "expat": "libexpat1-dev", "archive": "libarchive-dev", "libarchive": "libarchive-dev", "opencl": "ocl-icd-opencl-dev", "sox": "libsox-dev", "atlas": "libatlas-base-dev", "wayland-client": "libwayland-dev", "xkbcommon": "libxkbcommon-dev", "xcb": "libxcb1-dev", "sm": "libsm-dev", "ice": "libice-dev", "xrender": "libxrender-dev", "xfixes": "libxfixes-dev", "xcomposite": "libxcomposite-dev", "xdamage": "libxdamage-dev", "gbm": "libgbm-dev", "zbar": "libzbar-dev", "espeak": "libespeak-dev", "nss3": "libnss3-dev", "c": "libc6-dev", "m": "libc6-dev", "stdc++": "libstdc++-12-dev", "gfortran": "gfortran",
}  # fmt: skip

TOOLS = {
    "cmake": "cmake", "ninja": "ninja-build", "meson": "meson", "make": "make", "unix makefiles": "make", "gcc": "gcc", "cc": "gcc", "c": "gcc", "g++": "g++", "c++": "g++", "cxx": "g++", "clang": "clang", "clang++": "clang", "gfortran": "gfortran", "fortran": "gfortran", "f77": "gfortran", "f95": "gfortran", "ld": "binutils", "ar": "binutils", "as": "binutils", "ranlib": "binutils", "lld": "lld", "ld.lld": "lld", "mold": "mold", "pkg-config": "pkg-config", "pkgconfig": "pkg-config", "git": "git", "svn": "subversion", "hg": "mercurial", "swig": "swig", "bison": "bison", "yacc": "bison", "flex": "flex", "lex": "flex", "autoconf": "autoconf", "autoreconf": "autoconf", "automake": "automake", "aclocal": "automake", "libtool": "libtool", "libtoolize": "libtool", "m4": "m4", "gettext": "gettext", "msgfmt": "gettext", "perl": "perl", "python": "python-is-python3", "python3": "python3", "patch": "patch", "patchelf": "patchelf", "cargo": "cargo", "rustc": "rustc", "rust": "rustc", "go": "golang-go", "node": "nodejs", "npm": "npm", "java": "default-jdk", "javac": "default-jdk", "protoc": "protobuf-compiler", "pg_config": "libpq-dev", "mysql_config": "default-libmysqlclient-dev", "mariadb_config": "libmariadb-dev", "curl-config": "libcurl4-openssl-dev", "xml2-config": "libxml2-dev", "xslt-config": "libxslt1-dev", "gdal-config": "gdal-bin", "geos-config": "libgeos-dev", "nc-config": "libnetcdf-dev", "llvm-config": "llvm-dev", "krb5-config": "libkrb5-dev", "cups-config": "libcups2-dev", "freetype-config": "libfreetype-dev", "sdl2-config": "libsdl2-dev", "mpicc": "libopenmpi-dev", "mpicxx": "libopenmpi-dev", "h5cc": "hdf5-helpers", "cython": "cython3", "f2py": "python3-numpy", "moc": "qtbase5-dev-tools", "qmake": "qt5-qmake", "doxygen": "doxygen", "dot": "graphviz", "help2man": "help2man", "makeinfo": "texinfo", "nasm": "nasm", "yasm": "yasm", "unzip": "unzip", "zip": "zip", "wget": "wget", "curl": "curl", "rsync": "rsync", "bc": "bc", "xxd": "xxd", "file": "file", "ccache": "ccache", "tclsh": "tcl", "ruby": "ruby", "bazel": "bazel-bootstrap", "ant": "ant", "mvn": "maven", "scons": "scons", "gperf": "gperf", "re2c": "re2c", "chrpath": "chrpath", "which": "debianutils", "sqlite3": "sqlite3", "xsltproc": "xsltproc", "asciidoc": "asciidoc", "pandoc": "pandoc",
}  # fmt: skip
"""Command, or what a build calls it, in lower case → package of Debian."""

ON_PYPI = {
    "cython": "cython", "setuptools": "setuptools", "setuptools_rust": "setuptools-rust", "setuptools_scm": "setuptools-scm", "wheel": "wheel", "skbuild": "scikit-build", "scikit_build_core": "scikit-build-core", "mesonpy": "meson-python", "hatchling": "hatchling", "flit_core": "flit-core", "poetry": "poetry-core", "pbr": "pbr", "cffi": "cffi", "pybind11": "pybind11", "nanobind": "nanobind", "cmake": "cmake", "ninja": "ninja", "maturin": "maturin", "packaging": "packaging", "sipbuild": "sip", "numpy": "numpy", "jinja2": "jinja2", "mako": "mako", "yaml": "PyYAML", "pythran": "pythran", "versioneer": "versioneer", "cppy": "cppy", "tomli": "tomli", "toml": "toml", "pkgconfig": "pkgconfig", "extension_helpers": "extension-helpers", "torch": "torch", "pkg_resources": "setuptools<81", "meson": "meson", "numpy.distutils": "numpy", "patchelf": "patchelf", "swig": "swig",
}  # fmt: skip
"""Module, or tool → what pip calls it."""


def package_of_header(name: str) -> str:
    """The package that has a header, "" when it is not known."""
    name = name.replace("\\", "/").removeprefix("./")
    if name in HEADERS:
        return HEADERS[name]
    parts = name.split("/")
    for count in range(len(parts) - 1, 0, -1):
        found = HEADERS.get("/".join(parts[:count]) + "/")
        if found:
            return found
    return ""


def package_of_library(name: str) -> str:
    """The same of a library, by the name behind -l, of pkg-config or of CMake."""
    low = name.lower()
    return LIBRARIES.get(low) or LIBRARIES.get(low.removeprefix("lib")) or ""


_SONAME = re.compile(r"(lib[\w.+-]{1,80}?)\.so\.(\d{1,8})(?:[.\d]{0,20})$")
_NAMED_ELSEWISE = ("libjpeg", "libglib", "libgobject", "libgio", "libgthread", "libpython")


def package_of_file(name: str) -> str:
    """The package that has a shared library that is known, by Debian's rule for their names
    ("libGL.so.1" is in libgl1, "libpango-1.0.so.0" in libpango-1.0-0); "" for others."""
    spoken = re.fullmatch(r"(?:lib)?([a-z]+-\d\.\d)-(\d)", name)  # as ctypes and cffi are asked
    match = _SONAME.match(f"lib{spoken[1]}.so.{spoken[2]}" if spoken else name)
    if match is None:
        return package_of_library(name)
    if match[1].startswith(("libgobject-2", "libgio-2", "libgmodule-2")):
        return "libglib2.0-0"
    known = package_of_library(match[1]) or package_of_library(re.sub(r"-[\d.]+$", "", match[1]))
    if not known or match[1].startswith(_NAMED_ELSEWISE):
        return ""
    low = match[1].lower().replace("_", "-")
    return f"{low}-{match[2]}" if low[-1].isdigit() else f"{low}{match[2]}"


_NVIDIA: dict[str, tuple[str, dict[str, str]]] = {
    "cudart": ("nvidia-cuda-runtime", {}), "cublas": ("nvidia-cublas", {}),
    "cublasLt": ("nvidia-cublas", {}), "nvrtc": ("nvidia-cuda-nvrtc", {}),
    "nvJitLink": ("nvidia-nvjitlink", {}), "cupti": ("nvidia-cuda-cupti", {}),
    "cufft": ("nvidia-cufft", {"10": "11", "11": "12", "12": "13"}),
    "curand": ("nvidia-curand", {"10": "12"}), "cusparse": ("nvidia-cusparse", {}),
    "nvvm": ("nvidia-cuda-nvcc", {"4": "12"}), "cusolver": ("nvidia-cusolver", {"11": "12", "12": "13"}), "nccl": ("nvidia-nccl", {"2": "12"}),
}  # fmt: skip
"""Library → (its wheel, version in its name → that of CUDA, where they differ)."""
OF_DRIVER = ("libcuda.so.1", "libcuda.so", "libnvidia-ml.so.1", "libnvcuvid.so.1")
"""What the NVIDIA driver brings, and nothing else."""


def wheel_of_nvidia(name: str) -> str:
    """The wheel that has a library of CUDA's, as pip takes it: "nvidia-cublas-cu12"; "" for
    others."""
    match = _SONAME.match(name)
    if match is None:
        return ""
    stem, major = match[1].removeprefix("lib"), match[2]
    if stem.startswith("cudnn"):
        return f"nvidia-cudnn-cu12=={major}.*"
    wheel, versions = _NVIDIA.get(stem, ("", {}))
    of_cuda = versions.get(major, major)
    # From CUDA 13 on their names have none.
    return wheel and (f"{wheel}-cu{of_cuda}" if int(of_cuda) < 13 else wheel)


def package_of_tool(name: str) -> str:
    """The same of a command; a path and the prefix of a cross compiler are left out."""
    low = name.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
    for prefix in ("x86_64-linux-gnu-", "aarch64-linux-gnu-"):
        low = low.removeprefix(prefix)
    return TOOLS.get(low, "")
