"""Files are read whole and written so that a crash never leaves half of one."""

import hashlib
import os
import re
import stat
import sys

import pytest

from bpe_course.formats import files
from bpe_course.formats.files import (
    check_sha256,
    check_writable,
    read_bytes,
    read_text,
    write_atomically,
)


def test_what_was_written_is_read(tmp_path):
    """Bytes come back as they were, and no other file is left."""
    path = tmp_path / "a.bin"
    write_atomically(path, b"\x00\xff\r\n")
    assert read_bytes(path) == b"\x00\xff\r\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("read", [read_bytes, read_text])
def test_reading_a_folder_or_nothing_says_so(tmp_path, read):
    """Each has its own error, which names the path."""
    with pytest.raises(IsADirectoryError, match=re.escape(f"{tmp_path} is a folder")):
        read(tmp_path)
    with pytest.raises(FileNotFoundError, match="absent does not exist"):
        read(tmp_path / "absent")


def test_text_that_is_not_utf8_is_refused(tmp_path):
    """The error names the first bad byte and its place."""
    (tmp_path / "a").write_bytes(b"ok\x8b")
    with pytest.raises(ValueError, match=r"not UTF-8 text .byte 0x8b at position 2"):
        read_text(tmp_path / "a")


def test_a_wrong_hash_names_file_expected_and_found(tmp_path):
    """The right hash passes."""
    path = tmp_path / "a"
    path.write_bytes(b"data")
    right = hashlib.sha256(b"data").hexdigest()
    assert read_bytes(path, right) == b"data"
    with pytest.raises(ValueError, match=f"a is not the file.*expected sha256 00, found {right}"):
        read_bytes(path, "00")
    with pytest.raises(ValueError, match="expected sha256 00"):
        check_sha256(b"", "00", "nothing")


def test_writing_to_a_folder_says_so(tmp_path):
    """Neither the folder nor anything in it is touched."""
    with pytest.raises(IsADirectoryError, match="is a folder: give the path of a file"):
        write_atomically(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []


def test_writing_into_a_folder_that_is_not_there_says_so(tmp_path):
    """The error names the folder."""
    with pytest.raises(FileNotFoundError, match=r"the folder .*absent does not exist"):
        write_atomically(tmp_path / "absent" / "a", b"new")


@pytest.fixture
def unwritable(tmp_path, monkeypatch):
    """A path in a folder where no file can be made, not even by root."""

    def refuse(path, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(files.Path, "touch", refuse)
    return tmp_path / "a"


@pytest.mark.parametrize("use", [check_writable, lambda path: write_atomically(path, b"new")])
def test_a_folder_that_cannot_be_written_in_is_named(unwritable, use):
    """The error names the folder and the reason, and not the temporary file."""
    with pytest.raises(PermissionError) as caught:
        use(unwritable)
    expected = f"cannot write in the folder {unwritable.parent.resolve()}: Permission denied"
    assert str(caught.value) == expected


def test_looking_whether_a_file_can_be_written_leaves_nothing(tmp_path):
    """Neither a new file nor a change to the one that is there."""
    path = tmp_path / "a"
    check_writable(path)
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"old")
    check_writable(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_device_or_a_pipe_is_not_replaced(tmp_path):
    """Nor is one behind a link; the error says what it is."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match=f"{path.name} is a device or a pipe"):
            write_atomically(path, b"new")
    assert pipe.is_fifo()


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch, moment):
    """Whether the disk fails or the last step does: the old file is whole, no other is left."""
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def crash(*_):
        raise OSError("the power failed")

    monkeypatch.setattr(files.os, moment, crash)
    with pytest.raises(OSError, match="the power failed"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_until_the_last_step_the_old_file_is_there(tmp_path, monkeypatch):
    """When the new file takes the name, all of it is on the disk, in the same folder."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    seen = []
    replace = os.replace

    def look(source, target):
        seen.append((source.read_bytes(), target.read_bytes(), source.parent == target.parent))
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", look)
    write_atomically(path, b"new")
    assert seen == [(b"new", b"old", True)]
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these modes nor links")
def test_a_link_and_the_permissions_stay(tmp_path):
    """The file behind a link is written, and whoever could read it still can."""
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
