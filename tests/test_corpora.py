"""The texts of the course are whole, say the same everywhere, and come with errors that help."""

import ast
import json
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path

import pytest
import regex
import yaml

from bpe_course import corpora
from tools.refresh_data import refresh

SENTENCES = 13
SENTENCE_END = regex.compile(r"[.。।։።။۔]")

# Written without spaces between words, so that words cannot be counted by splitting.
UNSPACED = {"ja", "my", "th", "zh-Hans", "zh-Hant"}

# The values of Unicode's Script property that an ISO 15924 code stands for.
SCRIPTS = {
    "Arab": ["Arabic"],
    "Armn": ["Armenian"],
    "Beng": ["Bengali"],
    "Cyrl": ["Cyrillic"],
    "Deva": ["Devanagari"],
    "Ethi": ["Ethiopic"],
    "Geor": ["Georgian"],
    "Grek": ["Greek"],
    "Hans": ["Han"],
    "Hant": ["Han"],
    "Hebr": ["Hebrew"],
    "Jpan": ["Han", "Hiragana", "Katakana"],
    "Kore": ["Hangul"],
    "Latn": ["Latin"],
    "Mymr": ["Myanmar"],
    "Taml": ["Tamil"],
    "Telu": ["Telugu"],
    "Thai": ["Thai"],
}

MANIFEST = corpora.manifest()
PARALLEL = corpora.parallel()
LANGUAGES = sorted(PARALLEL)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the course's texts that a test may damage."""
    return Path(shutil.copytree(corpora.data_folder(), tmp_path / "data"))


# The manifest and the loader.


@pytest.mark.parametrize("name", MANIFEST)
def test_every_text_is_the_one_that_the_manifest_describes(name):
    """Each file has the sha256 and the size in the manifest, and is UTF-8 with a last newline."""
    entry = MANIFEST[name]
    data = (corpora.data_folder() / entry.path).read_bytes()
    assert (corpora.sha256(data), len(data)) == (entry.sha256, entry.bytes)
    assert corpora.load(name).encode("utf-8") == data
    assert data.endswith(b"\n")
    assert b"\r" not in data


def test_every_text_has_a_license_and_a_provenance():
    """Each text has the license of the project and was written for it."""
    for entry in MANIFEST.values():
        assert entry.license == "MIT"
        assert entry.provenance.startswith("Written for this course")
        assert entry.title


def test_names_are_paths_without_txt():
    """A text is called by its path, without `.txt`."""
    assert corpora.names() == list(MANIFEST)
    for name, entry in MANIFEST.items():
        assert name == entry.path.removesuffix(".txt")


def test_every_file_is_in_the_manifest():
    """No text lies in the folder without provenance."""
    folder = corpora.data_folder()
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    described = {entry.path for entry in MANIFEST.values()}
    assert found - described == {"README.md", "manifest.toml"}


def test_the_readme_has_the_same_table():
    """The table in `data/README.md` has the names, titles, sizes and sha256 of the manifest."""
    readme = (corpora.data_folder() / "README.md").read_text(encoding="utf-8")
    rows = regex.findall(r"^\| `(\S+)` \| (.+) \| (\d+) \| `(\w+)` \|$", readme, regex.MULTILINE)
    expected = [
        (name, entry.title, str(entry.bytes), entry.sha256) for name, entry in MANIFEST.items()
    ]
    assert rows == expected


def test_a_changed_text_is_refused(copy):
    """One changed byte raises an error that says what came, what was expected, what to do."""
    path = copy / "parallel/de.txt"
    data = path.read_bytes()
    changed = data.replace(b"\n", b"\r\n")
    path.write_bytes(changed)
    with pytest.raises(ValueError, match="'parallel/de' has changed") as caught:
        corpora.load("parallel/de", copy)
    message = str(caught.value)
    assert f"{len(changed)} bytes with sha256 {corpora.sha256(changed)}" in message
    assert f"expected {len(data)} bytes with sha256 {corpora.sha256(data)}" in message
    assert "git checkout -- data/parallel/de.txt" in message


def test_a_missing_text_is_named(copy):
    """A missing file raises an error with its path and what to do."""
    (copy / "samples/emoji.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"emoji\.txt.*git checkout"):
        corpora.load("samples/emoji", copy)


def test_an_unknown_name_lists_the_names():
    """A name that no text has raises an error that lists those there are."""
    with pytest.raises(ValueError, match=r"no text is called 'parallel/xx'.*parallel/zh-Hant"):
        corpora.load("parallel/xx")


def test_the_texts_are_found_inside_the_package_first(tmp_path):
    """An installed package has `data` inside it; a clone has it beside the package."""
    package = tmp_path / "bpe_course"
    inside, beside = package / "data", tmp_path / "data"
    for folder in (beside, inside):
        folder.mkdir(parents=True)
        (folder / "manifest.toml").touch()
        assert corpora.data_folder(package) == folder


def test_a_folder_called_data_without_a_manifest_is_not_ours(tmp_path):
    """Without a manifest in either place the error names both."""
    (tmp_path / "data").mkdir()
    with pytest.raises(FileNotFoundError, match="Install bpe-course again") as caught:
        corpora.data_folder(tmp_path / "bpe_course")
    assert str(tmp_path / "bpe_course" / "data") in str(caught.value)


# Recording a change.


def test_refreshing_changes_nothing_when_nothing_changed(copy):
    """The manifest and the README that are committed are those the tool writes."""
    before = {path: path.read_bytes() for path in copy.rglob("*.*")}
    refresh(copy)
    assert {path: path.read_bytes() for path in copy.rglob("*.*")} == before


def test_refreshing_records_a_change(copy):
    """After the tool has run, a changed text loads, and the README has its sha256."""
    (copy / "parallel/de.txt").write_bytes("Schön.\n".encode())
    refresh(copy)
    assert corpora.load("parallel/de", copy) == "Schön.\n"
    entry = corpora.manifest(copy)["parallel/de"]
    assert entry.bytes == 8
    assert entry.sha256 in (copy / "README.md").read_text(encoding="utf-8")


def test_refreshing_wants_a_table_for_each_file(copy):
    """A file without a table raises an error, because nobody said where it is from."""
    (copy / "new.txt").write_bytes(b"new\n")
    with pytest.raises(ValueError, match=r"files without a table.*new\.txt"):
        refresh(copy)


# The English text.


def test_the_english_text_is_long_enough_to_train_on():
    """The English text has at least 60 kB."""
    assert len(corpora.load("english").encode("utf-8")) >= 60_000


# The parallel paragraphs.


def test_there_are_enough_languages_and_scripts():
    """There are at least 24 languages in at least 10 scripts."""
    scripts = {MANIFEST[f"parallel/{language}"].script for language in LANGUAGES}
    assert len(LANGUAGES) >= 24
    assert len(scripts) >= 10
    assert scripts == SCRIPTS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_of_the_script_of_the_language(language):
    """Each letter has the Unicode script that the manifest gives for the language."""
    entry = MANIFEST[f"parallel/{language}"]
    text = PARALLEL[language]
    scripts = {name: regex.findall(rf"\p{{Script={name}}}", text) for name in SCRIPTS[entry.script]}
    others = set(regex.findall(r"\p{L}", text)).difference(*scripts.values())
    assert all(scripts.values())
    # Unicode counts the mark of a long vowel as common to both kana.
    assert others <= {"ー"}
    assert entry.language == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_is_one_line_in_normal_form(language):
    """Each paragraph is one line without digits, in Unicode's form NFC, with single spaces."""
    text = PARALLEL[language]
    assert text.endswith("\n")
    line = text[:-1]
    assert unicodedata.is_normalized("NFC", line)
    assert not regex.search(r"\p{Nd}|[^\S ]|  |^ | $", line)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - UNSPACED))
def test_a_paragraph_is_long_enough(language):
    """Each paragraph in a language that writes spaces has at least 120 words."""
    assert len(PARALLEL[language].split()) >= 120


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"th"}))
def test_paragraphs_have_the_same_sentences(language):
    """Each paragraph has thirteen sentences; Thai does not mark where they end."""
    assert len(SENTENCE_END.findall(PARALLEL[language])) == SENTENCES


def test_paragraphs_can_be_had_by_the_name_of_their_language():
    """Each paragraph once, in the same order, under a name without the title before it."""
    named = corpora.parallel_by_language()
    assert list(named.values()) == list(PARALLEL.values())
    assert named["Burmese"] == PARALLEL["my"]
    assert named["Chinese, simplified"] == PARALLEL["zh-Hans"]
    assert not [name for name in named if corpora.PARALLEL_TITLE in name]


def test_no_paragraph_stands_twice():
    """No file holds another language's paragraph."""
    assert len(set(PARALLEL.values())) == len(LANGUAGES)


# The samples.


def test_the_people_are_the_same_in_every_format():
    """The indented JSON, the compact JSON and the YAML hold the same records."""
    people = json.loads(corpora.load("samples/people.json"))
    assert len(people) == 12
    assert json.loads(corpora.load("samples/people.compact.json")) == people
    assert yaml.safe_load(corpora.load("samples/people.yaml")) == people
    for person in people:
        assert list(person) == ["id", "name", "languages", "address", "active", "scores"]


def test_the_two_forms_of_json_are_what_their_names_say():
    """One form has an indentation of two and the other no space outside of strings."""
    people = json.loads(corpora.load("samples/people.json"))
    indented = json.dumps(people, ensure_ascii=False, indent=2)
    compact = json.dumps(people, ensure_ascii=False, separators=(",", ":"))
    assert corpora.load("samples/people.json") == indented + "\n"
    assert corpora.load("samples/people.compact.json") == compact + "\n"


def test_the_program_is_python():
    """The program parses, has a docstring, and is indented by multiples of four spaces."""
    text = corpora.load("samples/program.py")
    assert ast.get_docstring(ast.parse(text))
    indents = {len(line) - len(line.lstrip()) for line in text.splitlines()}
    assert indents == {0, 4, 8, 12, 16}


def test_every_sum_is_correct():
    """The left side of each line adds up to its right side."""
    lines = corpora.load("samples/arithmetic").splitlines()
    assert len(lines) == 60
    for line in lines:
        assert regex.fullmatch(r" ?\d+( \+ \d+)+ = \d+|\d+(\+\d+)+=\d+", line), line
        left, right = line.split("=")
        assert sum(map(int, left.split("+"))) == int(right), line


def test_the_sums_are_of_all_lengths():
    """The sums have every number of digits from 1 to 12, and one sum with and without spaces."""
    text = corpora.load("samples/arithmetic")
    assert set(range(1, 13)) <= {len(number) for number in regex.findall(r"\d+", text)}
    assert {" 3221 + 2334 = 5555", "3221+2334=5555"} <= set(text.splitlines())


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("skin tone", r"\p{Emoji_Modifier_Base}\p{Emoji_Modifier}"),
        ("family", r"👨\u200D👩\u200D👧\u200D👦"),
        ("country's flag", r"\p{Regional_Indicator}{2}"),
        ("subdivision's flag", r"🏴[\U000E0061-\U000E007A]+\U000E007F"),
        ("keycap", r"[0-9#*]\uFE0F\u20E3"),
        ("text style", r"❤\uFE0E"),
        ("emoji style", r"❤\uFE0F"),
    ],
)
def test_the_emoji_are_of_every_kind(kind, pattern):
    """There are emoji with tones, joined families, flags of both kinds, keycaps and selectors."""
    assert regex.search(pattern, corpora.load("samples/emoji")), kind


# The standard library.


def test_the_standard_library_is_megabytes_of_text():
    """Python's own sources are more than two million characters, among them this module's own."""
    texts = list(corpora.standard_library())
    assert sum(map(len, texts)) > 2_000_000
    assert Path(json.__file__).read_bytes().decode("utf-8") in texts


def test_the_standard_library_comes_in_a_fixed_order_without_packages(tmp_path):
    """Files are sorted by path; packages, tests, caches and the build's record are left out."""
    kept = ["a.py", "b/a.py", "b/c/a.py", "c.py"]
    left_out = [
        "site-packages/x.py",
        "dist-packages/x.py",
        "test/x.py",
        "b/tests/x.py",
        "b/__pycache__/x.py",
        "_sysconfigdata__linux.py",
        "b/notes.txt",
    ]
    for name in left_out + kept[::-1]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    files = corpora.standard_library_files(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in files] == kept


def test_files_that_are_not_utf8_are_left_out(tmp_path):
    """A file in another encoding is passed over, and newlines stay as they are."""
    (tmp_path / "a.py").write_bytes(b"x = '\xe9'\n")
    (tmp_path / "b.py").write_bytes("y = 'é'\r\n".encode())
    files = corpora.standard_library_files(tmp_path)
    assert list(corpora._texts(files, None)) == ["y = 'é'\r\n"]


@pytest.mark.parametrize(
    ("max_bytes", "expected"),
    [
        (0, []),
        (1, ["a"]),
        (2, ["a"]),  # the é has two bytes and does not fit
        (3, ["aé"]),
        (4, ["aé", "b"]),
        (9, ["aé", "bc"]),
        (None, ["aé", "bc"]),
    ],
)
def test_the_limit_cuts_between_characters(tmp_path, max_bytes, expected):
    """At most `max_bytes` bytes come, and no character is cut in two."""
    (tmp_path / "1.py").write_bytes("aé".encode())
    (tmp_path / "2.py").write_bytes(b"bc")
    files = corpora.standard_library_files(tmp_path)
    assert list(corpora._texts(files, max_bytes)) == expected


def test_a_negative_limit_is_refused_at_once():
    """A negative limit raises before anything is read."""
    with pytest.raises(ValueError, match="max_bytes is -1; expected 0 or more"):
        corpora.standard_library(-1)


# What git and the wheel do with the texts.

ROOT = Path(__file__).parents[1]


def test_git_translates_no_line_ending_of_a_text():
    """`.gitattributes` keeps git from changing the bytes of the texts."""
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    assert "data/** -text" in lines


def test_the_wheel_carries_the_texts(tmp_path):
    """The wheel that is built has each text inside the package, where it is looked for first."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    build = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert build.returncode == 0, build.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    folder = corpora.data_folder(tmp_path / "bpe_course")
    assert folder == tmp_path / "bpe_course" / "data"
    for name in MANIFEST:
        assert corpora.load(name, folder) == corpora.load(name)
