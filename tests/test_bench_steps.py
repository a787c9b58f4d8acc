"""The steps of notebook 09 are measured on the same jobs as their peers, and kept as rows."""

import json
from itertools import pairwise

from bench import steps
from bench.__main__ import jobs_of, parse
from bench.contenders import contenders_for, find_contender
from bench.jobs import Job, read_texts
from bench.worker import answer
from bpe_course import fast
from bpe_course.counting import count_chunks
from bpe_course.plots.speed import read_measured
from bpe_course.text import to_utf8


def test_every_step_learns_the_same():
    """The outputs are those of the reference, so that their times may stand side by side."""
    job = Job("train", "english", 3_000, 60)
    digests = {answer(job, name, with_output=False)["digest"] for name in steps.STEPS}
    assert len(digests) == 1


def test_everybody_in_the_figure_is_a_contender():
    """A label that nobody has would be a line that is never drawn."""
    assert [find_contender("train", name).name for name in steps.LABELS] == list(steps.LABELS)


def test_slow_steps_are_spared_the_large_jobs():
    """The two that look at all places for every merge leave the race, one after the other."""
    present = [
        [name for name in steps.STEPS if name in {e.name for e in contenders_for(job)}]
        for job in steps.steps_jobs(quick=False)
    ]
    assert present[0] == list(steps.STEPS)
    assert present[-1] == ["incremental", "fast-first", "compiled-first"]
    assert all(set(after) <= set(before) for before, after in pairwise(present))


def test_the_training_as_taught_is_a_line():
    """It is the slowest, and is given three sizes all the same."""
    sizes = [
        job.size
        for job in steps.steps_jobs(quick=False)
        if find_contender("train", "reference").can_do(job)
    ]
    assert sizes == [10_000, 30_000, 100_000]


def test_the_least_text_has_pairs_for_every_merge():
    """With fewer merges, its times could not stand beside those of the other sizes."""
    job = steps.steps_jobs(quick=True, text="english")[0]
    counts = {to_utf8(chunk): count for chunk, count in count_chunks(read_texts(job)).items()}
    assert len(list(fast.train_counted(counts, job.num_merges))) == job.num_merges


def test_the_steps_are_measured_only_when_asked_for(monkeypatch):
    """They have the sizes of the other jobs, and must not take their place in the results."""
    monkeypatch.setattr("bench.jobs.bytes_in", lambda text, limit: limit)
    assert not any(job.num_merges == steps.NUM_MERGES for job in jobs_of(parse([])))
    assert jobs_of(parse(["--part", "steps", "--quick"])) == steps.steps_jobs(quick=True)


def result(name, seconds, trouble=""):
    """What the benchmark keeps of one contender, as far as it is read here."""
    return {"name": name, "seconds": seconds, "trouble": trouble}


def entry(size, num_merges, *results):
    """What the benchmark keeps of one job."""
    return {"job": {"size": size, "num_merges": num_merges}, "results": results}


MACHINE = {"processor": "P", "cores": 2, "python": "3.11.7"}
RESULTS = {
    "machine": MACHINE,
    "jobs": [
        entry(30_000, 1_000, result("rustbpe", [0.2]), result("reference", [4.0, 9.0, 5.0])),
        entry(10_000, 1_000, result("rustbpe", [0.1]), result("reference", [1.0])),
        entry(10_000, 744, result("rustbpe", [7.0])),
        entry(90_000, 1_000, result("rustbpe", [0.3], "another output"), result("other", [1.0])),
    ],
}


def test_rows_are_medians_of_sound_runs_in_the_order_of_the_figure():
    """Other jobs, runs in trouble and contenders without a label are left out."""
    rows = steps.rows_of(RESULTS)
    assert [(row["label"], row["ours"], row["bytes"], row["seconds"]) for row in rows] == [
        ("as taught", True, 10_000, 1.0),
        ("as taught", True, 30_000, 5.0),
        ("rustbpe", False, 10_000, 0.1),
        ("rustbpe", False, 30_000, 0.2),
    ]


def test_what_is_written_is_what_the_figure_reads(tmp_path, monkeypatch):
    """The command turns a folder of results into the file of measurements."""
    (tmp_path / steps.RESULTS).write_text(json.dumps(RESULTS), encoding="utf-8")
    monkeypatch.setattr(steps, "time_counting", lambda: {"bytes": 10, "seconds": 0.5})
    assert steps.main([str(tmp_path)], tmp_path / "measured.json") == 0
    measured = read_measured(tmp_path / "measured.json")
    assert [line.label for line in measured.lines] == ["as taught", "rustbpe"]
    assert (measured.counted_bytes, measured.counting_seconds) == (10, 0.5)


def test_counting_is_timed_on_the_bytes_it_was_given():
    """A small size is read to its last byte or nearly so; it takes some time."""
    found = steps.time_counting(5_000)
    assert 4_990 <= found["bytes"] <= 5_000
    assert found["seconds"] >= 0
