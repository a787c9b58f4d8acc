"""The benchmarks run, and time nothing whose output is not right. No test looks at the times."""

import json
from dataclasses import replace

import pytest
import regex

from bench import report
from bench.__main__ import main, parse
from bench.contenders import contenders_for, find_contender
from bench.jobs import TEXTS, Job, encoding_jobs, long_chunk_jobs, read_texts, training_jobs
from bench.measure import (
    Result,
    UnequalOutputsError,
    WorkerError,
    ask_worker,
    check_equal,
    fit_exponent,
    measure,
)
from bench.worker import answer

TINY = Job("train", "english", 2_000, num_merges=10)


class FakeWorker:
    """Answers without a process, and notes what it was asked."""

    def __init__(self, outputs, digests=None):
        self.outputs = outputs
        self.digests = digests or {}
        self.asked = []

    def __call__(self, job, name, *, with_output):
        """Answer as a worker does: one second, ten bytes."""
        self.asked.append((name, with_output))
        digest = str(self.outputs[name]) if with_output else self.digests.get(name, "[1, 2]")
        found = {"seconds": 1.0, "peak_bytes": 10, "digest": digest}
        return {**found, "output": self.outputs[name]} if with_output else found


def results_of(job, names, repeats, ask):
    """Return the results of `measure`, without its reports of progress."""
    return [step for step in measure(job, names, repeats, ask) if isinstance(step, Result)]


def test_unequal_outputs_are_never_timed():
    """Where two contenders disagree, the error says where, and no timed run has happened."""
    worker = FakeWorker({"fast": [1, 2], "other": [1, 3]})
    with pytest.raises(UnequalOutputsError, match="At place 1 fast has 2 and other has 3"):
        results_of(TINY, ["fast", "other"], 3, worker)
    assert worker.asked == [("fast", True), ("other", True)]


def test_an_output_that_is_longer_is_unequal():
    """A result that only begins like the other is not the same."""
    with pytest.raises(UnequalOutputsError, match=r"nothing.*they have 1 and 2 in all"):
        check_equal(TINY, {"fast": [1], "other": [1, 2]})


def test_an_output_that_changes_between_runs_is_refused():
    """Each timed run is held equal to the checked one, too."""
    worker = FakeWorker({"fast": [1, 2], "other": [1, 2]}, digests={"other": "[9]"})
    with pytest.raises(UnequalOutputsError, match="other gave another output when run again"):
        results_of(TINY, ["fast", "other"], 1, worker)


def test_contenders_take_turns():
    """Rounds are interleaved, and every second one goes the other way round."""
    worker = FakeWorker({"a": [1, 2], "b": [1, 2]})
    results = results_of(TINY, ["a", "b"], 2, worker)
    assert [name for name, with_output in worker.asked if not with_output] == ["a", "b", "b", "a"]
    assert results == [Result("a", [1.0, 1.0], 10), Result("b", [1.0, 1.0], 10)]


def test_engines_and_libraries_agree_in_processes_of_their_own():
    """One real round over both engines gives one time and one peak of memory each."""
    results = results_of(TINY, ["fast", "reference"], 1, ask_worker)
    assert [result.name for result in results] == ["fast", "reference"]
    assert all(len(result.seconds) == 1 for result in results)


@pytest.mark.parametrize("rule", ["first", "smallest", "largest", "huggingface"])
def test_all_who_train_under_a_rule_learn_the_same(rule):
    """Every trainer in the table gives the tokens of our fast engine under each of its rules."""
    job = replace(TINY, rule=rule)
    outputs = {name: answer(job, name, with_output=True)["output"] for name in contenders_for(job)}
    check_equal(job, outputs)
    assert len(outputs) >= 2 or rule == "largest"
    assert len(outputs["fast"]) == 10


@pytest.mark.parametrize("text", sorted(TEXTS))
def test_all_who_encode_give_the_same_ids(text):
    """Every encoder in the table gives the ids of our tokenizer."""
    job = Job("encode", text, 1_000)
    names = contenders_for(job)
    assert {"fast", "reference", "tiktoken"} <= set(names)
    check_equal(job, {name: answer(job, name, with_output=True)["output"] for name in names})


def test_a_run_that_fails_is_named():
    """A worker's failure says who failed at what, with the error's last line."""
    with pytest.raises(WorkerError, match=r"nobody failed at encode.*nobody called 'nobody'"):
        ask_worker(Job("encode", "english", 10), "nobody", with_output=False)


@pytest.mark.parametrize("quick", [True, False])
def test_every_job_has_somebody_to_do_it(quick):
    """Each job names a text there is, and our own engine is always among the contenders."""
    grown = [job for jobs in long_chunk_jobs(quick) for job in jobs]
    for job in [*training_jobs(quick), *encoding_jobs(quick), *grown]:
        assert job.text in TEXTS
        assert "fast" in contenders_for(job)


def test_the_reference_is_spared_what_it_cannot_finish():
    """A contender is left out of jobs larger than what its entry says."""
    assert "reference" in contenders_for(Job("train", "english", 100_000, 1_000))
    assert "reference" not in contenders_for(Job("train", "standard library", 10_000_000, 1))


def test_a_library_that_is_not_installed_is_left_out():
    """What is missing is not an error: the others are measured without it."""
    job = Job("train", "english", 10, 1, rule="smallest")
    rustbpe = find_contender("train", "rustbpe")
    assert rustbpe.can_do(job)
    assert not replace(rustbpe, needs="a_module_that_nobody_has").can_do(job)


@pytest.mark.parametrize("text", sorted(TEXTS))
def test_texts_have_the_size_asked_for(text):
    """A job's texts have as many bytes as it says."""
    texts = read_texts(Job("encode", text, 500))
    assert sum(len(part.encode("utf-8")) for part in texts) == 500


def test_the_exponent_of_a_known_law_is_found():
    """Times that grow with n log n fit an exponent a little above one; squares fit two."""
    assert fit_exponent([1e3, 1e4, 1e5], [2.0, 200.0, 20_000.0]) == pytest.approx(2)
    assert fit_exponent([1e3, 1e4, 1e5], [3.0, 30.0, 300.0]) == pytest.approx(1)


def test_the_table_gives_medians_and_ratios():
    """The shortest time stands first; ratios are to our fast engine, with their spread."""
    slow, fast = Result("slow", [2.0, 9.0, 4.0], None), Result("fast", [1.0, 1.0, 1.0], 5_000_000)
    lines = report.table(TINY, [slow, fast]).splitlines()
    assert lines[2].split() == ["fast", "1.0000", "1.0000", "1.0000", "0.002", "1.00", "5"]
    slow_cells = ["slow", "4.0000", "2.0000", "9.0000", "0.001", "4.00 (2.00 to 9.00)", "?"]
    assert regex.split(r"\s{2,}", lines[3].strip()) == slow_cells


def test_growth_leaves_out_who_did_not_do_every_size():
    """An exponent is fitted only through all sizes."""
    small, large = Job("encode", "one letter", 10), Job("encode", "one letter", 100)
    both = [Result("fast", [1.0], None)]
    table = report.growth_table([(small, [*both, Result("slow", [1.0], None)]), (large, both)])
    assert "fast" in table
    assert "slow" not in table


def test_json_holds_every_number(tmp_path, monkeypatch, capsys):
    """`--json` writes each run's seconds and what machine they are from; tables are printed."""
    monkeypatch.setattr("bench.__main__.training_jobs", lambda quick: [TINY])
    monkeypatch.setattr("bench.__main__.contenders_for", lambda job: ["fast"])
    path = tmp_path / "bench.json"
    assert main(["--part", "train", "--repeats", "2", "--json", str(path)]) == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    assert len(found["jobs"][0]["results"][0]["seconds"]) == 2
    assert found["machine"]["packages"]["regex"]
    assert "train: english, 2,000 bytes, 10 merges, ties: first" in capsys.readouterr().out


def test_unequal_outputs_end_the_command_with_an_error(monkeypatch, capsys):
    """The command prints why it stopped and returns 1."""

    def disagree(job, names, repeats):
        check_equal(job, {"fast": [1], "other": [2]})
        yield ""

    monkeypatch.setattr("bench.__main__.measure", disagree)
    assert main(["--part", "encode", "--repeats", "1"]) == 1
    assert "not timed, the outputs differ" in capsys.readouterr().err


def test_fewer_than_one_round_is_refused(capsys):
    """The median of nothing does not exist."""
    with pytest.raises(SystemExit):
        parse(["--repeats", "0"])
    assert "0 is too few: give 1 or more" in capsys.readouterr().err
