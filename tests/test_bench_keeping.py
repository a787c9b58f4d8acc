"""No measurement is lost: a folder's results are kept, or set aside, or nothing is run."""

import json
from dataclasses import replace

import pytest

from bench import figure, keeping, report
from bench.__main__ import jobs_of, main, parse
from bench.jobs import Job, start_jobs, training_jobs
from bench.timing import Result

JOB = Job("train", "english", 2_000, num_merges=10)
OLD, NEW = Result("fast", [1.0]), Result("fast", [2.0])


@pytest.fixture
def folder(tmp_path):
    """A folder with the results of two contenders."""
    keeping.save([(JOB, [OLD, Result("rustbpe", [3.0])])], tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch, folder):
    """The command on one job, with an answer in the place of the measuring."""

    def command(*arguments, job=JOB, folder=folder):
        monkeypatch.setattr("bench.__main__.jobs_of", lambda options: [job])
        monkeypatch.setattr("bench.__main__.run_job", lambda job, repeats, only: [NEW])
        return main([*arguments, "--results", str(folder)])

    return command


def test_only_some_contenders_do_not_take_the_place_of_all(run, folder, capsys):
    """Times of two runs do not compare, so nothing is run; the message says who and what to do."""
    before = (folder / figure.JSON).read_bytes()
    assert run("--only", "fast") == 2
    told = capsys.readouterr().err
    assert f"{JOB}: rustbpe" in told
    assert "Give --results another folder, or leave out --only" in told
    assert (folder / figure.JSON).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "job"),
    [
        (["--only", "fast,rustbpe"], JOB),
        (["--only", "fast"], replace(JOB, size=1_000)),
        ([], JOB),
    ],
    ids=["the same contenders", "another job", "everybody"],
)
def test_what_loses_nobody_is_written(run, folder, arguments, job):
    """The same contenders, another job, or everybody: the new results are there afterwards."""
    assert run(*arguments, job=job) == 0
    found = report.from_json(json.loads((folder / figure.JSON).read_text(encoding="utf-8")))
    assert (job, [NEW]) in found


@pytest.mark.parametrize(
    "content",
    [
        '{"ma',
        "[]",
        '{"jobs": []}',
        "{}",
        '{"machine": HERE, "jobs": [{"job": {}, "results": []}]}',
        '{"machine": HERE, "jobs": [{"job": {"task": "nap"}, "results": []}]}',
        '{"machine": HERE, "jobs": [null]}',
        b"\xff",
    ],
)
def test_damaged_results_are_told_before_anything_is_run(run, folder, capsys, content):
    """They can be neither kept nor lost, so the command ends, says so and leaves them alone."""
    if isinstance(content, str):
        content = content.replace("HERE", json.dumps(report.machine())).encode()
    (folder / figure.JSON).write_bytes(content)
    assert run() == 2
    told = capsys.readouterr()
    assert f"{folder / figure.JSON} is damaged" in told.err
    assert "Move it away, or give --results another folder." in told.err
    assert told.out == ""
    assert (folder / figure.JSON).read_bytes() == content


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_is_told_before_anything_is_run(run, place, tmp_path, capsys):
    """A file stands where the folder would be, or where one above it would."""
    (tmp_path / "file").touch()
    assert run(folder=tmp_path / place) == 2
    told = capsys.readouterr()
    assert f"--results {tmp_path / place}: it cannot be written to (" in told.err
    assert "give the path of a folder" in told.err
    assert told.out == ""


def test_a_folder_that_is_not_there_is_made(tmp_path):
    """Nothing but the results is in it afterwards."""
    assert keeping.refusal([JOB], [], tmp_path / "new" / "er") == ""
    assert list((tmp_path / "new" / "er").iterdir()) == []


def test_results_of_another_machine_are_set_aside(run, folder, monkeypatch, capsys):
    """Each is kept under a name of its own, which is told; `--only` is no matter then."""
    before = (folder / figure.JSON).read_bytes()
    here = report.machine()
    for number in (1, 2):
        there = {**here, "cores": -number}
        monkeypatch.setattr(report, "machine", lambda there=there: there)
        monkeypatch.setattr(keeping, "machine", lambda there=there: there)
        assert run("--only", "fast") == 0
        assert f"and is now results-{number}.json" in capsys.readouterr().err
    assert (folder / "results-1.json").read_bytes() == before
    kept = json.loads((folder / "results-2.json").read_text(encoding="utf-8"))
    assert kept["machine"]["cores"] == -1
    assert report.from_json(kept) == [(JOB, [NEW])]


def test_a_crash_while_results_are_written_leaves_the_old_ones(folder, monkeypatch):
    """The new file takes the name when it is whole."""
    before = (folder / figure.JSON).read_bytes()

    def crash(*names):
        raise OSError("the disk is gone")

    monkeypatch.setattr("os.replace", crash)
    with pytest.raises(OSError, match="the disk is gone"):
        keeping.save([(JOB, [NEW])], folder)
    assert (folder / figure.JSON).read_bytes() == before


def test_jobs_that_nobody_named_can_do_are_left_out(monkeypatch):
    """Their old results would have to give way to none."""
    monkeypatch.setattr("bench.jobs.bytes_in", lambda text, limit: limit)
    assert jobs_of(parse(["--only", "reference", "--part", "train"])) == training_jobs(False)[:1]
    assert jobs_of(parse(["--only", "rustbpe", "--part", "start"])) == []
    assert jobs_of(parse(["--part", "start"])) == start_jobs()


def test_help_says_what_becomes_of_old_results(capsys):
    """Whoever reads it knows what is kept, what is replaced, and what is refused."""
    with pytest.raises(SystemExit):
        parse(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "a job that is run again takes the place of the old one, other jobs are kept" in told
    assert "results of another machine or other versions are kept under another name" in told
    assert "refused where FOLDER has times of others in the same jobs" in told
