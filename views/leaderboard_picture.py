"""A page of a leaderboard: its picture, the alt text, and what the picture leaves out."""

from collections.abc import Sequence
from functools import partial

import discord

import rendering
from data.contests import Champion
from data.ratings import Ranked
from interactions import plain, say
from interactions.board_image import picture_item
from interactions.components import Item
from interactions.speech import rating_words
from match.rating import game_of
from rules import Code, Name, Sentence, Value
from views.contest_words import title
from views.names_below import PictureSpeech

MINUS = "\N{MINUS SIGN}"


async def leaderboard_picture(
    title: Value, where: Sentence, lines: Sequence[Ranked], asker: int, theme: str
) -> tuple[discord.File, Item]:
    """Draw the entries, with the user's own highlighted."""
    players = [
        rendering.Player(
            line.rank,
            line.name,
            line.rating.rating,
            line.rating.deviation,
            line.rating.settled,
            line.lately,
            line.wins,
            line.draws,
            line.losses,
            own=line.person == asker,
        )
        for line in lines
    ]
    draw = partial(
        rendering.leaderboard,
        plain(title),
        plain(where),
        players,
        theme=theme,
        speech=_picture_speech(lines),
    )
    words = Sentence(
        "{game}, {where}. Place, name, rating, change in {number} day, won–drawn–lost.",
        "{game}, {where}. Place, name, rating, change in {number} days, won–drawn–lost.",
        game=title,
        where=where,
        number=30,
    )
    return await picture_item(
        draw, " ".join(map(plain, (words, *map(_line_words, lines)))), "leaderboard"
    )


def _picture_speech(lines: Sequence[Ranked]) -> PictureSpeech:
    return PictureSpeech(Name(line.name) for line in lines)


def leaderboard_notes(pool: str, lines: Sequence[Ranked], asker: int) -> list[str]:
    """Explain the picture's marks, and give the names that it cannot draw."""
    game, live = game_of(pool)
    command = Code(f"/{game}")
    apart = [say("-# Live matches (minutes, not days) are rated separately.")] if live else []
    if not lines and live:
        none_yet = say(
            "Nobody has played a rated live match yet. Be the first: {command} with a live `pace`.",
            command=command,
        )
        return [none_yet, *apart]
    if not lines:
        return [
            say("Nobody has played a rated match yet. Be the first: {command}.", command=command)
        ]
    texts = _picture_speech(lines).names_below()
    if all(line.person != asker for line in lines):
        texts.append(
            say("You're not on this leaderboard; {command} starts a match.", command=command)
        )
    marks = say(
        "-# The bar shows the likely range. **?** means provisional: few rated matches so far, and "
        "no place yet. Glicko-2, across all servers."
    )
    return [*texts, marks, *apart]


def champion_notes(champions: Sequence[Champion], lines: Sequence[Ranked]) -> list[str]:
    """Say who on the page was the last to win a league or a cup here."""
    names = {line.person: line.name for line in lines}
    return [
        say(
            "🏆 **{name}**: champion of {event}",
            name=Name(names[one.person]),
            event=title(one.contest),
        )
        for one in champions
        if one.person in names
    ]


def _line_words(line: Ranked) -> Sentence:
    values: dict[str, Value] = {
        "name": Name(line.name),
        "rating": rating_words(line.rating),
        "change": f"{line.change:+.0f}".replace("-", MINUS),
        "results": f"{line.wins}–{line.draws}–{line.losses}",
    }
    if not line.rating.settled:
        return Sentence("{name} {rating}, {change}, {results}.", **values)
    return Sentence("{rank}. {name} {rating}, {change}, {results}.", rank=line.rank, **values)
