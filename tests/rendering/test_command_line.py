from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import rendering
from rendering.__main__ import main
from rendering.contact_sheet import PHONE
from rendering.lively_positions import liveliest
from rules import GAMES, Position
from tests.thorough import THOROUGH


def test_a_position_is_drawn_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    words = ["hoyito", "--moves", "b B", "--option", "holes=8", "--theme", "slate"]
    assert main([*words, "--from", "North", "-o", str(path)]) == 0
    position = GAMES["hoyito"].start({"holes": "8"})
    for text in ("b", "B"):
        before, (last, position) = position, position.play(text)
    # With the position before it, the picture shows which way the stones went.
    wanted = rendering.picture(position, last=last, before=before, theme="slate", seen_from=1)
    assert path.read_bytes() == wanted


@THOROUGH
def test_the_sheets_show_every_game_in_every_theme_from_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    themes = rendering.THEMES[
        ::3
    ]  # as if these were all, and looked the same: one takes five seconds
    monkeypatch.setattr("rendering.contact_sheet.THEMES", themes)
    kept: dict[tuple[Position, str], bytes] = {}

    def picture(position: Position, *, theme: str, **how: Any) -> bytes:
        assert theme in themes
        if (seen := (position, repr(how))) not in kept:
            kept[seen] = rendering.picture(position, theme=theme, **how)
        return kept[seen]

    monkeypatch.setattr("rendering.contact_sheet.picture", picture)
    tmp_path /= "sheets"  # the folder is made
    assert main(["--sheet", "-o", str(tmp_path)]) == 0
    drawn = {path.stem for path in tmp_path.iterdir()}
    for key, rules in GAMES.items():
        shown = ["card", "preview", "pieces", "puzzle"] + ["places"] * (not rules.single_choice)
        for side in rules.sides:
            drawn -= {f"{key}-{what}-{side}-{theme}" for what in shown for theme in themes}
            drawn -= {f"phone-{key}-{side}"}
            with Image.open(tmp_path / f"phone-{key}-{side}.png") as sheet:
                assert sheet.width > PHONE * len(shown)
                assert sheet.height > PHONE * 0.7 * len(themes)
    assert not drawn


@THOROUGH
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_the_papers_show_each_game_after_a_move_that_took_or_trapped(rules: type[Position]) -> None:
    _, last, position = liveliest(rules)
    assert last.taken or "Trapped" in str(position.describe())
    assert not position.outcome()


@THOROUGH
def test_the_papers_show_the_boards_as_they_look_now(tmp_path: Path) -> None:
    assert main(["--papers", "-o", str(tmp_path)]) == 0
    directory = {"directory", *(f"directory-{key}" for key in GAMES)}
    assert len(directory) >= 5, "as many as Discord's App Directory takes"
    assert {path.stem for path in tmp_path.iterdir()} == {*GAMES, "themes", *directory}
    shown = Path(rendering.__file__).parent.parent / "docs" / "pictures"
    for path in tmp_path.iterdir():
        with Image.open(path) as now, Image.open(shown / path.name) as then:
            assert now.convert("RGB").tobytes() == then.convert("RGB").tobytes(), "make pictures"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["chess", "-o", "x.png"],
            "There is no game `chess`; choose `bizingo`, `hoyito`, `bivouac`, `ringo` or `agon`.",
        ),
        (["-o", "x.png"], "Name a game: `bizingo`, `hoyito`, `bivouac`, `ringo` or `agon`."),
        (["ringo"], "The following arguments are required: -o/--output; see `--help`."),
        (
            ["ringo", "--theme", "plush", "-o", "x.png"],
            "There is no theme `plush`; choose `walnut`, `slate`, `paper` or `contrast`.",
        ),
        (
            ["ringo", "--from", "north", "-o", "x.png"],
            "Ringo has no side `north`; choose `attacker` or `defender`.",
        ),
        (
            ["ringo", "--option", "capture", "-o", "x.png"],
            "Write options as `option=value`, not `capture`.",
        ),
        (
            ["bizingo", "--option", "first=me", "-o", "x.png"],
            "`me` isn't a choice for Bizingo's option `first`; choose `light` or `dark`.",
        ),
        (
            ["bizingo", "--moves", "h6-g6 h6-g6", "-o", "x.png"],
            "Move 2 cannot be played: `h6` is empty; start from one of your pieces.",
        ),
        (
            ["bizingo", "-o", "/nowhere/x.png"],
            "Cannot write /nowhere/x.png: No such file or directory.",
        ),
        pytest.param(
            ["bizingo", "-o", "/dev/full"],
            "Cannot write /dev/full: No space left on device.",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is none"),
        ),
    ],
)
def test_bad_input_gives_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == sentence + "\n"
    assert not Path("x.png").exists()


def test_a_record_becomes_a_page_from_the_side_and_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, file = tmp_path / "match.txt", tmp_path / "match.html"
    text = '[Game "ringo"] [Match "7"] [Ending "resignation"] [Result "0-1"] 1. a1-a2 0-1'
    record.write_text(text, encoding="utf-8")
    words = ["page", str(record), "-o", str(file)]
    assert main([*words, "--language", "fr", "--from", "defender", "--theme", "paper"]) == 0
    shown = file.read_text(encoding="utf-8")
    assert '<html lang="fr">' in shown
    assert "Ringo #7" in shown
    record.write_text('[Game "ringo"] 1. a1-f6', encoding="utf-8")
    for wrong, told in (
        (words, "Line 1: move 1, `a1-f6`, can't be played."),
        (["page", "-o", str(file)], "Name the file with the record; see `--help`."),
        (["page", "/nowhere", "-o", str(file)], "Cannot read /nowhere: No such file or directory."),
    ):
        assert main(wrong) == 2
        assert told in capsys.readouterr().err


def test_a_page_says_how_a_match_ended_or_that_it_had_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, file = tmp_path / "match.txt", tmp_path / "match.html"
    words = ["page", str(record), "-o", str(file), "--language", "en"]
    for ending, result, told in (
        ("abort", "*", "The match was aborted."),
        ("agreement", "1/2-1/2", "The players agreed to a draw."),
    ):
        text = f'[Game "ringo"] [Ending "{ending}"] [Result "{result}"] 1. a1-a2 {result}'
        record.write_text(text, encoding="utf-8")
        assert main(words) == 0, capsys.readouterr().err
        assert told in file.read_text(encoding="utf-8")
    record.write_bytes('[Game "ringo"] [First "Zoë"] 1. a1-a2'.encode("utf-16"))
    assert main(words) == 2
    assert "I can't read this file; save what `/match record` gives" in capsys.readouterr().err


def test_a_file_named_so_is_drawn_as_svg(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert main(["hoyito", "--moves", "b", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<svg ")
