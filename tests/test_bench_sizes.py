"""What is told of a job is the size that its text has: no speed is of bytes that are not there."""

import pytest
import regex

from bench.__main__ import jobs_of, parse
from bench.jobs import REAL_TEXT, Job, encoding_jobs, fitted, read_texts, start_jobs
from bench.texts import TEXTS, bytes_in, first_bytes

EVERYTHING = ["train", "encode", "short", "start", "growth", "steps"]
PARTS = [word for part in EVERYTHING for word in ("--part", part)]


@pytest.fixture
def text(tmp_path):
    """A file of 2,601 characters in 3,003 bytes."""
    path = tmp_path / "text.txt"
    path.write_text("low née wörd\n" * 200 + "€", encoding="utf-8")
    return path


def size_of(job):
    """How many bytes the texts of a job have."""
    return sum(len(part.encode("utf-8")) for part in read_texts(job))


@pytest.mark.parametrize("quick", [["--quick"], []], ids=["quick", "full"])
def test_a_job_on_a_short_file_has_the_size_of_the_file(text, quick):
    """Whatever is asked for, what is read has as many bytes as is said."""
    jobs = [job for job in jobs_of(parse([*quick, *PARTS, "--text", str(text)])) if job.size]
    on_file = [job for job in jobs if job.text == str(text)]
    assert {job.task for job in on_file} == {"train", "encode"}
    assert {size_of(job) for job in on_file} == {job.size for job in on_file}
    assert {job.size for job in on_file} == {text.stat().st_size}
    assert len(set(jobs)) == len(jobs)
    assert {job.text for job in jobs} > {str(text), "one letter", "english"}


def test_installed_sources_that_have_less_make_smaller_jobs(monkeypatch):
    """An environment may hold less than the largest job; equal jobs are then done once."""
    monkeypatch.setitem(TEXTS, REAL_TEXT, lambda size: first_bytes(["née"] * 10, size))
    jobs = [Job("train", REAL_TEXT, size, 5) for size in (7, 100, 40)]
    assert fitted([*jobs, *start_jobs()], REAL_TEXT) == [
        Job("train", REAL_TEXT, 7, 5),
        Job("train", REAL_TEXT, 40, 5),
        *start_jobs(),
    ]


def test_a_text_that_is_long_enough_leaves_the_jobs_as_they_are(monkeypatch):
    """A cut in a character takes a byte of what is read, and none of the name of the job."""
    monkeypatch.setitem(TEXTS, REAL_TEXT, lambda size: first_bytes(["€" * size], size))
    assert fitted(encoding_jobs(quick=True), REAL_TEXT) == encoding_jobs(quick=True)
    for size in range(1, 9):
        assert bytes_in(REAL_TEXT, size) == size


def test_only_jobs_on_a_text_have_it_read(monkeypatch):
    """To list the installed sources takes a second, which starting does not need."""
    monkeypatch.setitem(TEXTS, REAL_TEXT, None)
    assert jobs_of(parse(["--part", "start"])) == start_jobs()


def test_the_largest_size_is_held_against_the_size_of_the_file(text):
    """A file that is small enough is measured, however large the job would usually be."""
    arguments = ["--part", "short", "--text", str(text), "--largest"]
    assert {job.size for job in jobs_of(parse([*arguments, "3003"]))} == {3_003}
    assert jobs_of(parse([*arguments, "3002"])) == []


def test_a_file_without_text_is_refused(tmp_path, capsys):
    """There is nothing to measure, and no speed."""
    (tmp_path / "empty.txt").touch()
    with pytest.raises(SystemExit) as stopped:
        parse(["--text", str(tmp_path / "empty.txt")])
    assert stopped.value.code == 2
    told = regex.sub(r"\s+", " ", capsys.readouterr().err)
    assert "empty.txt is empty: give a file with text in it" in told
