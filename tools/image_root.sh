#!/bin/sh
# image_root.sh TARGET: the files of an image that holds Python, atfault and what both load, and nothing
# else of the system but a shell. Run where both are installed: Python by its package, atfault in
# /opt/atfault.
set -eu
target=$1
mkdir -p "$target/usr/bin" "$target/usr/lib" "$target/usr/lib64" "$target/etc" "$target/root"
mkdir -p -m 1777 "$target/tmp"
for folder in bin lib lib64; do ln -s "usr/$folder" "$target/$folder"; done

python=$(readlink -f /usr/bin/python3)
library=$("$python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
cp -a --parents "$python" "$library" /usr/bin/python3 /opt/atfault "$target"
cp -L --parents /etc/passwd /etc/group /etc/ld.so.cache /etc/os-release "$target"
cp -L "$(command -v busybox)" "$target/usr/bin/busybox"
ln -s busybox "$target/usr/bin/sh"

find "$python" "$library" /opt/atfault "$(command -v busybox)" -type f \( -name '*.so*' -o -perm -100 \) \
    -exec ldd {} + 2>/dev/null | sed -nE 's/^\t(.* => )?(\/[^ ]+) \(0x.*/\2/p' | sort -u \
    | while read -r file; do
        place=$(realpath "$(dirname "$file")")
        mkdir -p "$target$place"
        cp -L "$file" "$target$place/"
    done
