"""The benchmarks run, and no time counts whose output is not right. No test looks at the times."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import regex

from bench import claims, entries, figure, report, starting
from bench.__main__ import jobs_of, main, parse
from bench.agreement import first_difference, loose_difference
from bench.contenders import MODULES, contenders_for, find_contender
from bench.entries import BORDER, CONTENDERS, Run
from bench.jobs import (
    LONG_CHUNKS,
    VOCABULARIES,
    Job,
    encoding_jobs,
    long_chunk_jobs,
    read_texts,
    short_jobs,
    start_jobs,
    training_jobs,
)
from bench.keeping import joined
from bench.measure import Match, WorkerError, ask_worker, fit_exponent, measure
from bench.texts import TEXTS, distinct_texts, file_text, source_files
from bench.timing import Result
from bench.training_peers import joined_by_separator
from bench.worker import (
    AT_HAND,
    answer,
    forget_peak,
    have_memory_at_hand,
    keep_to_cores,
    warm_passes,
)

TINY = Job("train", "english", 2_000, num_merges=10)
ENCODE = Job("encode", "english", 300)
PROTOTYPE = replace(find_contender("train", "fast"), rule="same")


class FakeWorker:
    """Answers without a process, and notes what it was asked."""

    def __init__(self, outputs, later=None, seconds=None, fails_later=()):
        self.outputs = outputs
        self.later = {**(later or {}), **dict.fromkeys(fails_later)}
        self.seconds = seconds or {}
        self.asked = []
        self.turns = []

    def __call__(self, job, name, *, with_output, turn=0):
        """Answer as a worker does: one second, ten bytes."""
        again = name in self.asked
        self.asked.append(name)
        self.turns.append(turn)
        output = self.later.get(name, self.outputs[name]) if again else self.outputs[name]
        if output is None:
            raise WorkerError(f"{name} failed at {job}: out of luck")
        seconds = self.seconds.get(name, [1.0])
        found = {"seconds": seconds, "peak_bytes": 10, "digest": str(output)}
        found["bytes_per_token"] = 3.0
        return {**found, "output": output} if with_output else found


def fakes(*names, **terms):
    """Contenders of these names, with one rule unless the terms say otherwise."""
    return [replace(PROTOTYPE, name=name, **terms) for name in names]


def results_of(job, entries, repeats, ask):
    """The results of `measure` by name, without its reports of progress."""
    found = [step for step in measure(job, entries, repeats, ask) if isinstance(step, Result)]
    return {result.name: result for result in found}


@pytest.mark.parametrize("job", [TINY, ENCODE], ids=["train", "encode"])
def test_unequal_outputs_have_no_times_that_stand(job):
    """Where two contenders disagree, the result says where, and the second is asked no more."""
    worker = FakeWorker({"ours": [1, 2], "other": [1, 3]})
    found = results_of(job, fakes("ours", "other"), 3, worker)
    assert found["other"].trouble.startswith("at place 1 ours has 2 and other has 3")
    assert not found["ours"].trouble
    assert len(found["ours"].seconds) == 3
    assert len(found["other"].seconds) == 1


def test_an_output_that_is_longer_is_unequal():
    """A result that only begins like the other is not the same."""
    assert "has nothing and b has 2; they have 1 and 2" in first_difference("a", [1], "b", [1, 2])
    assert first_difference("a", [1, 2], "b", [1, 2]) is None


def test_an_output_that_changes_between_runs_is_refused():
    """Each run is held equal to the compared one, too."""
    worker = FakeWorker({"ours": [1, 2], "other": [1, 2]}, later={"other": [9]})
    found = results_of(TINY, fakes("ours", "other"), 3, worker)
    assert found["other"].trouble == "it gave another output when run again"
    assert worker.asked.count("other") == 2


@pytest.mark.parametrize("unlucky", ["ours", "other"])
def test_who_fails_when_asked_where_outputs_part_is_out(unlucky):
    """Encoders run again to show their ids; a failure then costs the others nothing."""
    worker = FakeWorker({"ours": [1, 2], "other": [1, 3], "third": [1, 2]}, fails_later=[unlucky])
    found = results_of(ENCODE, fakes("ours", "other", "third"), 2, worker)
    assert "out of luck" in found[unlucky].trouble
    assert found["other"].trouble
    assert not found["third"].trouble
    assert len(found["third"].seconds) == 2


@pytest.mark.parametrize(
    ("later", "troubles"),
    [
        ({"other": [1]}, ["", "it gave another output when run again"]),
        (
            {"ours": [2]},
            ["it gave another output when run again", "its output is not that of ours"],
        ),
    ],
    ids=["other", "ours"],
)
def test_an_output_that_changes_while_it_is_compared_is_refused(later, troubles):
    """Outputs that differed and then do not are those of somebody who gives now this, now that."""
    worker = FakeWorker({"ours": [1], "other": [2]}, later=later)
    found = results_of(ENCODE, fakes("ours", "other"), 1, worker)
    assert [found[name].trouble for name in ("ours", "other")] == troubles


def test_another_algorithm_that_learns_nothing_is_trouble():
    """It has no tokens that could be like ours, and the others keep their times."""
    entries = [*fakes("ours"), *fakes("empty", rule="own")]
    found = results_of(TINY, entries, 1, FakeWorker({"ours": ["a", "b"], "empty": []}))
    assert found["empty"].trouble == "it learned 0 tokens where 2 were asked for"
    assert not found["ours"].trouble


def test_a_contender_that_fails_is_out_and_the_others_go_on():
    """A failure is told of one contender, and costs no other its times."""
    worker = FakeWorker({"broken": None, "ours": [1, 2], "other": [1, 2]})
    found = results_of(TINY, fakes("broken", "ours", "other"), 2, worker)
    assert "out of luck" in found["broken"].trouble
    assert [len(found[name].seconds) for name in ("broken", "ours", "other")] == [0, 2, 2]


def test_contenders_take_turns():
    """Rounds are interleaved, and every second one goes the other way round."""
    worker = FakeWorker({"a": [1, 2], "b": [1, 2]})
    found = results_of(TINY, fakes("a", "b"), 2, worker)
    assert worker.asked == ["a", "b", "b", "a"]
    assert worker.turns == [0, 0, 1, 1]
    assert found["a"] == Result("a", [1.0, 1.0], 10)


def test_a_slow_contender_takes_part_in_fewer_rounds_of_large_jobs():
    """`rounds` bounds the rounds on more bytes than `patience`, and only there."""
    entries = [*fakes("quick"), *fakes("slow", rounds=1, patience=1_000)]
    worker = FakeWorker({"quick": [1], "slow": [1]})
    results_of(TINY, entries, 3, worker)
    assert worker.asked == ["quick", "slow", "quick", "quick"]
    assert entries[1].rounds_of(replace(TINY, size=1_000), 3) == 3


def test_only_contenders_of_one_rule_are_compared_merge_for_merge():
    """Other tie rules give other merges; who has nobody to be compared with is noted."""
    entries = [*fakes("a", "b"), *fakes("c", rule="another")]
    found = results_of(TINY, entries, 1, FakeWorker({"a": [1], "b": [1], "c": [2]}))
    assert not any(result.trouble for result in found.values())
    assert found["c"].note == "nobody here has its tie rule"
    assert not found["a"].note


def test_another_algorithm_is_compared_by_what_can_be_compared():
    """Shared tokens and bytes per token are noted; too few tokens are trouble."""
    entries = [*fakes("ours"), *fakes("like", "unlike", rule="own")]
    outputs = {"ours": ["a", "b"], "like": ["a", "c"], "unlike": ["a"]}
    found = results_of(TINY, entries, 1, FakeWorker(outputs))
    assert "50.0 % of its tokens are ours" in found["like"].note
    assert not found["like"].trouble
    assert found["unlike"].trouble == "it learned 1 tokens where 2 were asked for"
    base = {"output": ["a"], "bytes_per_token": 3.0}
    assert "4.00 bytes, one of ours for 3.00" in loose_difference(
        base, {**base, "bytes_per_token": 4.0}
    )


def test_the_first_pass_is_cold_and_the_others_are_warm():
    """Of those that are warm the median counts, so there are two lists of times."""
    worker = FakeWorker({"a": [1]}, seconds={"a": [2.0, 0.5, 9.0, 0.25]})
    found = results_of(replace(ENCODE, passes=2), fakes("a"), 2, worker)["a"]
    assert (found.seconds, found.warm) == ([2.0, 2.0], [0.5, 0.5])


@pytest.mark.parametrize(("took", "times"), [(7.0, 1), (0.5, 2), (0.25, 4), (0.01, 9)])
def test_a_short_warm_pass_is_repeated(monkeypatch, took, times):
    """For a second in all, at most nine times."""
    monkeypatch.setattr("bench.worker.timed_pass", lambda run: (run.work(), took))
    assert warm_passes(Run(lambda: "ids")) == ("ids", [took] * times)


def test_a_later_pass_that_gives_something_else_is_refused(monkeypatch):
    """What is remembered must not change what comes out."""
    answers = iter([["to"], ["be"]])
    entry = replace(PROTOTYPE, prepare=lambda *_: Run(lambda: next(answers), lambda ids: ids))
    monkeypatch.setattr("bench.worker.find_contender", lambda *_: entry)
    monkeypatch.setattr("bench.worker.MOST_WARM", 1)
    with pytest.raises(ValueError, match="another output than the first"):
        answer(replace(ENCODE, passes=2), "any", with_output=False)


@pytest.mark.parametrize(
    ("peaks", "expected"), [([366, 294, 292], 294), ([7], 7), ([None, None], None)]
)
def test_the_peak_is_the_median_of_the_rounds(peaks, expected):
    """Whoever compiles in the first one holds more there; a system may tell none."""
    found = [{"seconds": [1.0], "peak_bytes": peak} for peak in peaks]
    match = Match(TINY, FakeWorker({}), {"ours": found})
    assert match.result("ours").peak_bytes == expected


def test_engines_agree_in_processes_of_their_own():
    """One real round over two engines gives one time and one peak of memory each."""
    entries = [find_contender("train", name) for name in ("fast-first", "reference")]
    found = results_of(TINY, entries, 1, ask_worker)
    assert not any(result.trouble for result in found.values())
    assert all(len(result.seconds) == 1 for result in found.values())


@pytest.mark.parametrize(
    ("count", "kept"), [(1, [{2}, {3}, {5}, {2}]), (2, [{2, 3}, {3, 5}, {2, 5}]), (9, [{2, 3, 5}])]
)
def test_each_round_keeps_to_the_next_processor(monkeypatch, count, kept):
    """Of those that this process may use, as many as the contender has threads."""
    found = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {5, 3, 2}, raising=False)
    monkeypatch.setattr(
        os, "sched_setaffinity", lambda _, cores: found.append({*cores}), raising=False
    )
    for turn in range(len(kept)):
        keep_to_cores(count, turn)
    assert found == kept


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can forget a peak of memory")
def test_memory_made_ready_is_not_taken_for_a_peak():
    """The peak is that of the work; what was touched before the clock ran is none of it."""
    found = results_of(TINY, [find_contender(TINY.task, "fast")], 1, ask_worker)["fast"]
    assert found.peak_bytes < AT_HAND


def test_memory_is_not_touched_where_the_peak_cannot_be_forgotten(monkeypatch):
    """Else the peak of whatever runs would be that of the touching."""

    def refuse(path, *arguments, **options):
        raise PermissionError(f"{path} is not to be written")

    def touch(*arguments):
        raise AssertionError("memory is touched")

    monkeypatch.setattr(Path, "write_text", refuse)
    monkeypatch.setattr("mmap.mmap", touch)
    have_memory_at_hand()
    assert not forget_peak()


def test_all_who_train_under_one_rule_learn_the_same():
    """Every trainer in the table gives what the first under its rule gives, of the size asked."""
    job = Job("train", "english", 20_000, 30)
    expected = {}
    for entry in contenders_for(job):
        output = answer(job, entry.name, with_output=True)["output"]
        assert output == expected.setdefault(entry.rule, output), entry.name
        assert len(output) == 30
    assert set(expected) == {"first", "smallest", "huggingface"}


def test_sentencepiece_trains_a_vocabulary_of_the_same_kind():
    """Its entries are counted as ours are, and its tokenizer counts the tokens of a text."""
    pytest.importorskip("sentencepiece")
    job = Job("train", "standard library", 600_000, 500)
    found = answer(job, "sentencepiece", with_output=True)
    assert len(found["output"]) == 500
    assert found["bytes_per_token"] > 1.5


@pytest.mark.parametrize("text", ["english", *LONG_CHUNKS])
def test_all_who_encode_give_the_same_ids(text):
    """Every encoder in the table gives the ids of our tokenizer."""
    job = Job("encode", text, 1_000)
    entries = contenders_for(job)
    assert {"fast", "reference", "tiktoken"} <= {entry.name for entry in entries}
    assert len({answer(job, entry.name, with_output=False)["digest"] for entry in entries}) == 1


@pytest.mark.parametrize(("shape", "output"), [("documents", "list"), ("text", "numpy")])
@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_shapes_outputs_and_threads_do_not_change_the_ids(vocabulary, shape, output):
    """Documents in one call or one by one, lists or arrays, one thread or two: the same."""
    job = Job("encode", "english", 300, 0, vocabulary, shape, output, passes=2)
    entries = contenders_for(job)
    assert any(entry.threads == 2 for entry in entries)
    assert len({answer(job, entry.name, with_output=False)["digest"] for entry in entries}) == 1


def test_short_strings_are_encoded_one_by_one():
    """The ids of each string end with a border, so the strings' own limits are compared too."""
    job = Job("encode", "one letter", 60, shape="strings")
    for name in ("auto", "tiktoken"):
        assert answer(job, name, with_output=True)["output"].count(BORDER) == 2


def test_starting_prints_the_same_from_pure_python_and_compiled(monkeypatch):
    """A program is run in a process of its own; what it prints is its output."""
    monkeypatch.setattr(starting, "PURE_PYTHON", "print('one'); print('two')")
    (job,) = start_jobs()
    assert answer(job, "fast", with_output=True)["output"] == ["'one'", "'two'"]
    assert starting.run("import os; print(os.environ['A'])", {"A": "b"}) == ["b"]
    folder = starting.run("import os; print(os.listdir(os.environ['A']))", {"A": "EMPTY"})
    assert folder == ["[]"]


def test_a_program_that_fails_to_start_says_why():
    """Its last words are those of the error, and so come to the table's notes."""
    with pytest.raises(RuntimeError, match="exit code 1: ValueError: no luck"):
        starting.run("raise ValueError('no luck')", {})


def test_a_run_that_fails_is_named():
    """A worker's failure says who failed at what, with the error's last line."""
    with pytest.raises(WorkerError, match=r"nobody failed at encode.*nobody called 'nobody'"):
        ask_worker(Job("encode", "english", 10), "nobody", with_output=False)


@pytest.mark.parametrize("quick", [True, False])
def test_every_job_has_somebody_to_do_it(quick):
    """Each job names a text there is, and an engine of ours is always among the contenders."""
    parts = (training_jobs, encoding_jobs, short_jobs, long_chunk_jobs)
    for job in [*start_jobs(), *(job for jobs in parts for job in jobs(quick))]:
        assert job.text in TEXTS
        names = {entry.name for entry in contenders_for(job)}
        assert names & {"fast", "compiled"}
        assert len(names) >= 2


def test_the_reference_is_spared_what_it_cannot_finish():
    """A contender is left out of jobs larger or smaller than what its entry says."""
    reference, piece = find_contender("train", "reference"), find_contender("train", "bpeasy")
    assert reference.can_do(Job("train", "english", 100_000, 1_000))
    assert not reference.can_do(Job("train", "english", 10_000_000, 1))
    assert not replace(piece, smallest=2_001).can_do(TINY)


def test_a_library_that_is_not_installed_is_left_out():
    """What is missing is not an error: the others are measured without it."""
    assert PROTOTYPE.can_do(TINY)
    for missing in ("a_module_that_nobody_has", "a_package_that_nobody_has.part"):
        assert not replace(PROTOTYPE, needs=missing).can_do(TINY)


def test_names_are_given_once():
    """A task has no two contenders of one name or label."""
    for key in ("name", "label"):
        found = [(entry.task, getattr(entry, key)) for entry in CONTENDERS]
        assert len(found) == len(set(found))


@pytest.mark.parametrize("text", sorted(TEXTS))
def test_texts_have_the_size_asked_for(text):
    """A job's texts have as many bytes as it says, but for a character that is cut."""
    texts = read_texts(Job("encode", text, 501))
    assert sum(len(part.encode("utf-8")) for part in texts) in {500, 501}


def test_installed_sources_are_distinct_and_settled(tmp_path):
    """A content comes once; what is not UTF-8, or not in this Python's Unicode, is left out."""
    contents = {"a.py": b"one", "b.md": b"one", "c.txt": b"\xff", "d.c": b"two", "e.js": b"three"}
    contents["f.py"] = chr(0x378).encode()  # no character yet
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "g.py").write_text("four", encoding="utf-8")
    assert list(distinct_texts(sorted(source_files(tmp_path)))) == ["one", "two"]


def test_a_file_is_read_as_documents_of_whole_lines(tmp_path):
    """Nothing of a file is lost or translated, and only the size asked for is read."""
    path = tmp_path / "text.txt"
    path.write_bytes(b"one\r\ntwo\n" * 30_000)
    texts = file_text(str(path), 10**9)
    assert "".join(texts).encode() == path.read_bytes()
    assert len(texts) > 1
    assert all(text.endswith("\n") for text in texts)
    assert file_text(str(path), 7) == ["one\r\ntw"]
    assert str(Job("train", str(path), 7, 1)) == "train: text.txt, 7 bytes, 257 entries"


def test_whoever_adds_a_contender_is_told_every_module_that_has_some():
    """CONTRIBUTING.md and the table itself name those that fill it, and the table asks them all."""
    having = {entry.prepare.__module__ for entry in CONTENDERS}
    assert {module.__name__ for module in MODULES} == having
    told = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name in having:
        assert f"`{name.replace('.', '/')}.py`" in told
        assert f"`{name}`" in entries.__doc__


def test_documents_are_joined_by_what_no_text_holds():
    """A text with the separator in it is refused."""
    with pytest.raises(ValueError, match="holds the separator"):
        joined_by_separator(["a\0\x1e\0b"])


def test_the_exponent_of_a_known_law_is_found():
    """Linear times fit an exponent of one; squares fit two."""
    assert fit_exponent([1e3, 1e4, 1e5], [2.0, 200.0, 20_000.0]) == pytest.approx(2)
    assert fit_exponent([1e3, 1e4, 1e5], [3.0, 30.0, 300.0]) == pytest.approx(1)


def test_times_stand_if_there_are_any_and_no_trouble():
    """Whoever failed at once has no times; whoever gave wrong output has none that count."""
    assert Result("fast", [1.0]).sound
    assert not Result("fast", []).sound
    assert not Result("fast", [1.0], trouble="it is wrong").sound


def test_the_table_gives_medians_and_ratios():
    """The shortest time stands first; ratios are medians of the rounds' ratios to ours."""
    slow = Result("slow", [2.0, 9.0, 4.0])
    ours = Result("fast", [1.0, 1.0, 2.0], 5_000_000)
    heading, first, second = report.rows_of(TINY, [slow, ours])
    assert heading == ("", "median s", "min to max", "MB/s", "time / fast", "peak MB", "rounds")
    label = "bpe_course, pure Python"
    assert first == (label, "1.00", "1.00 to 2.00", "0.0", "1.00", "5", "3")
    assert second == ("slow", "4.00", "2.00 to 9.00", "0.0", "2.00", "?", "3")


def test_a_contender_in_trouble_is_not_in_the_table_but_below_it():
    """Its times are not shown; why not is said."""
    ours, other = Result("fast", [1.0]), Result("other", [0.1], trouble="it is wrong")
    assert "other" not in str(report.rows_of(TINY, [ours, other]))
    assert report.notes_of(TINY, [ours, other]) == ["other: not timed; it is wrong"]
    assert report.rows_of(TINY, [other]) == [("",)]


def test_growth_leaves_out_who_did_not_do_every_size():
    """An exponent is fitted only through all sizes."""
    small, large = Job("encode", "one letter", 10), Job("encode", "one letter", 100)
    both, larger = [Result("fast", [1.0])], [Result("fast", [10.0])]
    rows = report.growth_rows([(small, [*both, Result("slow", [1.0])]), (large, larger)])
    assert [row[-1] for row in rows] == ["exponent", "1.00"]
    assert "slow" not in str(rows)


def test_jobs_that_grow_are_found_in_any_order():
    """A size that was run again stands behind the other texts, and belongs to its own."""
    entries = [("one letter", 100), ("random letters", 10), ("random letters", 100)]
    jobs = [Job("encode", text, size) for text, size in [*entries, ("one letter", 10)]]
    grown = claims.growing([(job, [Result("fast", [1.0])]) for job in jobs])
    found = {text: [job.size for job, _ in group] for text, group in grown}
    assert found == {"one letter": [10, 100], "random letters": [10, 100]}


LARGE = Job("train", "installed sources", 100_000_000, 32_768 - 256)
ARRAYS = Job("encode", "installed sources", 20_000_000, output="numpy", passes=2)


def test_claims_are_held_against_what_was_measured():
    """A ratio is the median of the rounds' ratios; cold and warm are apart; bounds decide."""
    trained = [
        Result("compiled", [1.0, 2.0, 1.0], 90),
        Result("gigatoken", [5.0, 5.0, 5.0], 100),
        Result("rustbpe", [7.0, 14.0, 7.0]),
    ]
    encoded = [
        Result("compiled", [1.0], warm=[1.0]),
        Result("tiktoken", [20.0], warm=[9.0]),
        Result("gigatoken", [0.1], trouble="it is wrong"),
    ]
    rows = claims.claim_rows([(LARGE, trained), (ARRAYS, encoded)])
    found = {row[0]: row[1:3] + row[4:] for row in rows[1:]}
    assert found == {
        "training: gigatoken / compiled": ("at least 3", "5.00", "yes"),
        "training: rustbpe / compiled": ("at least 8", "7.00", "NO"),
        "encoding, gpt2, cold, to NumPy: tiktoken / compiled": ("at least 12", "20.00", "yes"),
        "encoding, gpt2, warm, to NumPy: tiktoken / compiled": ("at least 12", "9.00", "NO"),
        "peak memory, training: compiled / gigatoken": ("at most 1", "0.90", "yes"),
    }


def test_claims_on_starting_and_growth_have_rows_of_their_own():
    """Seconds and exponents are held against their bounds, tiktoken's exponent beside ours."""
    (start,) = start_jobs()
    measured = [(start, [Result("import", [0.1]), Result("compiled", [3.0])])]
    for size in (10, 100):
        times = [Result("fast", [float(size)]), Result("tiktoken", [size**2.0])]
        measured.append((Job("encode", "one letter", size), times))
    assert [(row[0], row[-1]) for row in claims.claim_rows(measured)[1:]] == [
        ("start: import, seconds", "yes"),
        ("start: compiled, seconds", "NO"),
        ("exponent, one letter: fast, tiktoken 2.00", "yes"),
    ]


def test_table_and_figure_are_remade_from_json(tmp_path):
    """What JSON holds is enough for both; the figure is a picture with a title."""
    trained = [Result("compiled", [1.0], 9), Result("gigatoken", [4.0], note="it was compared")]
    encoded = [Result("compiled", [0.1], warm=[0.1]), Result("tiktoken", [2.0], warm=[2.0])]
    found = report.as_json([(LARGE, trained), (ARRAYS, encoded)])
    (tmp_path / figure.JSON).write_text(json.dumps(found), encoding="utf-8")
    assert figure.main([str(tmp_path)]) == 0
    table = (tmp_path / figure.TABLE).read_text(encoding="utf-8")
    assert "| bpe_course, compiled | 1.00 | 1.00 to 1.00 |" in table
    assert "- gigatoken: it was compared" in table
    assert "| training: gigatoken / compiled | at least 3 | 4.00 |" in table
    assert (tmp_path / figure.FIGURE).read_bytes().startswith(b"\x89PNG")
    drawn = figure.draw(report.from_json(found))
    assert drawn.get_suptitle() == "Compiled, the algorithm of the lesson trains the fastest"
    heights = [len(axes.patches) for axes in drawn.axes]
    assert heights == [2, 2]


def test_a_figure_of_encoding_alone_claims_nothing_of_training():
    """Its title is true of whatever was measured, even where our bar is the longest."""
    encoded = [Result("compiled", [0.1], warm=[0.1]), Result("tiktoken", [2.0], warm=[2.0])]
    drawn = figure.draw([(ARRAYS, encoded)])
    assert drawn.get_suptitle() == "The algorithm of the lesson beside the fastest libraries"


def test_encoding_in_which_all_are_in_trouble_has_no_panel():
    """There is nothing to draw, and no error that would end the command."""
    assert figure.draw([(ARRAYS, [Result("tiktoken", [2.0], trouble="it is wrong")])]) is None


def test_without_training_and_encoding_there_is_no_figure():
    """The figure shows these two; a run of other parts has tables alone."""
    assert figure.draw([(start_jobs()[0], [Result("import", [0.1])])]) is None


def test_results_hold_every_number_and_no_path(tmp_path, monkeypatch, capsys):
    """`--results` writes each run's seconds and what machine they are from; tables are printed."""
    text = tmp_path / "secret" / "text.txt"
    text.parent.mkdir()
    text.write_text("low lower lowest " * 100, encoding="utf-8")
    jobs = [Job("train", str(text), 1_000, 5)]
    monkeypatch.setattr("bench.__main__.jobs_of", lambda options: jobs)
    folder = tmp_path / "results"
    arguments = ["--repeats", "2", "--only", "fast,rustbpe", "--results", str(folder)]
    assert main(arguments) == 0
    written = (folder / "results.json").read_text(encoding="utf-8")
    found = json.loads(written)
    assert "secret" not in written
    assert [len(result["seconds"]) for result in found["jobs"][0]["results"]] == [2, 2]
    assert found["machine"]["packages"]["regex"]
    assert found["machine"]["processor"]
    assert "train: text.txt, 1,000 bytes, 261 entries" in capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {"results.json", "table.md", "figure.png"}


def test_trouble_ends_the_command_with_an_error(monkeypatch, capsys):
    """The command goes on, says what was wrong, and returns 1."""
    worker = FakeWorker({"fast": [1], "gigatoken": [2]})

    def disagree(job, entries, repeats):
        return measure(job, fakes("fast", "gigatoken"), repeats, worker)

    monkeypatch.setattr("bench.__main__.measure", disagree)
    monkeypatch.setattr("bench.__main__.jobs_of", lambda options: [TINY])
    assert main(["--repeats", "1"]) == 1
    assert "gigatoken: not timed; at place 0 fast has 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--repeats", "0"], "0 is too few: give 1 or more"),
        (["--only", "fast,nobody"], "nobody is called 'nobody': there are"),
        (["--text", "no-such-file.txt"], "there is no file no-such-file.txt"),
    ],
)
def test_a_mistake_on_the_command_line_is_told(arguments, message, capsys):
    """The error names what came and what was expected."""
    with pytest.raises(SystemExit):
        parse(arguments)
    assert message in regex.sub(r"\s+", " ", capsys.readouterr().err)


def test_jobs_are_chosen_by_part_size_and_text(monkeypatch):
    """`--part`, `--largest` and `--text` say what is measured and on what."""
    assert jobs_of(parse(["--part", "start"])) == start_jobs()
    jobs = jobs_of(parse(["--part", "short", "--text", __file__]))
    assert {job.text for job in jobs} == {str(Path(__file__).resolve())}
    monkeypatch.setattr("bench.jobs.bytes_in", lambda text, limit: limit)
    jobs = jobs_of(parse(["--part", "train", "--largest", "1000000"]))
    assert [job.text for job in jobs] == ["english"]


def test_a_part_that_is_run_again_takes_the_place_of_the_old_one():
    """Other jobs of the same machine are kept; those of another machine are not."""
    old, new = Result("fast", [1.0]), Result("fast", [2.0])
    start = start_jobs()[0]
    known = report.as_json([(start, [old]), (TINY, [old])])
    found = joined(known, report.as_json([(start, [new])]))
    assert report.from_json(found) == [(TINY, [old]), (start, [new])]
    more = replace(TINY, num_merges=20)
    both = report.as_json([(TINY, [old]), (more, [old])])
    found = joined(both, report.as_json([(TINY, [new])]))
    assert report.from_json(found) == [(TINY, [new]), (more, [old])]
    assert joined(None, found) == found
    assert joined({**known, "machine": {}}, found) == found


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
def test_what_a_contender_prints_does_not_spoil_the_answer():
    """A library in Rust prints straight to standard output, as gigatoken does."""
    pytest.importorskip("gigatoken")
    assert ask_worker(TINY, "gigatoken", with_output=True)["digest"]
