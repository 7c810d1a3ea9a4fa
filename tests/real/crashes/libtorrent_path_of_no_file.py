# The path of the first file is asked of a list that has none yet.
# https://github.com/arvidn/libtorrent/issues/5989
import libtorrent


def first_path(files):
    return files.file_path(0)  # <-- here


files = libtorrent.file_storage()
files.add_file("folder/readme.txt", 120)
print(first_path(files))
print(first_path(libtorrent.file_storage()))  # <-- also
