"""`/season`: leagues and cups of a server are started, joined, left, shown and stopped."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import discord
from discord import app_commands

from cogs.autocomplete import fitting_choices, game_choices
from cogs.my_season import show_my_season
from contests.contest import LOADS, MOST_WEEKS, Form
from contests.time_needed import longest
from data import Contest, ContestState, ContestTerms
from data.contest_values import USUAL_PACE
from data.server_settings import SeasonStarters
from data.time_controls import PACES, read_pace, write_pace
from delivery.contest_display import open_thread, show_contest
from delivery.lost_access import refuse_unseen_contest
from delivery.posting import put_away
from interactions import Interaction, access, answer_privately, handles, plain, said, say
from interactions.command_translations import translated
from interactions.errors import SEND_ERRORS
from interactions.people import person, place, private_appearance, remember_person
from interactions.speech import pace_words
from rules import GAMES, Moment, Refusal, Sentence, capital, paragraph
from rules.typed_text import is_visible
from views import contest_ids, my_season_page
from views.contest_card import contest_card
from views.contest_options import FillContestOptions, OpenContestOptions, contest_form, filled_terms
from views.contest_page import contest_list, join_question, stop_question
from views.contest_words import load_words, misfit_words, title, weeks_words

FORM_CHOICES = [
    app_commands.Choice(
        name=translated(Sentence("League: everyone plays everyone")), value=Form.LEAGUE.value
    ),
    app_commands.Choice(name=translated(Sentence("Cup: knockout")), value=Form.CUP.value),
]
CONTEST_PACES = (USUAL_PACE, *(pace for pace in PACES if pace is not None))
PACE_CHOICES = [
    app_commands.Choice(name=translated(capital(pace_words(pace))), value=write_pace(pace))
    for pace in CONTEST_PACES
]
USUAL_WEEKS = {Form.LEAGUE: 8, Form.CUP: 3}
"""How long a league lasts, and each round of a cup, unless its matches need longer."""
USUAL_SIGN_UP = timedelta(days=7)
"""How long people can join."""
LONGEST_NAME = 40

SEASON = app_commands.Group(
    name="season",
    description="Leagues and cups in this server: start one, join, see how you stand.",
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
"""The command for leagues and cups."""


async def contests_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the server's leagues and cups."""
    if interaction.guild_id is None:
        return []
    found = await _contests_here(interaction, interaction.guild_id)
    return fitting_choices({one.id: plain(title(one)) for one in found}, typed)


Number = app_commands.Range[int, 1]


@SEASON.command()
@app_commands.describe(
    game="Which game",
    form="League or cup (default: league)",
    name="Its name (default: League or Cup, with a number)",
    pace="Time per move (default: 3 days + 12 hours a move, at most 4 days)",
)
@app_commands.choices(game=game_choices(), form=FORM_CHOICES, pace=PACE_CHOICES)
async def start(
    interaction: Interaction,
    game: str,
    form: str = Form.LEAGUE.value,
    name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
    pace: str | None = None,
) -> None:
    """Start a league or a cup that people can join; all else is chosen on its card."""
    bot, server = interaction.client, _server(interaction)
    settings = await bot.store.server_settings.find(server)
    if settings.season_starters is SeasonStarters.MANAGERS and not access.manages_server(
        interaction
    ):
        raise Refusal("Only moderators can start a league or cup here; ask one.")
    where = await access.season_place(interaction)
    rules, kind = GAMES[game], Form(form)
    terms = ContestTerms(
        form=kind,
        game=game,
        options=rules.presets[rules.usual_preset],
        name=_name(name or ""),
        pace=(read_pace(pace) if pace else None) or USUAL_PACE,
        weeks=USUAL_WEEKS[kind],
    ).with_sides()
    terms = replace(terms, weeks=max(terms.weeks, min(terms.weeks_needed, MOST_WEEKS)))
    now = discord.utils.utcnow()
    await interaction.response.defer(ephemeral=True, thinking=True)
    contest = await bot.store.contests.open(
        terms, where, person(interaction.user), now + USUAL_SIGN_UP, now, interaction.id
    )
    await _show(interaction, contest)
    opened = Sentence(
        "**{event}** is open: people can join in {channel}. Sign-up closes {when}; until then "
        "you can change it under **Options** and **Size and dates** on its card.",
        event=title(contest),
        channel=f"<#{where.channel}>",
        when=Moment(now + USUAL_SIGN_UP),
    )
    await answer_privately(interaction, said(paragraph(opened, *_misfit(terms))))


@SEASON.command()
@app_commands.describe(season="Which league or cup")
@app_commands.autocomplete(season=contests_here)
async def join(interaction: Interaction, season: Number) -> None:
    """Join a league or cup that is open."""
    await _join(interaction, season)


@SEASON.command()
@app_commands.describe(season="Which league or cup")
@app_commands.autocomplete(season=contests_here)
async def leave(interaction: Interaction, season: Number) -> None:
    """Leave a league or cup."""
    await on_leave(interaction, contest_ids.LeaveContest(season))


@SEASON.command()
@app_commands.describe(
    season="Which league or cup (default: list them all)", here="Move its card here (moderators)"
)
@app_commands.autocomplete(season=contests_here)
async def show(
    interaction: Interaction, season: Number | None = None, *, here: bool = False
) -> None:
    """Show the leagues and cups of this server. Only you can see it."""
    store, server = interaction.client.store, _server(interaction)
    if season is None:
        found = await _contests_here(interaction, server)
        if not found:
            raise Refusal("There is no league or cup here yet; `/season start` opens one.")
        await answer_privately(interaction, contest_list(found))
        return
    contest = await access.visible_contest(interaction, season)
    if not here:
        await _show_privately(interaction, contest)
        return
    _refuse_unless_organiser(interaction, contest)
    await access.refuse_other_channels(interaction, place(interaction))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await refuse_unseen_contest(interaction.client, contest, place(interaction))
    contest = await store.contests.move(season, place(interaction), discord.utils.utcnow())
    await _show(interaction, contest)
    if contest.state is ContestState.RUNNING:
        with suppress(*SEND_ERRORS):
            await open_thread(interaction.client, contest.id)
    await answer_privately(interaction, say("**{event}** is now shown here.", event=title(contest)))


@SEASON.command()
@app_commands.describe(season="Which league or cup (default: the one you play in)")
@app_commands.autocomplete(season=contests_here)
async def my(interaction: Interaction, season: Number | None = None) -> None:
    """Show your place, your matches in progress, and who you play next. Only you can see it."""
    await show_my_season(interaction, season)


@SEASON.command()
@app_commands.describe(season="Which league or cup")
@app_commands.autocomplete(season=contests_here)
async def stop(interaction: Interaction, season: Number) -> None:
    """Stop a league or cup early (moderators)."""
    contest = await access.visible_contest(interaction, season)
    _refuse_unless_organiser(interaction, contest)
    if not contest.is_live:
        raise Refusal("This league or cup is already over.")
    await answer_privately(interaction, stop_question(contest))


# Buttons.


@handles(contest_ids.JoinContest)
async def on_join(interaction: Interaction, pressed: contest_ids.JoinContest) -> None:
    """Join a contest from its card."""
    await _join(interaction, pressed.contest)


@handles(contest_ids.ConfirmJoin)
async def on_confirm_join(interaction: Interaction, pressed: contest_ids.ConfirmJoin) -> None:
    """Join a contest in which somebody plays whom the person has blocked."""
    await _join(interaction, pressed.contest, sure=True)


@handles(contest_ids.LeaveContest)
async def on_leave(interaction: Interaction, pressed: contest_ids.LeaveContest) -> None:
    """Leave a contest; one that has begun, only after a question."""
    contest = await access.visible_contest(interaction, pressed.contest)
    entrant = contest.entrant(interaction.user.id)
    if contest.state is ContestState.RUNNING and entrant is not None and entrant.out is None:
        await answer_privately(interaction, my_season_page.leave_question(contest))
        return
    contests, now = interaction.client.store.contests, discord.utils.utcnow()
    contest = await contests.leave(contest.id, interaction.user.id, interaction.guild_id, now)
    await answer_privately(interaction, say("You left **{event}**.", event=title(contest)))
    await _show(interaction, contest)


@handles(contest_ids.ConfirmLeave)
async def on_confirm_leave(interaction: Interaction, pressed: contest_ids.ConfirmLeave) -> None:
    """Leave a contest that has begun."""
    contests, now = interaction.client.store.contests, discord.utils.utcnow()
    await access.visible_contest(interaction, pressed.contest)
    contest = await contests.leave(pressed.contest, interaction.user.id, interaction.guild_id, now)
    await put_away(interaction, say("You left **{event}**.", event=title(contest)))
    await _show(interaction, contest)


@handles(contest_ids.ShowContest)
async def on_show(interaction: Interaction, pressed: contest_ids.ShowContest) -> None:
    """Show a contest privately."""
    await _show_privately(interaction, await access.visible_contest(interaction, pressed.contest))


@handles(contest_ids.ConfirmStop)
async def on_confirm_stop(interaction: Interaction, pressed: contest_ids.ConfirmStop) -> None:
    """Stop a contest."""
    contest = await access.visible_contest(interaction, pressed.contest)
    _refuse_unless_organiser(interaction, contest)
    contests, now = interaction.client.store.contests, discord.utils.utcnow()
    contest = await contests.stop(contest.id, interaction.guild_id, now)
    await put_away(interaction, say("**{event}** has been stopped.", event=title(contest)))
    await _show(interaction, contest)


@handles(OpenContestOptions)
async def on_open_options(interaction: Interaction, pressed: OpenContestOptions) -> None:
    """Open a form for whoever may change a contest."""
    contest = await access.visible_contest(interaction, pressed.contest)
    _refuse_unless_organiser(interaction, contest)
    await interaction.response.send_modal(contest_form(contest, pressed.form))


@handles(FillContestOptions)
async def on_fill_options(
    interaction: Interaction, pressed: FillContestOptions, values: list[str]
) -> None:
    """Change a contest that people can still join, and say if its matches may not fit."""
    contest = await access.visible_contest(interaction, pressed.contest)
    _refuse_unless_organiser(interaction, contest)
    terms, days = filled_terms(contest, pressed.form, values)
    now = discord.utils.utcnow()
    begins = now + timedelta(days=days) if days else None
    await interaction.response.defer(ephemeral=True, thinking=True)
    contest = await interaction.client.store.contests.change(
        contest.id, interaction.guild_id, terms, begins, now
    )
    await _show(interaction, contest)
    changed = Sentence("**{event}** has been changed.", event=title(contest))
    await answer_privately(interaction, said(paragraph(changed, *_misfit(contest.terms))))


# What several of them do.


def _server(interaction: Interaction) -> int:
    """Return the server of an interaction. Raises `Refusal` outside of servers."""
    if interaction.guild_id is None:
        raise Refusal("Leagues and cups are for servers; use this command in one.")
    return interaction.guild_id


async def _contests_here(interaction: Interaction, server: int) -> list[Contest]:
    """List the contests of the server that the user may see."""
    found = await interaction.client.store.contests.of_server(server)
    return [contest for contest in found if access.may_see_contest(interaction, contest)]


def _name(called: str) -> str:
    """Return a name in one line; of what cannot be seen there is none."""
    line = " ".join(called.split())
    return line if is_visible(line) else ""


def _misfit(terms: ContestTerms) -> list[Sentence]:
    """Say if the matches of a contest may not fit its weeks, and by what they would."""
    if terms.weeks_needed <= terms.weeks:
        return []
    ways = []
    if terms.weeks_needed <= MOST_WEEKS:
        ways.append(weeks_words(terms.weeks_needed))
    enough = [load for load in LOADS if replace(terms, at_once=load).weeks_needed <= terms.weeks]
    ways += map(load_words, enough[:1])
    paces = (replace(terms, pace=pace) for pace in CONTEST_PACES)
    fitting = [each.pace for each in paces if each.weeks_needed <= terms.weeks]
    if fitting:
        ways.append(pace_words(max(fitting, key=longest)))
    return [misfit_words(terms, ways)]


def _refuse_unless_organiser(interaction: Interaction, contest: Contest) -> None:
    """Raise `Refusal` for anybody but who started a contest, and who manages the server."""
    if interaction.user.id != contest.organiser and not access.manages_server(interaction):
        raise Refusal(
            "Only a moderator, or the person who started it, can do that; ask one of them."
        )


async def _join(interaction: Interaction, number: int, *, sure: bool = False) -> None:
    """Let a person join; who has blocked somebody there is asked first."""
    await remember_person(interaction)
    if not sure:
        contest = await access.visible_contest(interaction, number)
        blocked = await interaction.client.store.people.blocked(interaction.user.id)
        names = [one.person.display_name for one in contest.entrants if one.person.id in blocked]
        if names and contest.is_open:
            await answer_privately(interaction, join_question(contest, names))
            return
    now = discord.utils.utcnow()
    contest = await interaction.client.store.contests.join(
        number, person(interaction.user), interaction.guild_id, now
    )
    if contest.begins is None:
        begins = say("It begins a week after the previous season ends.")
    elif contest.is_full:
        begins = say("It's full, so it begins now.")
    else:
        begins = say("It begins {when}.", when=Moment(contest.begins))
    words = say("You're in **{event}**.", event=title(contest))
    await (put_away if sure else answer_privately)(interaction, f"{words} {begins}")
    await _show(interaction, contest)


async def _show(interaction: Interaction, contest: Contest) -> None:
    """Bring the card up to date; a background round does it if Discord has trouble."""
    with suppress(*SEND_ERRORS):
        await show_contest(interaction.client, contest.id)


async def _show_privately(interaction: Interaction, contest: Contest) -> None:
    style = await private_appearance(interaction)
    await answer_privately(interaction, *await contest_card(contest, style, interaction.user.id))
