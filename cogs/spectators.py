"""Follow a match of others, and guess its next move: buttons for whoever does not play in it."""

from collections.abc import Sequence

import discord

from data import NoMatch, StoredMatch
from data.mirrors import in_server
from delivery.followers import may_watch
from delivery.posting import show_privately
from interactions import Interaction, OutOfDate, chosen, handles
from interactions.access import may_see
from interactions.board_image import BoardView, board_picture
from interactions.components import Item, in_rows, text_view
from interactions.errors import ChoiceNeeded
from interactions.people import asker, person, remember_person
from interactions.speech import match_link
from match.guesses import refuse_unless_guessable
from match.match import Stale
from rules import Move, Refusal
from views import spectator_page
from views.match_card import match_picture, reader_side
from views.move_choices import Selection, next_choices, on_board, read_option, read_pick


async def offer_to_watch(interaction: Interaction, match: StoredMatch) -> None:
    """Raise `ChoiceNeeded` for somebody who does not play in a match that goes on.

    They can follow it, and guess.
    """
    who = interaction.user.id
    if match.side_played_by(who) is not None or match.over:
        return
    following = await interaction.client.store.followers.find(match.number, who)
    shown = in_server(match, interaction.guild_id)
    try:
        match.side_of(who)
    except Refusal as refusal:
        raise ChoiceNeeded(
            spectator_page.spectator_question(shown, following, refusal.sentence)
        ) from refusal


async def watched_match(interaction: Interaction, number: int) -> StoredMatch:
    """Return a match that a person may see, also in direct messages, if they follow it.

    Raises `NoMatch` if it does not exist or is hidden from them.
    """
    bot, who = interaction.client, interaction.user.id
    match = await bot.store.matches.find(number)
    if await may_see(interaction, match):
        return match
    follows = await bot.store.followers.find(number, who) is not None
    if follows and match.place.server is not None and await may_watch(bot, match, who):
        return match
    raise NoMatch(number)


@handles(spectator_page.FollowMatch)
async def on_follow(interaction: Interaction, pressed: spectator_page.FollowMatch) -> None:
    """Follow a match, or follow it no more."""
    followers, who = interaction.client.store.followers, interaction.user
    if pressed.mode is spectator_page.FollowMode.NOTHING:
        match = await interaction.client.store.matches.find(pressed.match)
        if await followers.find(pressed.match, who.id) is None:
            match = await watched_match(interaction, pressed.match)
        await followers.unfollow(pressed.match, who.id)
    else:
        await watched_match(interaction, pressed.match)
        match = await followers.follow(
            pressed.match,
            person(who),
            discord.utils.utcnow(),
            each_move=pressed.mode is spectator_page.FollowMode.EACH_MOVE,
        )
        await remember_person(interaction)
    match, following = (
        in_server(match, interaction.guild_id),
        await followers.find(match.number, who.id),
    )
    await show_privately(interaction, spectator_page.follow_page(match, following))


@handles(spectator_page.GuessMove)
async def on_guess(interaction: Interaction, pressed: spectator_page.GuessMove) -> None:
    """Ask for the move that is expected next."""
    match = await _guessable_match(interaction, pressed.match)
    await _ask(interaction, match, Selection())


@handles(spectator_page.PickGuess)
async def on_pick(interaction: Interaction, pressed: spectator_page.PickGuess) -> None:
    """Ask for the next choice, or keep the guess."""
    match = await _guessable_match(interaction, pressed.match, pressed.seen)
    await _go_on(interaction, match, read_pick(match.position, pressed.pick))


@handles(spectator_page.ListGuess)
async def on_list(
    interaction: Interaction, pressed: spectator_page.ListGuess, values: list[str]
) -> None:
    """Ask for the next choice after one in a select, or keep the guess."""
    match = await _guessable_match(interaction, pressed.match, pressed.seen)
    await _go_on(interaction, match, read_option(chosen(values), pressed.piece))


async def _go_on(interaction: Interaction, match: StoredMatch, picked: str | Selection) -> None:
    """Ask for the next choice, or keep the guess of a move."""
    if isinstance(picked, Selection):
        await _ask(interaction, match, picked)
    else:
        await _keep(interaction, match, match.position.read(picked))


async def _guessable_match(
    interaction: Interaction, number: int, seen: int | None = None
) -> StoredMatch:
    """Load a match whose next move the person may guess. Raises `Refusal`."""
    match = await watched_match(interaction, number)
    refuse_unless_guessable(match, interaction.user.id)
    try:
        match.refuse_stale(seen)
    except Stale:
        link = match_link(in_server(match, interaction.guild_id))
        raise Refusal("{match} has moved on; press **Guess the move** again.", match=link) from None
    return match


async def _ask(interaction: Interaction, match: StoredMatch, at: Selection) -> None:
    """Ask for a piece or its target, with the choices marked on the board."""
    reader = await asker(interaction)
    seen = reader_side(match, interaction.user.id, reader.style)
    choices = next_choices(match.position, at.piece, seen)
    if not choices:
        raise OutOfDate
    own = await interaction.client.store.guesses.own(match.number, interaction.user.id)
    board = await match_picture(
        match, reader.style, seen, chosen=at.piece, choices=on_board(choices)
    )
    words = spectator_page.question_words(match, own, at.piece)
    await _show(interaction, words, spectator_page.guess_rows(match, choices, at), board)


async def _keep(interaction: Interaction, match: StoredMatch, move: Move) -> None:
    """Store a guess, and show the board as it would be."""
    store, who = interaction.client.store, interaction.user
    now = discord.utils.utcnow()
    match = await store.guesses.guess(match.number, person(who), move.text, match.count, now)
    await remember_person(interaction)
    style = (await asker(interaction)).style
    board_view = BoardView(
        planned=move, seen_from=reader_side(match, who.id, style), names=match.player_names
    )
    name = f"{match.game}-{match.number}-guess"
    board = await board_picture(match.position, style, board_view, name=name)
    following = await store.followers.find(match.number, who.id)
    other = spectator_page.guess_buttons(match, spectator_page.GUESS_AGAIN)
    rest = spectator_page.watch_buttons(match, following)[:-1]
    await _show(
        interaction, spectator_page.guessed_words(match, move), in_rows([*other, *rest]), board
    )


async def _show(
    interaction: Interaction, words: str, rows: Sequence[Item], board: tuple[discord.File, Item]
) -> None:
    """Show a board privately, in place of the private message if there is one."""
    picture, gallery = board
    await show_privately(interaction, text_view(words, rows=[gallery, *rows]), [picture])
