"""The message of a review: the curve of the match and its turning points."""

from datetime import timedelta
from functools import partial

import discord

import rendering
from boards.review_words import turning_point
from computer import Departure, Review, TurningPoint
from data import StoredMatch
from interactions import Interaction, plain, said, say
from interactions.board_image import BoardView, board_picture, picture_item
from interactions.components import Item, Layout, MessageParts, button, in_rows
from interactions.people import Appearance, private_appearance
from interactions.rate_limits import RateLimit
from interactions.speech import plain_speech
from interactions.tasks import run_brief
from rules import ListStyle, Position, Refusal, Sentence, codes
from views.analysis_board import Source, TryFrom
from views.match_verbs import OpenReview
from views.puzzle_numbers import MATCH_PUZZLES
from views.puzzle_page import OpenPuzzle
from views.replay_ids import OpenReplay
from views.vote_page import votes_words
from views.web_link import web_buttons

REVIEWS = RateLimit(6, timedelta(minutes=10), "Next review {when}.")


def refuse_unless_reviewable(match: StoredMatch) -> None:
    """Raise `Refusal` for a match that goes on, and for one without moves."""
    if not match.over:
        raise Refusal(
            "You can review a match when it's over; until then, `/match hint` helps in unrated "
            "matches that allow hints."
        )
    if match.previous is None:
        raise Refusal("No moves were played in this match, so there is nothing to review.")


async def review_page(interaction: Interaction, match: StoredMatch, review: Review) -> MessageParts:
    """Build the message that shows a review: the curve, and each turning point's better move."""
    line = await interaction.client.store.match_moves.find(match)
    positions = [await run_brief(partial(line.at, turn.ply)) for turn in review.turns]
    texts = [
        turning_point_words(match, ply.position, turn)
        for ply, turn in zip(positions, review.turns, strict=True)
    ]
    heading = say(
        "### Review: {game} #{match}\n"
        "-# **{first}** ({first_side}) against **{second}** ({second_side})",
        game=match.position.name,
        match=match.number,
        first=match.name(0),
        first_side=match.position.side(0),
        second=match.name(1),
        second_side=match.position.side(1),
    )
    style = await private_appearance(interaction)
    file, gallery = await _curve(style, match, review)
    files = [file]
    parts: list[Item] = [discord.ui.TextDisplay(heading), gallery]
    if not texts and not review.departures:
        parts.append(discord.ui.TextDisplay(say("Neither side gave much away.")))
    shown = zip(positions, review.turns, texts, strict=True)
    for place, (ply, turn, words) in enumerate(shown, start=1):
        parts.append(discord.ui.TextDisplay(f"**{place}.** {words}"))
        board_view = BoardView(
            planned=ply.position.moves()[turn.better],
            seen_from=style.side(ply.position.turn),
            names=match.player_names,
        )
        name = f"review-{match.number}-move-{turn.ply + 1}"
        board, gallery = await board_picture(ply.position, style, board_view, name=name)
        files.append(board)
        parts.append(gallery)
        parts.append(
            discord.ui.ActionRow(
                button(
                    Sentence("Show move {number}", number=turn.ply + 1),
                    OpenReplay(match.number, turn.ply + 1),
                ),
                button(
                    "Try from here",
                    TryFrom(Source.MATCH, match.number, turn.ply, style.side(line.turns[turn.ply])),
                ),
            )
        )
    moves, votes = interaction.client.store.match_moves, interaction.client.store.ballots
    events, counts = await moves.events(match), await votes.by_event(match.number)
    for departure in review.departures:
        ply = await run_brief(partial(line.at, departure.ply))
        words = said(departure_words(match, ply.position, departure))
        voted = counts.get(events[departure.ply], ())
        words = " ".join(filter(None, (words, votes_words(ply.position, voted))))
        parts.append(discord.ui.TextDisplay(f"-# {words}"))
    web = web_buttons(OpenReview(match.number), has_web=style.has_web)
    parts += [*await _puzzle_offer(interaction, match), *in_rows(web)]
    return MessageParts(Layout(discord.ui.Container(*parts)), files)


async def _puzzle_offer(interaction: Interaction, match: StoredMatch) -> list[Item]:
    """Offer the puzzle that was found in a match, or ask its players to allow it."""
    store = interaction.client.store.match_puzzles
    if found := await store.allowed_in(match.number):
        solve = button("Solve the puzzle", OpenPuzzle(found.game, MATCH_PUZZLES + found.id))
        words = say("-# A position from this match is now a puzzle.")
        return [discord.ui.TextDisplay(words), discord.ui.ActionRow(solve)]
    if interaction.user.id in match.seats and await store.in_match(match.number):
        words = say(
            "-# A position here makes a good puzzle. If both of you allow it, it "
            "becomes one: **Puzzles** in `/settings`."
        )
        return [discord.ui.TextDisplay(words)]
    return []


def departure_words(match: StoredMatch, position: Position, departure: Departure) -> Sentence:
    """Describe the move that left a proved path, and the move that would not have."""
    return Sentence(
        "Move {move}: {name} could still force {number} stone with {kept}.",
        "Move {move}: {name} could still force {number} stones with {kept}.",
        move=departure.ply + 1,
        name=match.name(position.turn),
        number=departure.goal,
        kept=position.caption(position.moves()[departure.kept]),
    )


async def _curve(
    style: Appearance, match: StoredMatch, review: Review
) -> tuple[discord.File, Item]:
    """Draw the curve of who stood better, with the turning points numbered."""
    marked = [turn.ply + 1 for turn in review.turns]
    moves = len(review.values) - 1
    words = plain(
        Sentence(
            "A curve of who was ahead after {number} move.",
            "A curve of who was ahead after each of {number} moves.",
            number=moves,
        )
    )
    if marked:
        turned = Sentence(
            "The biggest swing came after move {turned}.",
            "The biggest swings came after moves {turned}.",
            number=len(marked),
            turned=codes((f"{ply}" for ply in marked), ListStyle.AND),
        )
        words = f"{words} {plain(turned)}"
    speech = plain_speech()
    draw = partial(
        rendering.curve,
        review.values,
        marked=marked,
        names=(speech.say(match.name(0)), speech.say(match.name(1))),
        position=match.position,
        theme=style.theme,
        speech=speech,
    )
    return await picture_item(draw, words, f"review-{match.number}")


def turning_point_words(
    match: StoredMatch, position: Position, turn: TurningPoint, *, is_named: bool = False
) -> str:
    """Describe a turning point: what the move played lost, what changed, and the better move."""
    words = turning_point(match.player_names, position, turn, is_named=is_named)
    return "\n".join(map(said, words))
