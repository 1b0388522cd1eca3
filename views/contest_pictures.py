"""The pictures of contests in messages, with alt texts from which the tables can be read."""

from functools import partial

import discord

import rendering
from interactions import plain
from interactions.board_image import picture_item
from interactions.components import Item
from rules import Listed, ListStyle, Name, Sentence, Speech, Value, paragraph

_SIGNS = {rendering.CellResult.PLAYING: "~", rendering.CellResult.TO_COME: "·"}
"""How results are written that are no numbers yet."""
_ITSELF = "x"


async def cross_table_picture(
    table: rendering.CrossTable, theme: str, speech: Speech, name: str
) -> tuple[discord.File, Item]:
    """Draw a cross table, or one of its parts; the files of several have different names."""
    draw = partial(rendering.cross_table, table, theme=theme, speech=speech)
    return await picture_item(draw, plain(cross_table_words(table)), f"{name}-{table.first}")


async def bracket_picture(
    cup: rendering.Bracket, theme: str, speech: Speech, name: str
) -> tuple[discord.File, Item]:
    """Draw a bracket, or one of its parts, whose files have different names."""
    draw = partial(rendering.bracket, cup, theme=theme, speech=speech)
    return await picture_item(draw, plain(bracket_words(cup)), name)


async def ladder_picture(
    table: rendering.LadderTable, theme: str, speech: Speech
) -> tuple[discord.File, Item]:
    """Draw a part of a ladder."""
    draw = partial(rendering.ladder_table, table, theme=theme, speech=speech)
    return await picture_item(draw, plain(ladder_words(table)), "ladder")


def cross_table_words(table: rendering.CrossTable) -> Sentence:
    """Write a cross table: a line for each player, the results in the order of the columns."""
    columns = ", ".join(str(who + 1) for who in table.opponents)
    head = Sentence(
        "{title}, {subtitle}. Place, name, points; then the results against {columns} (+ won "
        "and – lost without playing, ~ in progress, · to come).",
        title=table.title,
        subtitle=table.subtitle,
        columns=columns,
    )
    lines = (_row_words(table, number, row) for number, row in enumerate(table.rows))
    return paragraph(head, *lines)


def _row_words(table: rendering.CrossTable, number: int, row: rendering.CrossTableRow) -> Sentence:
    cells = (
        _ITSELF if who == number else "".join(_SIGNS.get(each, each) for each in row.results[who])
        for who in table.opponents
    )
    return Sentence(
        "{place}. {name} {points}: {results}.",
        place=row.place,
        name=Name(row.name),
        points=row.points,
        results=" ".join(cells),
    )


def bracket_words(cup: rendering.Bracket) -> Sentence:
    """Write a bracket: round by round, who meets whom and what the score is."""
    head = Sentence("{title}, {subtitle}.", title=cup.title, subtitle=cup.subtitle)
    rounds = (
        Sentence(
            "{round}: {pairings}.",
            round=each.name,
            pairings=Listed(
                tuple(
                    Sentence(
                        "{first} – {second}",
                        first=_entry_words(pairing.first),
                        second=_entry_words(pairing.second),
                    )
                    for pairing in each.pairings
                ),
                ListStyle.COMMA,
            ),
        )
        for each in cup.rounds
    )
    return paragraph(head, *rounds)


def _entry_words(entry: rendering.BracketEntry) -> Value:
    if not entry.name:
        return "?"
    if not entry.scores:
        return Name(entry.name)
    return Sentence("{name} {score}", name=Name(entry.name), score=" ".join(entry.scores))


def ladder_words(table: rendering.LadderTable) -> Sentence:
    """Write a ladder: a line for each rung."""
    head = Sentence(
        "{title}, {subtitle}. Place, name, rating.", title=table.title, subtitle=table.subtitle
    )
    return paragraph(head, *map(_rung_words, table.rows))


def _rung_words(row: rendering.LadderRow) -> Sentence:
    values: dict[str, Value] = {"place": row.place, "name": Name(row.name), "rating": row.rating}
    if not row.note:
        return Sentence("{place}. {name} {rating}.", **values)
    return Sentence("{place}. {name} {rating}, {note}.", **values, note=row.note)
