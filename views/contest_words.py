"""Leagues and cups in words: their names, terms and standings, points, and what is told of them."""

from collections.abc import Mapping, Sequence

from contests import cup, league
from contests.contest import LEAST, WIN, Form, halved
from contests.cup import Reason, Tie
from contests.league import TableLine
from data import Contest, ContestState, ContestTerms
from data.contest_values import ContestGame, ContestNews
from data.values import ContestOf, Person
from interactions import said, say
from interactions.errors import LONGEST_MESSAGE
from interactions.people import mentions
from interactions.speech import pace_words, terms_words, time_words, vacation_words
from match.match import PlayerName
from rules import (
    Code,
    Listed,
    ListStyle,
    Moment,
    Name,
    Sentence,
    Value,
    message,
    paragraph,
    some_of,
)

FRACTIONS = ("", "¼", "½", "¾")
UNNAMED = {Form.LEAGUE: message("League {number}"), Form.CUP: message("Cup {number}")}
LEADS = message("**{name}** leads with {points} out of {games}.")
LEADS_TOGETHER = message("{names} lead with {points} each.")
NO_CHAMPION = message(
    "There's no champion: that takes a match won on the board, by someone who stayed in."
)
MOST_RESULTS, MOST_TIES, MOST_AWAY = 12, 6, 6
"""The most results and people away in a daily line, and ties explained there or on the card."""


def title(contest: Contest | ContestOf) -> Sentence:
    """Return the name of a contest: the one it was given, or its number; a series counts on."""
    terms = contest.terms if isinstance(contest, Contest) else contest
    if not terms.name:
        return Sentence(UNNAMED[terms.form], number=contest.number)
    if contest.season == 1:
        return Sentence("{event}", event=Name(terms.name))
    return Sentence("{name}, season {season}", name=Name(terms.name), season=contest.season)


def points_words(points: int, parts: int = 2) -> str:
    """Write points that are counted in halves, or in quarters."""
    whole, rest = divmod(points, parts)
    fraction = FRACTIONS[rest * 4 // parts]
    return f"{whole or ''}{fraction}" if fraction else str(whole)


def load_words(load: int | None) -> Sentence:
    """Say how many matches everybody plays at once."""
    if load is None:
        return Sentence("All matches at once")
    return Sentence(
        "At most {number} match at once", "At most {number} matches at once", number=load
    )


def weeks_words(number: int) -> Sentence:
    """Name a number of weeks."""
    return Sentence("{number} week", "{number} weeks", number=number)


def misfit_words(terms: ContestTerms, ways: Sequence[Sentence]) -> Sentence:
    """Say that the matches may not fit the weeks of a contest, and what would."""
    fits = Sentence("Choose a faster pace.")
    if ways:
        fits = Sentence("What fits: {ways}.", ways=Listed(tuple(ways), ListStyle.OR))
    return paragraph(
        Sentence(
            "At this pace {games} can take {needed}, but there are only {weeks}.",
            games=Sentence("{number} match each", "{number} matches each", number=terms.games_each),
            needed=weeks_words(terms.weeks_needed),
            weeks=weeks_words(terms.weeks),
        ),
        fits,
        Sentence(
            "Otherwise whatever is left begins {time} before the end.",
            time=time_words(terms.last_start),
        ),
    )


def place_words(line: TableLine, lines: Sequence[TableLine]) -> str:
    """Write the place of a line of a table, marked where others share it."""
    shared = sum(other.place == line.place for other in lines) > 1
    return f"{line.place}=" if shared else str(line.place)


def contest_terms_words(contest: Contest) -> str:
    """Describe what is played, and how."""
    terms, how = contest.terms, message("Everyone plays everyone once")
    if terms.form is Form.CUP:
        how = message("Knockout, two matches against each opponent")
    elif terms.both_sides:
        how = message("Everyone plays everyone from both sides")
    played = terms_words(terms.rules, terms.options, terms.pace, rated=terms.rated)
    return " · ".join([terms.rules.name, say(how), played])


def names_of(contest: Contest) -> Mapping[int, PlayerName]:
    """Return how the entrants are called, by their numbers."""
    return {
        one.number: one.person.display_name for one in contest.entrants if one.number is not None
    }


def match_words(names: Mapping[int, PlayerName], game: ContestGame) -> Sentence:
    """Name a match by its players and its number."""
    return Sentence(
        "{first}–{second} #{match}",
        first=names[game.slot.first],
        second=names[game.slot.second],
        match=game.match or 0,
    )


def listed(names: Sequence[Value]) -> Listed:
    """List bold names."""
    return Listed(tuple(Sentence("**{name}**", name=name) for name in names))


def tables_of(contest: Contest) -> list[list[TableLine]]:
    """Return the table of each division of a league."""
    progress = contest.progress()
    return [league.table(progress, division) for division in league.divisions(progress)]


def leader_words(contest: Contest, lines: Sequence[TableLine]) -> Sentence | None:
    """Say who leads a division, once somebody has points."""
    names = names_of(contest)
    first = [line for line in lines if line.place == 1]
    if not first or not first[0].points:
        return None
    points = points_words(first[0].points)
    if len(first) == 1:
        played = first[0].wins + first[0].draws + first[0].losses
        return Sentence(LEADS, name=names[first[0].number], points=points, games=played)
    return Sentence(
        LEADS_TOGETHER, names=listed([names[one.number] for one in first]), points=points
    )


def round_words(contest: Contest, number: int) -> Sentence:
    """Name a round of a cup."""
    left = contest.rounds - number
    if left == 1:
        return Sentence("Final")
    if left == 2:
        return Sentence("Semi-finals")
    if left == 3:
        return Sentence("Quarter-finals")
    return Sentence("Round {number}", number=number + 1)


def tie_words(contest: Contest, tie: Tie) -> Sentence:
    """Say that a tie is played again, or why somebody has gone through, or nobody."""
    names = names_of(contest)
    first, second = (names[side] for side in tie.sides if side is not None)
    if tie.is_void:
        words = message("**{first}** and **{second}** are both out, so nobody goes through.")
        return Sentence(words, first=first, second=second)
    if tie.winner is None:
        return Sentence(
            "**{first}** and **{second}** are level, 1–1, and play again: {pace}.",
            first=first,
            second=second,
            pace=pace_words(halved(contest.terms.pace)),
        )
    at = tie.sides.index(tie.winner)
    winner, loser = (first, second) if at == 0 else (second, first)
    if tie.why is Reason.ALONE:
        return Sentence(
            "**{loser}** is out, so **{winner}** goes through.", winner=winner, loser=loser
        )
    if tie.why is Reason.SEED:
        return Sentence(
            "**{winner}** and **{loser}** stayed level, so **{winner}** goes through as the "
            "better seed.",
            winner=winner,
            loser=loser,
        )
    score = tie.scores[-1]
    return Sentence(
        "**{winner}** won the replay against **{loser}**, {score}.",
        winner=winner,
        loser=loser,
        score=f"{points_words(score[at])}–{points_words(score[1 - at])}",
    )


def ends_words(contest: Contest) -> Sentence:
    """Say when a contest ends that has begun."""
    assert contest.ends is not None, "it has begun"
    return Sentence("Ends {when}.", when=Moment(contest.ends))


def explained_ties(contest: Contest, entrant: int | None = None) -> list[Sentence]:
    """Explain what points alone do not, in the ties of a cup or an entrant, the latest first."""
    if contest.terms.form is Form.LEAGUE:
        return []
    rounds = cup.bracket(contest.progress())
    ties = [tie for ties in reversed(rounds) for tie in ties if tie.is_special]
    own = [tie for tie in ties if entrant is None or entrant in tie.sides]
    return [tie_words(contest, tie) for tie in own[:MOST_TIES]]


# What is told in the channel.


def news_words(contest: Contest) -> tuple[str, tuple[int, ...]]:
    """Say what is to be told of a contest, and whom that pings."""
    match contest.news:
        case ContestNews.BEGINS:
            people = tuple(one.person.id for one in contest.in_order if one.person.id > 0)
            assert contest.ends is not None, "it has begun"
            words = say(
                "**{event}** begins! {people}, your first matches are posted here. It ends {when}.",
                event=title(contest),
                people=mentions(*people),
                when=Moment(contest.ends),
            )
            return words, people
        case ContestNews.OVER:
            return _over_words(contest)
        case ContestNews.LINE:
            return _line_words(contest), ()
        case ContestNews.WAITS:
            assert contest.begins is not None, "it is open"
            least = LEAST[contest.terms.form]
            words = say(
                "**{event}** needs at least {number} player, so you have another week to join; "
                "sign-up closes {when}.",
                "**{event}** needs at least {number} players, so you have another week to "
                "join; sign-up closes {when}.",
                event=title(contest),
                number=least,
                when=Moment(contest.begins),
            )
            return words, ()
        case ContestNews.CANCELLED:
            told = message("**{event}** is off: too few people joined.")
        case ContestNews.LEFT if contest.state is ContestState.UNDECIDED:
            told = message(
                "**{event}** ended without a winner, because I was removed from this server. Its "
                "matches go on as ordinary matches."
            )
        case ContestNews.LEFT:
            told = message("**{event}** was called off, because I was removed from this server.")
        case _ if contest.state is ContestState.CANCELLED:
            told = message("**{event}** was called off.")
        case _:
            told = message(
                "**{event}** was stopped, so nobody wins it. Its matches go on as ordinary matches."
            )
    return say(told, event=title(contest)), ()


def no_channel_words(contest: Contest, server: str) -> Sentence:
    """Tell whoever started a contest that its channel was deleted."""
    words = message("**{event}** in {server} is off: its channel was deleted.")
    if contest.is_open:
        words = message(
            "The channel of **{event}** in {server} was deleted, so nobody can join, and it won't "
            "begin. Type {command} in another channel to move it there."
        )
    elif contest.state is ContestState.RUNNING:
        words = message(
            "The channel of **{event}** in {server} was deleted. Type {command} in another channel "
            "to move it there."
        )
    command = Code("/season show here:True")
    return Sentence(words, event=title(contest), server=Name(server), command=command)


def blocked_words(contest: Contest, person: Person, server: str) -> Sentence:
    """Tell somebody in a contest that a person whom they have blocked has joined it."""
    return Sentence(
        "You've blocked **{name}**, who has now joined **{event}** in {server}. You're paired all "
        "the same, without messages. If you'd rather not, press **Leave** on its card.",
        name=person.display_name,
        event=title(contest),
        server=Name(server),
    )


def _over_words(contest: Contest) -> tuple[str, tuple[int, ...]]:
    """Say who has won, which pings nobody else."""
    first = contest.champions
    people = tuple(one.person.id for one in first if one.person.id > 0)
    if not first:
        words = say("**{event}** is over. {why}", event=title(contest), why=Sentence(NO_CHAMPION))
        return words, ()
    names = Listed(
        tuple(
            f"<@{one.person.id}>" if one.person.id > 0 else one.person.display_name for one in first
        )
    )
    over = Sentence(
        "**{event}** is over. Congratulations, {names}!", event=title(contest), names=names
    )
    final = [] if contest.terms.form is Form.LEAGUE else cup.bracket(contest.progress())[-1]
    why = [tie_words(contest, tie) for tie in final if tie.is_special]
    return said(paragraph(over, *why)), people


def _line_words(contest: Contest) -> str:
    """Give the results of a day, explain its ties, say who leads, and who is away."""
    assert contest.line_since is not None, "it has begun"
    assert contest.news_since is not None, "there are news"
    names = names_of(contest)
    results = [
        result_words(names, game)
        for game in contest.games
        if game.ended is not None and contest.line_since <= game.ended < contest.news_since
    ]
    told = some_of(results, MOST_RESULTS, style=ListStyle.COMMA)
    words = [Sentence("{result}.", result=told)] if results else []
    ties = contest.special_ties(contest.line_since, contest.news_since)[:MOST_TIES]
    words += [tie_words(contest, tie) for tie in ties]
    words += standing_words(contest)
    words += [
        vacation_words(one.person.display_name, one.away_until)
        for one in contest.in_order
        if one.away_since and one.away_until and one.away_since < contest.news_since
    ][:MOST_AWAY]
    fitting = list[Sentence]()
    for each in words:
        if len(_line_of(contest, [*fitting, each])) <= LONGEST_MESSAGE:
            fitting.append(each)
    # Of whom it told may be back, or deleted, since.
    return _line_of(contest, fitting or [ends_words(contest)])


def _line_of(contest: Contest, words: Sequence[Sentence]) -> str:
    return said(Sentence("**{event}**: {words}", event=title(contest), words=paragraph(*words)))


def result_words(names: Mapping[int, PlayerName], game: ContestGame) -> Sentence:
    """Tell the result of a game that is over."""
    slot, played = game.slot, game.played
    first, second = names[slot.first], names[slot.second]
    if played.points == WIN // 2:
        return Sentence("{first} and {second} drew", first=first, second=second)
    winner, loser = (first, second) if played.points == WIN else (second, first)
    return Sentence("{winner} beat {loser}", winner=winner, loser=loser)


def standing_words(contest: Contest) -> list[Sentence]:
    """Say how a contest stands: who leads each division, or who is still in a cup."""
    if contest.terms.form is Form.LEAGUE:
        tables = tables_of(contest)
        found = [(at, leader_words(contest, lines)) for at, lines in enumerate(tables)]
        if len(tables) == 1:
            return [words for _, words in found if words]
        return [
            Sentence("Division {number}: {words}", number=at + 1, words=words)
            for at, words in found
            if words
        ]
    names, progress = names_of(contest), contest.progress()
    inside = names.keys() - cup.places(progress).keys() - progress.is_out
    if not inside:
        return []
    return [Sentence("Still in: {names}.", names=listed([names[one] for one in sorted(inside)]))]
