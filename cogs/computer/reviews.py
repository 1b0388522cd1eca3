"""Reviews of matches: who stood better when, and the moves on which they turned."""

from __future__ import annotations

import asyncio
import io
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import rendering
from cogs.acts import pressed
from cogs.answers import UNSENT
from cogs.audience import private_look
from cogs.computer.asking import OpenReview
from cogs.controls import Item, Layout, button, text_view
from cogs.haste import Limit, refuse_haste
from cogs.learning.trials import Source
from cogs.looks import Style
from cogs.matches.offering import finished_match
from cogs.matches.seeing import visible
from cogs.speech import in_pictures, plain, said, say
from cogs.watching.acts import OpenReplay, TryFrom
from opponent import merits
from rules import Refusal, Sentence
from rules.sentence import Listed, ListStyle, Value, codes, paragraph

if TYPE_CHECKING:
    from bot import Parlour
    from cogs.answers import Interaction
    from data import StoredMatch
    from opponent import Review, TurningPoint
    from rules import Position

REVIEWS = Limit(
    6,
    timedelta(minutes=10),
    "You have asked for several reviews just now; you can ask for another {when}.",
)
MOST_SHOWN = 5
"""So many moves are told of what would have followed."""
STOOD = (
    (0.8, Sentence("was winning")),
    (0.3, Sentence("stood better")),
    (-0.3, Sentence("stood about even")),
    (-0.8, Sentence("stood worse")),
    (-2.0, Sentence("was losing")),
)
"""How somebody stood by a value from -1 to 1: what it is above, and the words."""


class Reviews(commands.Cog):
    """What there is to learn from a match."""

    @app_commands.command()
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(match=finished_match)
    async def review(self, interaction: Interaction, match: app_commands.Range[int, 1]) -> None:
        """See who stood better when in a finished match, and what would have been better."""
        await show(interaction, match)


@pressed(OpenReview)
async def on_review(interaction: Interaction, act: OpenReview, _values: list[str]) -> None:
    """Show the review beside the card."""
    await show(interaction, act.match)


async def show(interaction: Interaction, number: int) -> None:
    """Show the review of a match to one person, once it is worked out."""
    match = await visible(interaction, number)
    if not match.over:
        raise Refusal(
            "A match is reviewed once it is over; `/hint` helps in unrated ones meanwhile."
        )
    if match.previous is None:
        raise Refusal("Nothing was played in this match, so there is nothing to review.")
    reviewing = interaction.client.reviewing
    review = await reviewing.kept(match)
    if review is None:
        refuse_haste(interaction, REVIEWS)
    await interaction.response.defer(ephemeral=True, thinking=True)

    async def tell(done: int, of: int) -> None:
        words = say(
            "I am looking at the match again: position {done} of {all} …", done=done, all=of
        )
        try:
            await interaction.edit_original_response(view=text_view(words))
        except UNSENT as failure:
            raise Refusal(
                "The review goes on; press **Review** again to see it once it is done."
            ) from failure

    if review is None:
        review = await reviewing.of(match, tell)
    view, file = await review_page(interaction, match, review)
    await interaction.edit_original_response(view=view, attachments=[file])


async def review_page(
    interaction: Interaction, match: StoredMatch, review: Review
) -> tuple[discord.ui.LayoutView, discord.File]:
    """Build the message that shows a review."""
    line = await interaction.client.store.move_lines.of(match)
    positions = [await asyncio.to_thread(line.at, turn.ply) for turn in review.turns]
    told = [
        _told(match, ply.position, turn) for ply, turn in zip(positions, review.turns, strict=True)
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
    style = await private_look(interaction)
    file, gallery = await _curve(style, match, review)
    parts: list[Item] = [discord.ui.TextDisplay(heading), gallery]
    if not told:
        parts.append(discord.ui.TextDisplay(say("Neither side gave much away.")))
    for place, (turn, words) in enumerate(zip(review.turns, told, strict=True), start=1):
        parts.append(discord.ui.TextDisplay(f"**{place}.** {words}"))
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
    return Layout(discord.ui.Container(*parts)), file


async def _curve(style: Style, match: StoredMatch, review: Review) -> tuple[discord.File, Item]:
    """Draw who stood better; the turning points are numbered on it."""
    marked = [turn.ply + 1 for turn in review.turns]
    speech = in_pictures()
    drawn = await asyncio.to_thread(
        rendering.curve,
        review.values,
        marked=marked,
        names=(speech.say(match.name(0)), speech.say(match.name(1))),
        theme=style.theme,
        speech=speech,
    )
    moves = len(review.values) - 1
    words = plain(
        Sentence(
            "A curve of who stood better after {number} move.",
            "A curve of who stood better after each of {number} moves.",
            number=moves,
        )
    )
    if marked:
        turned = Sentence(
            "It turned most after move {turned}.",
            "It turned most after moves {turned}.",
            number=len(marked),
            turned=codes((f"{ply}" for ply in marked), ListStyle.AND),
        )
        words = f"{words} {plain(turned)}"
    file = discord.File(io.BytesIO(drawn), f"review-{match.number}.png", description=words)
    item = discord.MediaGalleryItem(f"attachment://{file.filename}", description=words)
    return file, discord.ui.MediaGallery(item)


def _told(match: StoredMatch, position: Position, turn: TurningPoint) -> str:
    """Tell of a turning point: what was played, what would have been better, and what that did."""
    mover = position.turn
    before, after = (_stood(-value if mover else value) for value in (turn.before, turn.after))
    words = [said(_better(match, position, turn))]
    if before != after:
        words.append(
            say(
                "{name} {before} until then, and {after} from then on.",
                name=match.name(mover),
                before=before,
                after=after,
            )
        )
    if follows := _captions(position, turn.line[:MOST_SHOWN])[1:]:
        told = Listed(follows, ListStyle.COMMA)
        words.append(say("-# It could have gone on with {moves}.", moves=told))
    return "\n".join(words)


def _better(match: StoredMatch, position: Position, turn: TurningPoint) -> Sentence:
    """Say what was played, what would have been better, and what good that would have done."""
    better = position.moves()[turn.better]
    given: dict[str, Value] = {
        "number": turn.ply + 1,
        "name": match.name(position.turn),
        "played": position.caption(position.moves()[turn.played]),
        "better": position.caption(better),
    }
    if better.taken or position.single_choice:
        return Sentence(
            "Move {number}: {name} played {played}. Better was {better}, which {deed}.",
            deed=position.tell(better),
            **given,
        )
    # What a quiet move does is told by its name already.
    told = Sentence("Move {number}: {name} played {played}. Better was {better}.", **given)
    return paragraph(told, *merits(position, better))


def _captions(position: Position, line: tuple[str, ...]) -> tuple[Value, ...]:
    """Name the moves of a line as the board does for whoever makes each."""
    captions = []
    for text in line:
        move, after = position.play(text)
        captions.append(position.caption(move))
        position = after
    return tuple(captions)


def _stood(value: float) -> Sentence:
    """Say how somebody stood, by a value from -1 to 1."""
    return next(words for least, words in STOOD if value > least)


async def setup(bot: Parlour) -> None:
    """Load the cog."""
    await bot.add_cog(Reviews())
