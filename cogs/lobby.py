"""`/lobby`: the open challenges of a server, listed privately, with buttons to accept them."""

from dataclasses import replace

import discord
from discord import app_commands

from cogs.challenge_actions import ANYBODY, ChallengeTo, answer_from_list
from data.lobby import OpenChallenge
from interactions import CustomId, Interaction, OutOfDate, answer_privately, handles, handles_button
from interactions.access import sees_channel
from interactions.components import Item, Layout, button, in_rows, select, text_view
from interactions.speech import game_name, label, rating_words, said, say
from rules import GAMES, Code, Refusal, Sentence, message
from views import challenge_card

PAGE_SIZE = 6
"""How many challenges a page has."""
MOST_PAGES = 1_000_000
"""More pages than any lobby has."""
ALL = "all"
"""The value of the select that means every game."""
COLOUR = discord.Colour(0x4C8DAE)
OPEN = message("### Open challenges")
NOBODY = message("No open challenges right now. Post one!")
HIDDEN = message(
    "You've hidden other people's open challenges, and have none of your own here. "
    "Show them again in `/settings`."
)
NOBODY_AT = message("No open challenges for {game} right now. Post one!")
ASK_GAME = message(
    "### Post an open challenge\n"
    "Anyone in this channel can accept it for three days. It has the usual options: random "
    "sides, rated, this server's default pace. To choose your own, type {command}, for "
    "example; with `standing` it stays open after someone accepts."
)


class TurnLobby(CustomId, name="lobby"):
    """Show a page of the open challenges, of one game or all; a select changes the game."""

    game: str = ALL
    page: int = 0


class AnswerOpen(CustomId, name="lobbied"):
    """Accept a challenge in the lobby, or withdraw one's own."""

    challenge: int
    answer: challenge_card.ListAnswer
    game: str
    page: int


class AskWhichGame(CustomId, name="anybody"):
    """Ask for the game at which to challenge anybody."""


@app_commands.command()
@app_commands.describe(game="Which game. Empty: all of them")
@app_commands.choices(
    game=[app_commands.Choice(name=rules.name, value=key) for key, rules in GAMES.items()][:25]
)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def lobby(interaction: Interaction, game: str = ALL) -> None:
    """Find an opponent: the open challenges in this server."""
    await answer_privately(interaction, view=await _page(interaction, TurnLobby(game)))


@handles(TurnLobby)
async def on_turn(interaction: Interaction, pressed: TurnLobby, values: list[str]) -> None:
    """Show another page, or the challenges to another game."""
    if values:
        pressed = TurnLobby(values[0])
    await interaction.response.edit_message(view=await _page(interaction, pressed))


@handles_button(AnswerOpen)
async def on_answer(interaction: Interaction, pressed: AnswerOpen) -> None:
    """Accept or withdraw a challenge, and update the list."""
    if pressed.answer not in (challenge_card.ListAnswer.ACCEPT, challenge_card.ListAnswer.WITHDRAW):
        raise OutOfDate
    send_news = await answer_from_list(
        interaction, challenge_card.AnswerInList(pressed.challenge, pressed.answer)
    )
    view = await _page(interaction, TurnLobby(pressed.game, pressed.page))
    await interaction.response.edit_message(view=view)
    await send_news()


@handles_button(AskWhichGame)
async def on_ask(interaction: Interaction, _pressed: AskWhichGame) -> None:
    """Ask for the game; the challenge is made as soon as it is chosen."""
    games = [discord.SelectOption(label=rules.name, value=key) for key, rules in GAMES.items()]
    row = select("Which game?", games, ChallengeTo(ANYBODY))
    back = in_rows([button("Back", TurnLobby())])
    words = say(ASK_GAME, command=Code(f"/{next(iter(GAMES))}"))
    await interaction.response.edit_message(view=text_view(words, rows=[row, *back]))


async def _page(interaction: Interaction, at: TurnLobby) -> discord.ui.LayoutView:
    """Build a page of the lobby; one challenge more than it shows is loaded."""
    if at.page > MOST_PAGES or at.game not in (ALL, *GAMES):
        raise OutOfDate
    others = (await interaction.client.store.personal_settings.find(interaction.user.id)).shows_open
    offers = await _open(interaction, at, others=others)
    if at.page and not offers:
        return await _page(interaction, replace(at, page=0))
    lines = [say(OPEN)]
    if not offers:
        nobody = NOBODY if at.game == ALL else NOBODY_AT
        lines.append(say(nobody if others else HIDDEN, game=game_name(at.game)))
    buttons = []
    if at.page:
        buttons.append(button("Back", replace(at, page=at.page - 1)))
    if len(offers) > PAGE_SIZE:
        buttons.append(button("More", replace(at, page=at.page + 1)))
    style = discord.ButtonStyle.secondary if offers else discord.ButtonStyle.success
    buttons.append(button("Post an open challenge", AskWhichGame(), style))
    games = [
        discord.SelectOption(label=name, value=key, default=key == at.game)
        for key, name in {ALL: label("All games"), **{key: game_name(key) for key in GAMES}}.items()
    ]
    parts: list[Item] = [
        discord.ui.TextDisplay("\n".join(lines)),
        *(_entry(offer, interaction.user.id, at) for offer in offers[:PAGE_SIZE]),
        *in_rows(buttons),
        select("Which game", games, at),
    ]
    return Layout(discord.ui.Container(*parts, accent_colour=COLOUR))


async def _open(interaction: Interaction, at: TurnLobby, *, others: bool) -> list[OpenChallenge]:
    """Load a page of open challenges, and one more, from the channels that the person sees."""
    server, now = interaction.guild_id, discord.utils.utcnow()
    if server is None:
        raise Refusal("Open challenges are posted in servers; type `/lobby` in a server channel.")
    offers = interaction.client.store.open_challenges
    channels = await offers.channels(server, now)
    visible = [channel for channel in channels if sees_channel(interaction, channel)]
    game = None if at.game == ALL else at.game
    who, skip = interaction.user.id, at.page * PAGE_SIZE
    return await offers.open(
        server, visible, who, now, PAGE_SIZE + 1, skip, game=game, others=others
    )


def _entry(offer: OpenChallenge, asker: int, at: TurnLobby) -> Item:
    """Build a challenge's entry, with the button to accept it or to withdraw one's own."""
    challenge, rating = offer
    answer = (
        challenge_card.ListAnswer.WITHDRAW
        if challenge.challenger.id == asker
        else challenge_card.ListAnswer.ACCEPT
    )
    called, style = challenge_card.LIST_LABELS[answer]
    who = Sentence(
        "**{game}** with **{name}**, rated {rating} ± {deviation}",
        game=challenge.terms.rules.name,
        name=challenge.challenger.display_name,
        rating=rating_words(rating),
        deviation=round(rating.deviation),
    )
    since = discord.utils.format_dt(challenge.made, "R")
    lines = [
        said(who),
        f"-# {challenge_card.terms_with_sides(challenge)} · <#{challenge.place.channel}> · {since}",
    ]
    if challenge.at_once is not None:
        lines.append(f"-# {challenge_card.standing_words(challenge)}")
    pressed = AnswerOpen(challenge.number, answer, at.game, at.page)
    return discord.ui.Section("\n".join(lines), accessory=button(called, pressed, style))
