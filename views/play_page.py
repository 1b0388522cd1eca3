"""The page of `/play`: the games, how to play one, and who is looking for an opponent."""

import io
from collections.abc import Sequence
from functools import partial

import discord

import rendering
from data import Seat
from data.open_challenges import OpenChallenge
from interactions import CustomId, said, say
from interactions.components import Item, Layout, MessageParts, button, in_rows, user_select
from interactions.people import Appearance
from interactions.speech import current_rulebook, label, rating_words
from interactions.tasks import run_brief
from rules import GAMES, Sentence, message
from views.begin_against_computer_page import BeginAgainst, ChooseLevel, computer_words
from views.challenge_card import LIST_LABELS, ListAnswer, standing_words, terms_with_sides
from views.lesson_ids import how_to_play_button
from views.vote_page import ALL_OF_US, AskCrowd
from views.web_link import web_buttons

PAGE_SIZE = 4
"""How many challenges a page has."""
ALL = "all"
"""What stands for every game."""
COLOUR = discord.Colour(0x4C8DAE)
WHAT = message("### What would you like to play?")
OPEN = message("### Open challenges")
HIDDEN = message("-# You've hidden other people's open challenges. Show them again in `/settings`.")
ELSEWHERE = message("-# In a server, `/play` also finds you people to play.")


class TurnLobby(CustomId, name="lobby"):
    """Show, in this message, the games or how to play one, with a page of open challenges."""

    game: str = ALL
    page: int = 0


class AnswerOpen(CustomId, name="lobbied"):
    """Accept a listed challenge, or withdraw one's own."""

    challenge: int
    answer: ListAnswer
    game: str
    page: int


class ChallengeFriend(CustomId, name="friend"):
    """Challenge the chosen person to a game."""

    game: str


class ChallengeAnyone(CustomId, name="anyone"):
    """Post a challenge that anyone may accept."""

    game: str


async def play_page(
    at: TurnLobby,
    offers: Sequence[OpenChallenge],
    asker: int,
    style: Appearance,
    *,
    level: int,
    in_server: bool = True,
    others: bool = True,
    more: Sequence[Item] = (),
) -> MessageParts:
    """Build the page; of `offers`, one more than it shows says that there are more.

    `level` is the computer's that suits whoever asks, in the game that is chosen; `more` are
    buttons that stand last.
    """
    keys = [*GAMES][:12] if at.game == ALL else [at.game]
    files = [await _picture(key, style) for key in keys]
    entries: list[Item] = [_game(key) for key in keys]
    if at.game == ALL:
        parts = [
            discord.ui.TextDisplay(say(WHAT)),
            *entries,
            *in_rows([_choose(key) for key in keys]),
        ]
    else:
        parts = [*entries, *_ways(at.game, level, in_server=in_server)]
    if not in_server:
        parts.append(discord.ui.TextDisplay(say(ELSEWHERE)))
    elif not others:
        parts.append(discord.ui.TextDisplay(say(HIDDEN)))
    if offers:
        parts.append(discord.ui.TextDisplay(say(OPEN)))
        parts += [_entry(offer, asker, at) for offer in offers[:PAGE_SIZE]]
    turns = []
    if at.page:
        turns.append(button("Back", TurnLobby(at.game, at.page - 1)))
    if len(offers) > PAGE_SIZE:
        turns.append(button("More", TurnLobby(at.game, at.page + 1)))
    turns += [*web_buttons(TurnLobby(at.game), has_web=style.has_web), *more]
    parts += in_rows(turns)
    return MessageParts(Layout(discord.ui.Container(*parts, accent_colour=COLOUR)), files)


async def _picture(key: str, style: Appearance) -> discord.File:
    """Draw a game's board, small, as it is at the beginning."""
    rules = GAMES[key]
    start = rules.start(rules.presets[rules.usual_preset])
    content = await run_brief(partial(rendering.thumbnail, start, style.theme))
    return discord.File(io.BytesIO(content), f"{key}.png", description=rules.name)


def _game(key: str) -> Item:
    """Build a game's entry: its name, a sentence about it, and its board."""
    name = GAMES[key].name
    board: discord.ui.Thumbnail[discord.ui.LayoutView] = discord.ui.Thumbnail(
        f"attachment://{key}.png", description=name
    )
    return discord.ui.Section(f"**{name}**\n{current_rulebook(key).tagline}", accessory=board)


def _choose(key: str) -> Item:
    return button(GAMES[key].name, TurnLobby(key), discord.ButtonStyle.primary)


def _ways(key: str, level: int, *, in_server: bool) -> list[Item]:
    """Build what begins a match of a game: against the computer, a friend, or anyone."""
    usual = GAMES[key].usual_preset
    begins = BeginAgainst(key, level, 0, Seat.RANDOM, usual)
    first = [button(computer_words(level), begins, discord.ButtonStyle.success)]
    rows: list[Item] = []
    if in_server:
        first.append(button("Anyone here", ChallengeAnyone(key), discord.ButtonStyle.success))
        first.append(button(ALL_OF_US, AskCrowd(key), discord.ButtonStyle.success))
        rows.append(user_select(label(message("A friend")), 0, ChallengeFriend(key)))
    others = [
        button("Other level or side", ChooseLevel(key, preset=usual)),
        how_to_play_button(key),
        button("Another game", TurnLobby()),
    ]
    return [*in_rows(first), *rows, *in_rows(others)]


def _entry(offer: OpenChallenge, asker: int, at: TurnLobby) -> Item:
    """Build a challenge's entry, with the button to accept it or to withdraw one's own."""
    challenge, rating = offer
    answer = ListAnswer.WITHDRAW if challenge.challenger.id == asker else ListAnswer.ACCEPT
    called, style = LIST_LABELS[answer]
    rated = message("**{game}** with **{name}**, rated {rating} ± {deviation}")
    who = Sentence(
        message("**{game}** with **{name}**, new") if rating.is_new else rated,
        game=challenge.terms.rules.name,
        name=challenge.challenger.display_name,
        rating=rating_words(rating),
        deviation=round(rating.deviation),
    )
    since = discord.utils.format_dt(challenge.made, "R")
    lines = [
        said(who),
        f"-# {terms_with_sides(challenge)} · <#{challenge.place.channel}> · {since}",
    ]
    if challenge.at_once is not None:
        lines.append(f"-# {standing_words(challenge)}")
    pressed = AnswerOpen(challenge.number, answer, at.game, at.page)
    return discord.ui.Section("\n".join(lines), accessory=button(called, pressed, style))
