"""Where symbols and lines of a module are looked for."""

from __future__ import annotations

import http.server
import lzma
import os
import threading
import zlib
from pathlib import Path

import pytest

from atfault.formats.elf import ElfFile
from atfault.model.process import Module
from atfault.native import debug_files
from atfault.native.debug_files import (
    fetch_debug_file,
    find_debug_file,
    mini_debug_info,
    open_elf,
)
from atfault.native.symbols import open_tables
from atfault.snapshot.target_files import LocalFile, TargetFiles
from support.elf_builder import elf_object, elf_with_sections, note
from support.local_files import local
from support.symbol_elf import symbol_file

ID = "ab" + "12" * 19


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_files, "DEBUG_FOLDER", str(tmp_path / "debug"))
    monkeypatch.setenv("DEBUGINFOD_CACHE_PATH", str(tmp_path / "cache"))
    monkeypatch.delenv("DEBUGINFOD_URLS", raising=False)


def module(path: str, build_id: str = ID) -> Module:
    return Module(path, None, build_id, 0, 0, 0x1000)


HERE = TargetFiles()


def debug_file(build_id: str = ID) -> bytes:
    return elf_object([], build_id=bytes.fromhex(build_id))


def put(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def test_the_file_of_the_same_build_id_is_taken(tmp_path: Path) -> None:
    path = put(tmp_path / "debug/.build-id/ab" / f"{ID[2:]}.debug", debug_file())
    found = find_debug_file(module("/lib/x.so"), HERE, None)
    assert found is not None and found.path == path


def test_a_file_of_another_build_id_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "debug/.build-id/ab" / f"{ID[2:]}.debug", debug_file("cd" * 20))
    assert find_debug_file(module("/lib/x.so"), HERE, None) is None


def test_the_sysroots_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_files, "DEBUG_FOLDER", "/usr/lib/debug")
    root = tmp_path / "root"
    inside = root / "usr/lib/debug/.build-id/ab" / f"{ID[2:]}.debug"
    path = put(inside, debug_file())
    found = find_debug_file(module("/lib/x.so"), TargetFiles(str(root)), None)
    assert found is not None and found.path == path


def test_debuginfods_cache_is_used(tmp_path: Path) -> None:
    path = put(tmp_path / "cache" / ID / "debuginfo", debug_file())
    found = find_debug_file(module("/lib/x.so"), HERE, None)
    assert found is not None and found.path == path


def linked(tmp_path: Path, crc: int, name: bytes = b"x.debug") -> ElfFile:
    content = name + b"\0" + bytes(-(len(name) + 1) % 4) + crc.to_bytes(4, "little")
    return ElfFile(elf_with_sections([(".gnu_debuglink", 1, 0, content)]))


@pytest.mark.parametrize("where", ("x.debug", ".debug/x.debug"))
def test_a_debug_link_is_followed_when_its_checksum_is_right(tmp_path: Path, where: str) -> None:
    path = put(tmp_path / "lib" / where, debug_file())
    put(tmp_path / "lib/x.so", b"")
    files = TargetFiles(str(tmp_path))
    crc = zlib.crc32(debug_file())
    right = find_debug_file(module("/lib/x.so", ""), files, linked(tmp_path, crc))
    assert right is not None and right.path == path
    assert find_debug_file(module("/lib/x.so", ""), files, linked(tmp_path, crc ^ 1)) is None


def test_a_debug_link_never_leaves_its_folders(tmp_path: Path) -> None:
    put(tmp_path / "secret", debug_file())
    put(tmp_path / "lib/x.so", b"")
    elf = linked(tmp_path, zlib.crc32(debug_file()), b"../secret")
    assert find_debug_file(module("/lib/x.so", ""), TargetFiles(str(tmp_path)), elf) is None


def test_the_symbols_of_mini_debug_info_are_read() -> None:
    inner = symbol_file([("a_static_function", 0x1000, 16)])
    packed = lzma.compress(inner)
    found = mini_debug_info(ElfFile(elf_with_sections([(".gnu_debugdata", 1, 0, packed)])))
    assert found is not None
    (table,) = open_tables(found)
    assert table.search({0x1000}, ())[0][0x1000].name == "a_static_function"


@pytest.mark.parametrize(
    "packed", (b"", b"noise" * 20, lzma.compress(b"not ELF"), lzma.compress(b"x" * 300)[:40])
)
def test_damaged_mini_debug_info_is_none(packed: bytes) -> None:
    assert mini_debug_info(ElfFile(elf_with_sections([(".gnu_debugdata", 1, 0, packed)]))) is None


def test_a_bomb_in_mini_debug_info_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_files, "MAX_MINI_DEBUG_INFO", 1 << 16)
    packed = lzma.compress(symbol_file([("f", 1, 1)]) + bytes(1 << 24))
    found = mini_debug_info(ElfFile(elf_with_sections([(".gnu_debugdata", 1, 0, packed)])))
    assert found is None or found.size <= 1 << 16


def test_what_is_no_regular_elf_file_is_none(tmp_path: Path) -> None:
    gone = local(put(tmp_path / "gone", debug_file()))
    os.unlink(gone.path)
    assert open_elf(gone) is None
    assert open_elf(local(put(tmp_path / "empty", b""))) is None
    assert open_elf(local(put(tmp_path / "text", b"hello" * 100))) is None


class Server(http.server.BaseHTTPRequestHandler):
    answer = debug_file()

    def do_GET(self) -> None:
        is_known = self.path == f"/buildid/{ID}/debuginfo"
        self.send_response(200 if is_known else 404)
        self.end_headers()
        if is_known:
            self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> str:
    running = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{running.server_port}"
    monkeypatch.setenv("DEBUGINFOD_URLS", url)
    return url


def test_a_configured_server_is_asked_and_its_answer_kept(server: str, tmp_path: Path) -> None:
    found = fetch_debug_file(ID)
    assert isinstance(found, LocalFile)
    assert [path.name for path in (tmp_path / "cache" / ID).iterdir()] == ["debuginfo"]
    again = find_debug_file(module("/lib/x.so"), HERE, None)
    assert again is not None and again.identity == found.identity


def test_an_unknown_build_id_is_no_failure(server: str) -> None:
    assert fetch_debug_file("cd" * 20) == ""


def test_an_answer_of_another_build_is_thrown_away(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Server, "answer", debug_file("cd" * 20))
    assert "another build id" in str(fetch_debug_file(ID))
    assert not (tmp_path / "cache" / ID / "debuginfo").exists()


def test_an_endless_answer_is_cut(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debug_files, "MAX_DOWNLOAD", 10)
    assert "larger than" in str(fetch_debug_file(ID))


def test_nothing_is_downloaded_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUGINFOD_URLS", "http://127.0.0.1:1")
    monkeypatch.delenv("ATFAULT_DOWNLOAD", raising=False)
    assert not debug_files.may_download()


def test_notes_of_the_builder_are_what_the_reader_expects() -> None:
    assert note(b"GNU", 3, b"1234")[-4:] == b"1234"
    assert ElfFile(debug_file()).build_id() == ID
