"""What people and phones type, in every variant: records, moves, settings, tokens, and names."""

import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from cogs.autocomplete import whole_number
from cogs.conditional_moves import _moves
from cogs.move_and_board import typed_move
from data.columns import _look
from hosting.settings import TOKEN, Settings
from interactions.people import own_name
from interactions.time_input import read_quiet_hours, read_time_zone
from match.read_record import read
from match.record import write
from rendering import drawable_text
from rules import GAMES, Refusal, typed
from rules.command_line import main as command
from rules.move import PASS
from rules.typed_text import plain_text

NO_BREAK, ZERO_WIDTH, SOFT, BOM = "\u00a0", "\u200b", "\u00ad", "\ufeff"
HEAD = '[Game "ringo"]\n[Attacker "Ann"]\n[Defender "Bea"]\n[Ending "resignation"]\n'
MOVES = "1. a1-a2 2. a6-a5 {Here I come} 3. b1-b2 "
WRITTEN = f"{HEAD}{MOVES}1-0"
DRAWN = f"{HEAD}{MOVES}1/2-1/2".replace("resignation", "agreement")
"""What the records of the tables say."""


def with_quotes(opening: str, closing: str) -> str:
    return "".join(
        line.replace('"', opening, 1).replace('"', closing) if line.startswith("[") else line
        for line in WRITTEN.splitlines(keepends=True)
    )


RECORDS = {
    "curly quotes": with_quotes("“", "”"),
    "the same quote twice": with_quotes("”", "”"),
    "low quotes": with_quotes("„", "“"),
    "guillemets": with_quotes("«" + NO_BREAK, NO_BREAK + "»"),
    "one quote turned by the phone": with_quotes('"', "”"),
    "single quotes": with_quotes("‘", "’"),
    "full-width quotes": with_quotes("＂", "＂"),
    "two headers on a line": with_quotes('"', "”").replace("]\n[Def", "] [Def"),
    "no-break spaces": WRITTEN.replace(" ", NO_BREAK).replace("Here\u00a0I", "Here I"),
    "narrow no-break spaces": WRITTEN.replace("1. ", "1.\u202f"),
    "a mark at the beginning": BOM + WRITTEN,
    "marks of no width": WRITTEN.replace(' "', f' {ZERO_WIDTH}"').replace("a1", f"{ZERO_WIDTH}a1"),
    "soft hyphens": WRITTEN.replace("a1-a2", f"a1{SOFT}-a2").replace("Game", f"Ga{SOFT}me"),
    "a dash in the result": WRITTEN.replace("1-0", "1–0"),
    "a minus in the result": WRITTEN.replace("1-0", "1\u22120"),
    "a result with blanks": WRITTEN.replace("1-0", "1 – 0"),
    "dashes in moves": WRITTEN.replace("a1-a2", "a1–a2").replace("a6-a5", "a6\u2011a5"),
    "moves with blanks": WRITTEN.replace("a1-a2", "a1 – a2"),
    "full-width letters": WRITTEN.replace("a1-a2", "ａ１－ａ２").replace("ringo", "ｒｉｎｇｏ"),
    "full-width brackets": WRITTEN.replace("[", "［").replace("]", "］"),
    "letters of another alphabet": WRITTEN.replace("a1-a2", "а1-а2").replace("ringo", "rіngo"),
    "capitals by the phone": WRITTEN.replace("ringo", "Ringo").replace("resig", "Resig"),
    "headers in other letters": WRITTEN.replace("Game", "game").replace("Ending", "ENDING"),
    "marks of praise": WRITTEN.replace("a1-a2", "a1-a2!").replace("b1-b2", "b1-b2!?"),
    "backticks around moves": WRITTEN.replace("a1-a2", "`a1-a2`"),
    "a block of code": f"```\n{WRITTEN}\n```",
    "a block of code of a kind": f"```pgn\n{WRITTEN}\n```",
    "a remark over two lines": WRITTEN.replace("Here I", "Here\nI"),
    "lines of Windows": WRITTEN.replace("\n", "\r\n"),
    "numbers with an ellipsis": WRITTEN.replace("2. ", "2… "),
}
DRAWS = ["½-½", "½–½", "½ - ½", "1/2–1/2", "1⁄2-1⁄2", "１／２－１／２"]


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_a_record_is_read_as_people_and_phones_write_it(text: str) -> None:
    assert read(text, GAMES) == read(WRITTEN, GAMES)


@pytest.mark.parametrize("result", DRAWS)
def test_a_draw_is_read_however_it_is_written(result: str) -> None:
    assert read(DRAWN.replace("1/2-1/2", result), GAMES) == read(DRAWN, GAMES)
    header = f'[Result "{result}"]\n'
    assert read(header + DRAWN, GAMES) == read(DRAWN, GAMES)


@pytest.mark.parametrize(
    "name", ["Ann “the Ox” Lee", "[AB] Ann", "O’Brien", "Amélie\u200d!", "Ａｎｎ"]
)
def test_names_and_remarks_stay_as_they_are_written(name: str) -> None:
    text = WRITTEN.replace("Ann", name).replace("Here I come", f"{name} – “½”")
    record = read(text, GAMES)
    assert record.names[0] == name
    assert record.remarks == {2: f"{name} – “½”"}
    assert read(write(record), GAMES) == record


@pytest.mark.parametrize("name", ["", " ", "\u3164", "\u200b", "\u2800"])
def test_a_player_whose_name_shows_nothing_is_an_unknown_one(name: str) -> None:
    assert read(WRITTEN.replace("Ann", name), GAMES).names == ("?", "Bea")


def test_lines_are_counted_over_a_remark_of_two() -> None:
    text = '[Game "ringo"]\n1. a1-a2 {a\nb} 2. a6-a5\n3. b1-b2 {c} 4. nonsense'
    with pytest.raises(Refusal, match="Line 4: move 4, `nonsense`"):
        read(text, GAMES)


@pytest.mark.parametrize(
    "unit",
    ["\\{ \n", '[a "\n', "[a “", "[a “[", "“", " - ", "`", "1.", "a\u0301\u0316", "{\n", "[a '\\"],
)
def test_nonsense_of_64_kilobytes_is_refused_at_once(unit: str) -> None:
    began = time.process_time()
    with pytest.raises(Refusal):
        read('[Game "bizingo"]' + unit * (65_536 // len(unit)) + " ?", GAMES)
    assert time.process_time() - began < 5


MOVES_TYPED = [
    *("A1-A2", " a1 a2 ", "a1–a2", "a1—a2", "a1\u2212a2", "a1\u2011a2", "a1→a2", "a1➡️a2", "a1->a2"),
    *("1. a1-a2", "1.a1-a2", "1… a1-a2", "1) a1-a2", "a1-a2!", "a1-a2!?", "a1-a2.", "`a1-a2`"),
    *("“a1-a2”", "'a1-a2'", "```a1-a2```", "ａ１－ａ２", "а1-а2", "𝐚𝟏-𝐚𝟐", "a1\u00a0a2", "a₁-a₂"),
    *(f"a1{ZERO_WIDTH}-a2", f"a1{SOFT}-a2", f"{BOM}a1-a2", "a1\u2060-a2", "a\u03321-a\u03322"),
    *("a1️⃣-a2", "\u3164a1-a2", "a1\u200e-a2"),
]


@pytest.mark.parametrize("text", MOVES_TYPED)
def test_a_move_is_read_as_people_and_phones_write_it(text: str) -> None:
    assert GAMES["ringo"].start().read(text).text == "a1-a2"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, "c>") for text in ("c>", "c＞", "c →", "C ➡️", "c›", "1. c>", "`c >`", "с>")),
        *((text, "c<") for text in ("c<", "c＜", "c ←", "c⬅", "c‹", "c clockwise!", "“c <”")),
    ],
)
def test_a_hole_and_its_direction_are_read_so_too(text: str, move: str) -> None:
    assert GAMES["hoyito"].start({"direction": "each_move"}).read(text).text == move


@pytest.mark.parametrize(
    "text", ["Pass!", "`passe`", "“passen”", "1. pass", "ｐａｓｓ", "pas\u00ads"]
)
def test_a_pass_is_read_so_too(text: str) -> None:
    assert typed_move(text) == PASS


@pytest.mark.parametrize("text", ["b c", "1. b 2. c!", "`b`, “c”", "b；\u00a0с"])
def test_moves_ahead_are_read_so_too(text: str) -> None:
    assert [GAMES["hoyito"].start().read(move).text for move in _moves(text)] == ["b", "c"]


@pytest.mark.parametrize(
    "text", ["#12", "＃１２", " 12 ", f"{ZERO_WIDTH}12", "#\u00a012", "12.", "“12”"]
)
def test_the_number_of_a_match_is_read_so_too(text: str) -> None:
    assert whole_number(text) == 12


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        *((text, "22:00-08:00") for text in ("22:00–08:00", "22:00\u221208:00", "22：00－08：00")),
        *((text, "22:00-08:00") for text in ("“22:00-08:00”", "`22:00-08:00`", "22\u00a0–\u00a08")),
        *((text, "22:00-08:00") for text in ("22h à 8h00", "22 até 8", "10\u202fPM – 8\u202fAM")),
        *((text, "22:00-08:00") for text in ("22 jusqu’à 8", "22 jusqu'a 8", f"22{SOFT}-8")),
    ],
)
def test_quiet_hours_are_read_so_too(text: str, hours: str) -> None:
    assert str(read_quiet_hours(text)) == hours


SAO_PAULO, BERLIN = "America/Sao_Paulo", "Europe/Berlin"


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        *(
            (text, "America/Sao_Paulo")
            for text in ("São Paulo", "sa\u0303o paulo", "Sao\u00a0Paulo")
        ),
        *((text, "Europe/Berlin") for text in ("“Europe/Berlin”", "Europe⁄Berlin", "Ｂｅｒｌｉｎ")),
        *(
            (text, "Europe/Berlin")
            for text in (f"{BOM}Berlin", "`Europe/Berlin`", "Europe / Berlin")
        ),
        ("Port–au–Prince", "America/Port-au-Prince"),
    ],
)
def test_a_time_zone_is_read_so_too(text: str, zone: str) -> None:
    assert read_time_zone(text) == zone


TOKEN_TEXT = "abc.def-g_h.ijk"  # noqa: S105 (made up)
TOKENS = ["“{}”", "„{}“", "‘{}’", "`{}`", "«\u00a0{}\u00a0»", f"{ZERO_WIDTH}{{}}{BOM}", "\u00a0{} "]


@pytest.mark.parametrize("written", ["{}", *TOKENS])
def test_a_token_is_read_as_it_was_copied(
    written: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(TOKEN, raising=False)
    text = f"{BOM}{TOKEN}={written.format(TOKEN_TEXT)}\nPARLOUR_LOG_LEVEL=“debug”\n"
    Path(".env").write_text(text, encoding="utf-8")
    settings = Settings.load()
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN_TEXT
    assert settings.log_level == "DEBUG"


def test_a_setting_of_a_host_is_read_so_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_THEME", "“Wаlnut”")
    monkeypatch.setenv("PARLOUR_LOG_FORMAT", "ＪＳＯＮ")
    settings = Settings.load()
    assert (settings.theme, settings.log_format) == ("walnut", "json")


@pytest.mark.parametrize(
    "words",
    [("ringо", "1"), ("ＲＩＮＧＯ", "1", "attackers=５"), ("`ringo`", "1", "“attackers=5”")],
)
def test_a_game_and_its_options_are_read_so_too(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["perft", *words]) == 0
    assert " nodes, " in capsys.readouterr().out


REFUSED = ["a\u200b1-h\u00ad6", "а1-һ6", "a1–h6", "ａ1-h6", "a\u03321-h6", "𝐚1-h6"]


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_shows_what_was_read(text: str) -> None:
    assert str(typed(text)) == str(typed("a1-h6"))
    with pytest.raises(Refusal) as refused:
        read(f'[Game "ringo"]\n1. {text}', GAMES)
    assert str(refused.value).startswith("Line 2: move 1, `a1-h6`, can't be played.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[Game ringo]", '`[Game ringo]` isn\'t a header; write it like `[Game "ringo"]`.'),
        ('[Game "chеss"]', "there is no game `chess` here"),
    ],
)
def test_what_looks_like_the_right_thing_is_not_refused_with_it(text: str, shown: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(f"{text}\n1. a1-a2", {"ringo": GAMES["ringo"]})
    assert shown in str(refused.value) or "start it with a line" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Amélie", "Amélie"),
        ("Ame\u0301lie", "Amélie"),
        ("𝐀𝐦𝐞́𝐥𝐢𝐞", "Amélie"),
        ("𝓐𝓭𝓪 𝔏𝔬𝔳𝔢", "Ada Love"),
        ("Ⓐⓓⓐ", "Ada"),
        ("🅰🅳🅰 🅐", "ADA A"),
        ("Ａｄａ", "Ada"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("Ann\u3000Lee", "Ann Lee"),
        ("Ann\u2003\u2003Lee", "Ann Lee"),
        ("Ж ﬁ ½ ①", "Ж ﬁ ½ ①"),
        ("x\u200by", "xy"),
        ("山田", ""),
        ("\u3164", ""),
    ],
)
def test_a_name_in_a_picture_keeps_its_letters_and_blanks(name: str, shown: str) -> None:
    assert drawable_text(name) == shown


@pytest.mark.parametrize("name", ["", "\u3164", "\u200b\u2060", "\u2800 \u2800", None])
def test_somebody_whose_name_shows_nothing_is_called_by_their_user_name(name: str | None) -> None:
    user = Mock(global_name=name)
    user.name = "ben"
    assert own_name(user) == "ben"


def test_names_that_look_alike_are_told_apart() -> None:
    for other in ("Аnn", "𝐀nn", "ann\u200b", "Ánn"):
        assert _look(other) == _look("Ann")


def test_plain_text_stays_as_it_is() -> None:
    plain = "".join(map(chr, range(32, 127))) + "\n\t"
    assert plain_text(plain) == plain
