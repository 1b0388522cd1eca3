"""`/matches`: a person's matches and challenges, page by page, to be opened from the list."""

from dataclasses import replace

import discord
from discord import app_commands

from cogs.autocomplete import whole_number
from cogs.challenge_actions import LIST_ANSWERS
from cogs.move_picker import ask_choice
from cogs.spectators import watched_match
from cogs.watch import watch_buttons_here
from data import Challenge, ListedMatch, StoredMatch
from data.mirrors import in_server
from delivery.display import show_to_spectator
from delivery.followers import may_watch
from delivery.posting import build_card, is_private
from interactions import Interaction, OutOfDate, chosen, chosen_number, handles
from interactions.access import mark_seen, may_see
from interactions.components import Item, Layout, button, in_rows, select, user_select
from interactions.errors import answer_privately
from interactions.people import asker
from interactions.speech import game_name, label, linked, say
from rules import GAMES, message
from views.begin_against_computer_page import play_page_button
from views.challenge_card import AnswerInList, ListKind, challenge_entry
from views.match_card import reader_side
from views.match_entries import (
    ALL,
    LABELS,
    NO_MATCHES,
    NOTHING_AGAINST,
    ListControl,
    MatchFilter,
    OpenBoard,
    OpenMatch,
    TurnMatches,
    match_lines,
    match_option,
    open_button,
)
from views.match_verbs import Next, replay_buttons
from views.spectator_page import watch_buttons
from views.vote_page import join_buttons
from views.web_link import board_buttons

MENUS = 6
"""From how many matches on the list has menus; with fewer, each has a button."""
PAGE_SIZE, CHALLENGES, FEW_CHALLENGES = 8, 5, 2
"""How many matches, challenges, or challenges beside matches a page has."""
MOST_PAGES = 1_000_000
"""More pages than anybody's list has."""
COLOUR = discord.Colour(0xD9A441)
HEADINGS = {
    (False, False): message("### Your matches"),
    (False, True): message("### Your matches against {player}"),
    (True, False): message("### Your challenges"),
    (True, True): message("### Your challenges with {player}"),
}
"""The heading of a list, by whether it lists challenges, and whether only those with one player."""
FOLLOWED = message("### Matches you follow")
MORE = message("-# More challenges are waiting for an answer: choose **My challenges** below.")


@app_commands.command()
async def matches(interaction: Interaction) -> None:
    """List your matches, your turn first, and your unanswered challenges."""
    await answer_privately(interaction, await _page(interaction, TurnMatches()))


@handles(TurnMatches)
async def on_turn(interaction: Interaction, pressed: TurnMatches, values: list[str]) -> None:
    """Show another page, or another list."""
    if pressed.page > MOST_PAGES:
        raise OutOfDate
    if pressed.by is ListControl.SHOW:
        if chosen(values) not in set(MatchFilter):
            raise OutOfDate
        pressed = replace(pressed, show=MatchFilter(values[0]), page=0)
    elif pressed.by is ListControl.GAME:
        if chosen(values) not in (ALL, *GAMES):
            raise OutOfDate
        pressed = replace(pressed, game=values[0], page=0)
    elif pressed.by is ListControl.OPPONENT:
        pressed = replace(pressed, opponent=chosen_number(values[0]) if values else 0, page=0)
    # A match opened from the list may have left its picture.
    await interaction.response.edit_message(view=await _page(interaction, pressed), attachments=[])


@handles(AnswerInList)
async def on_reply(interaction: Interaction, pressed: AnswerInList) -> None:
    """Answer a challenge, and update the list."""
    send_news = await LIST_ANSWERS[pressed.answer](interaction, pressed.challenge)
    show = MatchFilter.PLAYING if pressed.shown is ListKind.MATCHES else MatchFilter.CHALLENGES
    await interaction.response.edit_message(view=await _page(interaction, TurnMatches(show)))
    await send_news()


@handles(OpenMatch)
async def on_open(interaction: Interaction, pressed: OpenMatch, values: list[str]) -> None:
    """Open the chosen match in place of the list, with a button back to the list."""
    number = whole_number(chosen(values))
    if number is None:
        raise OutOfDate
    came_from = TurnMatches(pressed.show, pressed.game, pressed.page, opponent=pressed.opponent)
    await _open(interaction, number, came_from)


@handles(OpenBoard)
async def on_open_board(interaction: Interaction, pressed: OpenBoard) -> None:
    """Open a match in a private message: from the list of an event, or in place of one's own."""
    if is_private(interaction):
        await _open(interaction, pressed.match, TurnMatches())
        return
    match = await mark_seen(interaction, await watched_match(interaction, pressed.match))
    if match.to_move == interaction.user.id and not match.locked:
        await ask_choice(interaction, match)
    else:
        await show_to_spectator(interaction, match, in_rows(await _buttons(interaction, match)))


async def _open(interaction: Interaction, number: int, came_from: TurnMatches) -> None:
    """Open a match in place of a list, with a button back to it."""
    match = await mark_seen(interaction, await watched_match(interaction, number))
    back = button("My matches", came_from)
    if match.to_move == interaction.user.id and not match.locked:
        await ask_choice(interaction, match, below=[back])
    else:
        await _show_board(interaction, match, back)


async def _show_board(interaction: Interaction, match: StoredMatch, back: Item) -> None:
    """Show the board with a link to its card and the buttons of the replay."""
    reader, match = await asker(interaction), in_server(match, interaction.guild_id)
    seen = reader_side(match, interaction.user.id, reader.style)
    card = await build_card(interaction.client, match, reader, buttons=False, seen=seen)
    parts: list[Item] = list(card.view.children)
    if match.card is not None:
        words = linked(say("Go to this match's card"), match)
        parts.append(discord.ui.TextDisplay(f"-# {words}"))
    parts += in_rows([*await _buttons(interaction, match), back])
    await interaction.response.edit_message(view=Layout(*parts), attachments=card.files)


async def _buttons(interaction: Interaction, match: StoredMatch) -> list[Item]:
    """Build the buttons of the replay, for somebody who does not play those of a spectator."""
    opens = board_buttons(match.number, has_web=interaction.client.settings.has_web)
    if interaction.user.id in match.seats:
        return [*opens, *replay_buttons(match)]
    following = await interaction.client.store.followers.find(match.number, interaction.user.id)
    return [*opens, *join_buttons(match), *watch_buttons(match, following)]


async def _page(interaction: Interaction, at: TurnMatches) -> discord.ui.LayoutView:
    """Build a page of a list; one entry more than it shows is loaded."""
    person, has_menus = interaction.user.id, at.is_chosen
    if at.show is MatchFilter.CHALLENGES:
        challenges = await _load_challenges(interaction, at, CHALLENGES)
        more, found = len(challenges) > CHALLENGES, bool(challenges)
        parts = [_heading(at, found=found)]
        for challenge in challenges[:CHALLENGES]:
            parts += challenge_entry(challenge, person)
        parts += in_rows(_page_buttons(at, more=more))
    else:
        matches = await _load_matches(interaction, at)
        more, shown = len(matches) > PAGE_SIZE, matches[:PAGE_SIZE]
        muted = await interaction.client.store.mutes.by(person)
        notes = await interaction.client.store.notes.find(
            person, *(match.number for match in shown)
        )
        lines = [match_lines(match, person, muted, notes.get(match.number, "")) for match in shown]
        parts = [_heading(at, *lines, found=bool(shown))]
        challenges = []
        if at.show is MatchFilter.PLAYING and not at.page:  # the first stand below the matches
            challenges = await _load_challenges(interaction, at, FEW_CHALLENGES)
        has_menus |= len(shown) >= MENUS or len(challenges) > FEW_CHALLENGES
        buttons = [*await _next_button(interaction), *_page_buttons(at, more=more)]
        watch = [] if at.is_chosen else await watch_buttons_here(interaction)
        if not has_menus:
            buttons += [open_button(match.number) for match in shown]
            buttons += await _other_list(interaction)
        elif shown:
            opens = OpenMatch(at.show, at.game, at.page, at.opponent)
            parts.append(select("Open …", [match_option(match, person) for match in shown], opens))
        if not shown and at.show is MatchFilter.PLAYING:
            buttons.insert(0, play_page_button())
        parts += in_rows([*buttons, *watch])
        parts += _pending_challenges(challenges, person)
    selects = _selects(at) if has_menus else []
    return Layout(discord.ui.Container(*parts, *selects, accent_colour=COLOUR))


async def _other_list(interaction: Interaction) -> list[Item]:
    """Build the button to a list with menus: finished matches, those one follows, challenges."""
    for show in (MatchFilter.FINISHED, MatchFilter.FOLLOWING, MatchFilter.CHALLENGES):
        other = TurnMatches(show)
        is_asked = show is MatchFilter.CHALLENGES
        found = (
            _load_challenges(interaction, other, 1)
            if is_asked
            else _load_matches(interaction, other)
        )
        if await found:
            return [button(LABELS[show], other)]
    return []


def _heading(at: TurnMatches, *lines: str, found: bool) -> Item:
    """Build the heading with the lines of the list, or with a sentence that it is empty."""
    title = HEADINGS[at.show is MatchFilter.CHALLENGES, bool(at.opponent)]
    if at.show is MatchFilter.FOLLOWING:
        title = FOLLOWED
    nothing = NOTHING_AGAINST if at.opponent else NO_MATCHES[at.show]
    send_news = lines if found else [say(nothing, game=_game(at) or next(iter(GAMES)))]
    return discord.ui.TextDisplay("\n".join([say(title, player=f"<@{at.opponent}>"), *send_news]))


async def _load_matches(interaction: Interaction, at: TurnMatches) -> list[ListedMatch]:
    lists, person, skip = interaction.client.store.lists, interaction.user.id, at.page * PAGE_SIZE
    game, opponent = _game(at), at.opponent or None
    if at.show is MatchFilter.FOLLOWING:
        return await _load_followed(interaction, at)
    if at.show is MatchFilter.FINISHED:
        return await lists.finished(person, PAGE_SIZE + 1, skip, game=game, opponent=opponent)
    to_move = {MatchFilter.TO_MOVE: True, MatchFilter.WAITING: False}.get(at.show)
    return await lists.live(
        person, PAGE_SIZE + 1, skip, to_move=to_move, game=game, opponent=opponent
    )


async def _load_followed(interaction: Interaction, at: TurnMatches) -> list[ListedMatch]:
    """Load the matches of a page that the person follows and may still see, and one more."""
    bot, person, skip = interaction.client, interaction.user.id, at.page * PAGE_SIZE
    seen = list[ListedMatch]()
    for match in await bot.store.followers.followed(person, _game(at)):
        if at.opponent in (0, *match.seats) and (
            await may_see(interaction, match) or await may_watch(bot, match, person)
        ):
            seen.append(match)
        if len(seen) > skip + PAGE_SIZE:
            break  # Discord is asked for no more than the page takes
    return seen[skip:]


async def _load_challenges(interaction: Interaction, at: TurnMatches, most: int) -> list[Challenge]:
    """Load a page of challenges, and one more."""
    lists, now = interaction.client.store.lists, discord.utils.utcnow()
    game, opponent = _game(at), at.opponent or None
    person, skip = interaction.user.id, at.page * most
    return await lists.pending(person, now, most + 1, skip, game=game, opponent=opponent)


def _pending_challenges(challenges: list[Challenge], person: int) -> list[Item]:
    """Build the first pending challenges, with their buttons."""
    parts: list[Item] = []
    for challenge in challenges[:FEW_CHALLENGES]:
        parts += challenge_entry(challenge, person, ListKind.MATCHES)
    return parts + [discord.ui.TextDisplay(say(MORE))] * (len(challenges) > FEW_CHALLENGES)


async def _next_button(interaction: Interaction) -> list[Item]:
    """Build the button to the match in which the person has least time left for a move."""
    found, _ = await interaction.client.store.lists.to_move(interaction.user.id, 1)
    style = discord.ButtonStyle.primary
    return [button("Next", Next(match.number), style) for match in found]


def _game(at: TurnMatches) -> str | None:
    return None if at.game == ALL else at.game


def _selects(at: TurnMatches) -> list[Item]:
    """Build the selects of the list, the game and the opponent."""
    shows = [
        discord.SelectOption(label=label(words), value=show, default=show is at.show)
        for show, words in LABELS.items()
    ]
    games = [
        discord.SelectOption(label=name, value=key, default=key == at.game)
        for key, name in {ALL: label("All games"), **{key: game_name(key) for key in GAMES}}.items()
    ]
    return [
        select("What to show", shows, replace(at, by=ListControl.SHOW)),
        select("Which game", games, replace(at, by=ListControl.GAME)),
        user_select(label("Opponent"), at.opponent, replace(at, by=ListControl.OPPONENT)),
    ]


def _page_buttons(at: TurnMatches, *, more: bool) -> list[Item]:
    """Build the buttons to the previous and next page, and to the list against everybody."""
    buttons = []
    if at.page:
        buttons.append(button("Back", replace(at, page=at.page - 1, by=ListControl.BUTTON)))
    if more:
        buttons.append(button("More", replace(at, page=at.page + 1, by=ListControl.BUTTON)))
    if at.opponent:
        buttons.append(button("Everyone", replace(at, page=0, by=ListControl.BUTTON, opponent=0)))
    return buttons
