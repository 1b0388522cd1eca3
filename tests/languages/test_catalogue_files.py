"""Catalogues are updated from the sources and checked against them."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interactions import components
from languages import FOLDER, catalogue_maintenance
from languages import __main__ as command_line
from languages.catalogue import read, templates_of
from languages.catalogue_maintenance import create, extracted_catalog, faults, findings, update
from languages.extraction import PROJECT, ROOMS, ExtractedMessage, extract, messages
from rules import GAMES, Sentence, Speech
from rules.sentence import TYPED
from tests.thorough import THOROUGH

SAID = (
    ExtractedMessage("{Piece} is taken.", None, "rules/a.py"),
    ExtractedMessage("{number} piece", "{number} pieces", "rules/a.py"),
    ExtractedMessage("piece", None, "cogs/b.py"),
)
ALONE = 2
"""So few words say nothing of where they stand."""
NOT_ASKED = "no template asks for the form 'typed' of 'pass'"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a German catalogue of three untranslated messages."""
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: iter(SAID))
    path = tmp_path / "de.po"
    create(path)
    return path


def translate(path: Path, **said: str) -> None:
    text = path.read_text(encoding="utf-8")
    for one, translated in said.items():
        text = text.replace(f'msgid "{one}"\nmsgstr ""', f'msgid "{one}"\nmsgstr "{translated}"')
    path.write_text(text, encoding="utf-8")


def test_a_new_catalogue_has_every_message_once_and_lacks_every_translation(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("msgid ") == len(SAID) + 1
    assert 'msgid_plural "{number} pieces"\nmsgstr[0] ""\nmsgstr[1] ""' in text
    assert "#: rules/a.py\n" in text
    assert {*findings(path)} == {
        "not translated: 'piece' (cogs/b.py)",
        "not translated: '{Piece} is taken.' (rules/a.py)",
        "not translated: '{number} piece' (rules/a.py)",
    }


def test_an_update_keeps_translations_and_forms_and_drops_what_is_said_no_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    translate(path, piece="Stein")
    with path.open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "dative"\nmsgid "piece"\nmsgstr "dem Stein"\n')
    new = ExtractedMessage("{Side} wins.", None, "cogs/b.py")
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: iter((SAID[2], new)))
    update(path)
    text = path.read_text(encoding="utf-8")
    assert 'msgid "piece"\nmsgstr "Stein"' in text
    assert 'msgctxt "dative"\nmsgid "piece"\nmsgstr "dem Stein"' in text
    assert 'msgid "{Side} wins."\nmsgstr ""' in text
    assert "is taken" not in text
    before = text
    update(path)
    assert path.read_text(encoding="utf-8") == before


def test_what_is_unused_broken_or_asked_for_by_nobody_is_said(path: Path) -> None:
    translate(path, **{"piece": "Stein", "{Piece} is taken.": "{Stein} fällt."})
    with path.open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "dative"\nmsgid "piece"\nmsgstr "dem Stein"\n')
        file.write('\nmsgid "nobody says this"\nmsgstr "sagt niemand"\n')
    found = [*findings(path)]
    assert any("'{Stein} fällt.' names {stein}, its original {piece}" in fault for fault in found)
    assert any(
        "said nowhere: 'nobody says this'; `make messages` removes it" in fault for fault in found
    )
    assert any("asks for the form 'dative' of 'piece'" in fault for fault in found)
    assert len(found) == 4


def test_typed_words_have_a_form_of_their_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ExtractedMessage("pass", None, "cogs/b.py", "typed")
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: iter((SAID[2], typed)))
    update(path)
    translate(path, piece="Stein")
    assert 'msgctxt "typed"\nmsgid "pass"\nmsgstr ""' in path.read_text(encoding="utf-8")
    assert [*findings(path)] == ["not translated: 'pass' (cogs/b.py)"]
    translate(path, **{"pass": "passen, ich passe"})
    update(path)
    assert not [*findings(path)]
    assert read(path).words_typed_for("pass") == ("passen", "ich passe")
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: iter(SAID[2:]))
    assert [*findings(path)] == ["said nowhere: 'pass'; `make messages` removes it", NOT_ASKED]


def test_words_that_people_type_are_found_in_the_sources() -> None:
    [found] = extract('each.words_typed_for("pass")')
    assert (found.one, found.form) == ("pass", TYPED)


def test_no_catalogue_is_begun_for_a_language_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="xx"):
        create(tmp_path / "xx.po")


def test_a_translation_marked_as_fuzzy_is_said_to_be_unused(path: Path) -> None:
    translate(path, piece="Stein")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgid "piece"', '#, fuzzy\nmsgid "piece"'), encoding="utf-8")
    assert "'piece' is marked as fuzzy, so it is said in English" in [*findings(path)]


# The command line.


@pytest.fixture
def run(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[object, list[str]]]:
    """Return what runs the command in the folder of the German catalogue."""
    monkeypatch.setattr(command_line, "FOLDER", path.parent)

    def runs(*words: str) -> tuple[object, list[str]]:
        """Return the exit status, or the sentence instead of one, and what is printed."""
        monkeypatch.setattr("sys.argv", ["languages", *words])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        return ended.value.code, capsys.readouterr().out.splitlines()

    return runs


def test_the_check_prints_each_fault_and_fails_until_there_is_none(
    path: Path, run: Callable[..., tuple[object, list[str]]]
) -> None:
    status, told = run("check")
    assert status == 1
    assert "de.po: not translated: 'piece' (cogs/b.py)" in told
    assert run("update") == (0, told), "an update says so too, and is no failure"
    translate(path, **{"piece": "Stein", "{Piece} is taken.": "{Piece} fällt."})
    text = path.read_text(encoding="utf-8")
    for at in (0, 1):
        text = text.replace(f'msgstr[{at}] ""', f'msgstr[{at}] "{{number}} Stück"')
    path.write_text(text, encoding="utf-8")
    assert run("check") == (0, [])
    path.write_text(f"{text}\nmsgid nonsense\n", encoding="utf-8")
    for verb in ("check", "update"):
        status, _ = run(verb)
        assert str(status).startswith("de.po is no catalogue: "), status


def test_a_catalogue_is_begun_once_and_only_for_a_language(
    path: Path, run: Callable[..., tuple[object, list[str]]]
) -> None:
    begun = "Begun: pt-BR.po. Translate it, then run `python -m languages check`."
    assert run("new", "pt-BR") == (None, [begun])
    assert path.with_name("pt-BR.po").exists()
    status, _ = run("new", "de")
    assert status == ("de.po is there already; `python -m languages update` brings it up to date.")
    status, _ = run("new", "xx")
    assert str(status).startswith("There is no catalogue for 'xx': ")
    assert not path.with_name("xx.po").exists()


COIN = '''\
"""`/match coin`."""

@app_commands.command()
async def coin(interaction: Interaction) -> None:
    """Toss a coin; only you see it."""
    await answer_privately(interaction, say("Heads."), button("Toss again", TossAgain()))
'''
NOT_COPIED = shutil.ignore_patterns(
    *(".*", "__pycache__", "build", "dist", "docs", "var", "*.sqlite3*", "*.png")
)


@THOROUGH
def test_a_sentence_lands_in_english_and_the_check_names_it(tmp_path: Path) -> None:
    """Tried on a copy of the sources, with a command as in docs/developing.md."""
    copy = tmp_path / "parlour"
    shutil.copytree(PROJECT, copy, ignore=NOT_COPIED)
    (copy / "cogs" / "coin.py").write_text(COIN, encoding="utf-8")
    assert run_in(copy, "languages", "update").returncode == 0
    tests = run_in(copy, "pytest", "-q", "-m", "not thorough", "tests/languages")
    assert tests.returncode == 0, tests.stdout
    check = run_in(copy, "languages", "check")
    assert check.returncode == 1
    for catalogue in FOLDER.glob("*.po"):
        for words in ("Toss a coin; only you see it.", "Heads.", "Toss again"):
            told = f"{catalogue.name}: not translated: {words!r} (cogs/coin.py)\n"
            assert told in check.stdout


def run_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program of Python in a folder."""
    return subprocess.run(  # noqa: S603 (our own words)
        (sys.executable, "-m", *words), cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Sentence("a {b}", b=c)', [("a {b}", None)]),
        ('Refusal("one " "two")', [("one two", None)]),
        ('Sentence("{number} a", "{number} as", number=n)', [("{number} a", "{number} as")]),
        ('say("a" if b else "c")', [("a", None), ("c", None)]),
        ('message({A: "a", B: "b"})', [("a", None), ("b", None)]),
        ('option("Capture", {"jump": "By jumping"})', [("Capture", None), ("By jumping", None)]),
        ("Sentence(words)", []),
        ('log.info("a")', []),
        ('@app_commands.command()\ndef f():\n    """Do it.\n\n    Much."""', [("Do it.", None)]),
        ('@commands.command(description="Say.")\ndef f():\n    """Do it."""', [("Say.", None)]),
        ('@describe(move="Your move")\ndef f():\n    """Do it."""', [("Your move", None)]),
        ('Choice(name="By lot", value="By")', [("By lot", None)]),
        ('@app_commands.command(name="import")\ndef f():\n    """In."""', [("In.", None)]),
    ],
)
def test_messages_are_found_in_sentences(source: str, found: list[tuple[str, str | None]]) -> None:
    assert [(each.one, each.plural) for each in extract(source)] == found


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ('"""Cards."""\ndef f():\n    """Say who won."""\n    say("Won")', "Say who won."),
        ('"""Cards."""\ndef _next_one():\n    say("Won")', "next one, in: Cards."),
        ('"""Cards."""\nMUTED = Sentence("muted")', "muted, in: Cards."),
        ('"""Cards."""\nMUTED = Sentence("muted")\n"""Of a match."""', "Of a match."),
        ('"""Cards."""\nbutton("Play", Play())', "button: Cards."),
        ('@app_commands.command()\ndef f():\n    """Do it."""', "description of a command"),
    ],
)
def test_translators_are_told_where_a_message_is_shown(source: str, place: str) -> None:
    assert [found.place for found in extract(source)] == [place]


@THOROUGH
def test_every_message_of_the_project_shows_its_place() -> None:
    """A word that stands alone shows more than its file's subject."""
    subjects = {ast.get_docstring(ast.parse(path.read_text("utf-8"))) for path in sources()}
    for message in extracted_catalog():
        if not message.id:
            continue
        assert message.locations, message.id
        assert message.auto_comments, message.id
        words = re.sub(r"\{[^}]*\}", "", templates_of(message.id)[0])
        if len(re.findall(r"\w+", words)) <= ALONE:
            assert {*message.auto_comments} - subjects, message.id


def sources() -> Iterator[Path]:
    for room in ROOMS:
        yield from (PROJECT / room).rglob("*.py")


@THOROUGH
def test_words_of_every_component_are_found_in_the_sources() -> None:
    shown = {
        name: list(inspect.signature(make).parameters).index(words)
        for name, make in inspect.getmembers(components, inspect.isfunction)
        for words, type_ in make.__annotations__.items()
        if type_ == str | Sentence and words != "return"
    }
    assert {"button", "select", "choice_rows"} <= set(shown)
    known = {each.one for each in messages()}
    for path in sources():
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            words = [*call.args[shown[name] :], None][0] if name in shown else None
            if isinstance(words, ast.Constant) and isinstance(words.value, str) and words.value:
                assert words.value in known, f"{path}: {words.value}"


def test_a_catalogue_shows_the_places_of_what_is_not_translated_yet(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all others they would only change with the code, and nobody would read them."""
    told = ExtractedMessage("piece", None, "cogs/b.py", place="button: Choose a piece.")
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: iter((told, told)))
    update(path)
    assert path.read_text("utf-8").count("#. button: Choose a piece.\n#: cogs/b.py\n") == 1
    translate(path, piece="Stein")
    update(path)
    assert "#. " not in path.read_text("utf-8")
    assert "#: " not in path.read_text("utf-8")


def translated(path: Path) -> list[str]:
    """Return a catalogue's messages as they are written, without those that show their places."""
    return [each for each in path.read_text("utf-8").split("\n\n") if "\n#: " not in f"\n{each}"]


def test_an_update_changes_nothing_that_is_translated(tmp_path: Path) -> None:
    for catalogue in FOLDER.glob("*.po"):
        path = tmp_path / catalogue.name
        shutil.copy(catalogue, path)
        update(path)
        assert len(translated(path)) > 1000
        assert translated(path) == translated(catalogue), "run `make messages`"


@pytest.mark.parametrize("catalogue", sorted(FOLDER.glob("*.po")), ids=lambda path: path.stem)
def test_a_new_sentence_breaks_no_catalogue_and_is_listed_until_it_is_translated(
    catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / catalogue.name
    shutil.copy(catalogue, path)
    before = {*findings(path)}
    new = extract('"""Coins."""\nsay("Heads, {name}.", name=name)', "cogs/coin.py")
    extended = (*messages(), *new)
    monkeypatch.setattr(catalogue_maintenance, "messages", lambda: extended)
    for prepare in (lambda _path: None, update):
        prepare(path)
        assert not [*faults(path)]
        assert {*findings(path)} - before == {"not translated: 'Heads, {name}.' (cogs/coin.py)"}
        assert Speech(read(path)).say(Sentence("Heads, {name}.", name="Ada")) == "Heads, Ada."
    text = path.read_text("utf-8").replace(
        'msgid "Heads, {name}."\nmsgstr ""', 'msgid "Heads, {name}."\nmsgstr "… {name}"'
    )
    path.write_text(text, encoding="utf-8")
    assert {*findings(path)} == before


def test_the_projects_own_messages_are_found() -> None:
    ones = {found.one for found in messages()}
    assert "Only one attacker is left." in ones
    assert "Capturing" in ones
    assert len(ones) > 300
    sides = {side for rules in GAMES.values() for side in rules.sides}
    assert {*sides, "Classic", "Fair", "Hostile"} <= ones
    assert not any(one.isdigit() for one in ones), "a number is the same in every language"
