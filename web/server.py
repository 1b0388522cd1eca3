"""The server of the board: its addresses, and the verbs that it shares with the cards."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

import discord
from aiohttp import web

from boards.drawn import NO_TURN, State, Viewer, page_words, staged
from boards.hints import Stage, hint_state
from boards.shown import Press, shown_state
from data import NoMatch, Person, Place, StoredMatch, Unusable
from data.notes import MOST_NOTED
from delivery.followers import may_watch
from delivery.posting import vote_in
from hosting.addresses import serving_at
from interactions import Bot, OutOfDate
from interactions.access import channels_instead
from interactions.components import parse
from interactions.errors import SEND_ERRORS
from interactions.people import own_appearance
from interactions.rate_limits import BOARDS
from interactions.speech import say, speaking_on_page
from interactions.tasks import Stopping, run_brief, work_for
from languages import language
from match import verbs
from match.event import Event
from match.guesses import refuse_unless_guessable
from match.match import Match, Stale
from rendering.themes import find_theme
from rules import Name, Refusal, Sentence
from views.hint_words import HINTS, refuse_hint
from views.match_card import reader_side
from views.match_verbs import by_key
from views.spectator_page import FollowMatch
from views.web_link import OpenInBrowser
from web.actions import Actions
from web.boards import show
from web.doors import Doors, Session
from web.files import send_file
from web.live import Listeners
from web.replay_boards import ways_from_match
from web.requests import (
    HEADERS,
    MOST_BYTES,
    SLOW_SECONDS,
    Asked,
    answer,
    answer_errors,
    fields_of,
    number_in,
    refused,
    text_in,
)
from web.spectators import follow, watched
from web.state import look_of, state_of
from web.visit import Visit
from web.votes import voting

Result = TypeVar("Result")

HEARTBEAT = 15.0
"""Seconds after which a page that listens hears that nothing has happened."""
WATCHED = timedelta(minutes=1)
"""How long somebody is taken to see a channel once Discord has said so."""
DRAWN_AT_ONCE = 2
"""How many boards are drawn for pages at a time."""
IDLE_SECONDS = 60.0
"""Seconds after which a connection is closed that asks nothing, or has not finished asking."""


class BoardServer:
    """Answers pages; all that it keeps is who has one open."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.doors = Doors(bot)
        self.listeners = Listeners(bot)
        self.actions = Actions(bot)
        self._drawing = asyncio.Semaphore(DRAWN_AT_ONCE)

    def app(self) -> web.Application:
        """Return what answers at all addresses of the board."""
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[answer_errors])
        app.router.add_get("/", send_file)
        app.router.add_get(r"/{name:[a-z_]+\.(?:js|css)}", send_file)
        app.router.add_post("/api/enter", self._enter)
        app.router.add_post("/api/listen", self._listen)
        for name, ask in (
            ("state", self._state),
            ("look", self._look),
            ("hint", self._hint),
            ("note", self._note),
            ("turn", self._turn),
            ("play", self._play),
            ("vote", self._play),
            ("guess", self._guess),
            ("verb", self._do_verb),
            ("board", self._board),
        ):
            app.router.add_post(f"/api/{name}", partial(self._answer, ask))
        return app

    async def _enter(self, request: web.Request) -> web.Response:
        """Open a page for whoever has a link; ask who they are if it was used before."""
        self._refuse_early()
        fields = await fields_of(request)
        agreed = fields.get("agreed") is True
        key, opener = await self.doors.enter(text_in(fields.get("token")), _now(), agreed=agreed)
        chosen = await self._bot.store.personal_settings.language_of(opener.person)
        spoken = language(chosen or opener.locale)
        name = Name(await self._bot.store.people.name_of(opener.person) or opener.name)
        with speaking_on_page(spoken):
            whose = say("This is {name}'s board.", name=name)
            if not key:
                whose = say(
                    "This link is {name}'s, and it was used before. Is that you?", name=name
                )
            words = page_words(spoken)
        return answer({"key": key, "whose": whose, "language": spoken.tag, "words": words})

    async def _answer(
        self, ask: Callable[[Asked], Awaitable[State]], request: web.Request
    ) -> web.Response:
        """Answer an open page in its reader's language; what is stale, with the present state."""
        asked = await self._asked(request)
        try:
            return answer(await ask(asked))
        except Stale as stale:
            present = await self._state(replace(asked, match=None))
            return refused(stale, asked.language, state=present)
        except Exception as error:  # noqa: BLE001 (everything is answered)
            return refused(error, asked.language)

    async def _asked(self, request: web.Request) -> Asked:
        """Read what an open page asks. Raises `Shut` if it is not open."""
        self._refuse_early()
        fields, key = await fields_of(request), request.headers.get("Authorization", "")
        number = number_in(fields.get("match", 0))
        session, match = await self.doors.session(key.removeprefix("Bearer "), _now(), number)
        work_for(session.person)
        spoken = language(session.personal.language or session.opener.locale)
        return Asked(fields, session, spoken, match)

    def _refuse_early(self) -> None:
        """Raise `Stopping` until the store is open."""
        if not hasattr(self._bot, "store"):
            raise Stopping

    async def _find(self, asked: Asked) -> StoredMatch:
        """Find the match that a page shows. Raises `NoMatch` if its reader may not see it."""
        return await self._visible(asked.session, asked.number("match"), asked.match)

    async def _visible(
        self, session: Session, number: int, match: StoredMatch | None = None
    ) -> StoredMatch:
        """Find a match, if it is not known. Raises `NoMatch` if the page may not show it.

        Outside of servers nobody can be asked who sees a channel, so only players see a match.
        """
        person, seen, now = session.person, session.seen, _now()
        match = match or await self._bot.store.matches.find(number)
        if person in match.seats:
            return match
        match = await self._bot.store.ballots.seated(match, person)
        if now < seen.get(number, now):
            return match
        if match.place.server is None:
            raise NoMatch(number)
        self._bot.rate_limiter.note(BOARDS, person, now)
        try:
            if not await may_watch(self._bot, match, person):
                raise NoMatch(number)
        except SEND_ERRORS as failure:
            raise Refusal(
                "Discord doesn't tell me whether you may see this match; try again in a minute."
            ) from failure
        seen[number] = now + WATCHED
        return match

    # What pages ask.

    async def _state(self, asked: Asked) -> State:
        """Return the present state of a match."""
        return await self._state_of(asked, await self._find(asked))

    async def _state_of(self, asked: Asked, match: StoredMatch) -> State:
        """Return the state of a match; who looks at it as a player has seen it."""
        store, person, now = self._bot.store, asked.session.person, _now()
        match = await store.ballots.seated(match, person)
        match = await store.matches.touch(match, person, now)
        viewer = await self._viewer(asked, match)
        found, number, note = await store.lists.beside(person, match.number)
        with speaking_on_page(asked.language):
            waiting: State | None = None
            if found:
                words = Sentence("Next board ({number})", number=number)
                waiting = Press(words, OpenInBrowser(found[0].number)).onward(asked.language)
            work = partial(state_of, match, person, viewer, now, waiting, note)
            # A known board without moves to choose from takes half a millisecond: a thread would
            # take longer, and let the loop wait as long.
            is_short = any(viewer.have) and match.last_move and match.to_move != person
            state = work() if is_short else await self._draw(work)
            state["verbs"] += [press.sent(asked.language) for press in ways_from_match(match)]
            if match.crowds and not match.over:
                own = await store.ballots.own(match, now)
                state = voting(match, state, await vote_in(self._bot, match), own)
            if match.side_played_by(person) is not None:
                return state
            following = await store.followers.find(match.number, person)
            guesses = await store.guesses.own(match.number, person)
            return watched(match, state, following, guesses, person)

    async def _board(self, asked: Asked) -> State:
        """Show another board than that of a match, or do there what a button or a move says."""
        at = parse(asked.text("at"))
        session, now = asked.session, _now()
        # How a board looks depends on the server only.
        style = await own_appearance(self._bot, Place(0, session.opener.server), session.personal)
        visit = Visit(self._bot, asked, now, style, partial(self._visible, session))
        if isinstance(at, FollowMatch):
            at = OpenInBrowser(await follow(visit, at))
        if isinstance(at, OpenInBrowser):
            fields = {**asked.fields, "match": at.match}
            return await self._state(replace(asked, fields=fields, match=None))
        with speaking_on_page(asked.language):
            shown = await show(visit, at)
            in_stages = asked.fields.get("staged") is True
            return await self._draw(
                partial(shown_state, shown, style, asked.have, asked.language, in_stages=in_stages)
            )

    async def _look(self, asked: Asked) -> State:
        """Return what would become of a move."""
        match, person = await self._find(asked), asked.session.person
        match.refuse_stale(asked.number("count"))
        if match.side_played_by(person) is not None:
            verbs.refuse_unless_to_move(match, person)
        else:
            refuse_unless_guessable(match, person)
        move = match.position.read(asked.text("move"))
        viewer = await self._viewer(asked, match)
        with speaking_on_page(asked.language):
            return await self._draw(partial(look_of, viewer, match.position, move))

    async def _turn(self, asked: Asked) -> State:
        """Return the last turn in stages, unless there was another since: that is shown soon."""
        match = await self._find(asked)
        before, move = match.previous, match.last_move
        if match.count != asked.number("count") or before is None or move is None:
            return NO_TURN
        return await self._draw(partial(staged, await self._viewer(asked, match), before, move))

    async def _hint(self, asked: Asked) -> State:
        """Return a stage of a hint, as the card gives it."""
        match, person = await self._find(asked), asked.session.person
        match.refuse_stale(asked.number("count"))
        refuse_hint(match, person)
        named, given = asked.text("move", ""), asked.text("stage")
        if given not in set(Stage):
            raise OutOfDate
        if (stage := Stage(given)) is Stage.PIECE:
            self._bot.rate_limiter.note(HINTS, person, _now())
        move = match.position.read(named) if named else None
        hint = await self._bot.computer_turns.hint(match, move)
        return hint_state(match.position, hint, stage, asked.language)

    async def _note(self, asked: Asked) -> State:
        """Keep a player's private note, or delete it if nothing is left of it."""
        match, person, notes = await self._find(asked), asked.session.person, self._bot.store.notes
        match.side_of(person)
        text = asked.text("note", most=MOST_NOTED)
        if text.strip():
            await notes.write(match.number, person, text)
        elif await notes.find(person, match.number):
            await notes.delete(match.number, person)
        return await self._state_of(asked, match)

    async def _play(self, asked: Asked) -> State:
        text, remark = asked.text("move"), asked.text("remark", "")

        def move(match: Match) -> Event:
            return verbs.play(match, asked.session.person, _now(), text, remark)

        return await self._happen(asked, move)

    async def _guess(self, asked: Asked) -> State:
        """Keep the move that somebody who watches a match expects next."""
        match, opener = await self._find(asked), asked.session.opener
        guesser, seen = Person(opener.person, opener.name), asked.number("count")
        guesses, text = self._bot.store.guesses, asked.text("move")
        await guesses.guess(match.number, guesser, text, seen, _now())
        return await self._state(asked)

    async def _do_verb(self, asked: Asked) -> State:
        """Carry out a verb; the page has asked where that is to be confirmed."""
        verb, agreed = by_key(asked.text("verb"))
        if bool(verb.question) is not agreed:
            raise OutOfDate
        if verb.begins and await channels_instead(self._bot, (await self._find(asked)).place):
            raise Refusal(
                "Matches no longer start in this match's channel; challenge your opponent in "
                "another."
            )
        return await self._happen(
            asked, lambda match: verb.decide(match, asked.session.person, _now())
        )

    async def _happen(self, asked: Asked, decide: Callable[[Match], Event]) -> State:
        match, seen = await self._find(asked), asked.number("count")
        return await self.actions.apply(match, decide, seen, partial(self._state_of, asked))

    async def _draw(self, work: Callable[[], State]) -> State:
        """Draw in a thread; few at a time, since the loop shares the processor with them."""
        async with self._drawing:
            return await run_brief(work)

    async def _viewer(self, asked: Asked, match: StoredMatch) -> Viewer:
        style = await own_appearance(self._bot, match.place, asked.session.personal)
        seen, theme = reader_side(match, asked.session.person, style), find_theme(style.theme)
        return Viewer(seen, match.player_names, theme, asked.have, asked.language, style.named)

    async def _listen(self, request: web.Request) -> web.StreamResponse:
        """Tell a page, as long as it is open, that something has happened in its match."""
        asked = await self._asked(request)
        match, count = await self._find(asked), asked.number("count")
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        await response.prepare(request)
        with self.listeners.listening(asked.session.person, match.number, count) as listener:
            while listener.goes_on():
                has_news = await listener.wait(HEARTBEAT)
                try:
                    if listener.goes_on():
                        await self.doors.refuse_closed(asked.session, _now())
                        if asked.session.person not in match.seats:
                            await self._visible(asked.session, match.number)
                except (Refusal, Unusable):
                    listener.end()
                news = f"data: {listener.count}\n\n" if has_news else ": nothing\n\n"
                words = news if listener.goes_on() else "event: end\ndata: 0\n\n"
                try:
                    async with asyncio.timeout(SLOW_SECONDS):
                        await response.write(words.encode())
                except (ConnectionError, TimeoutError):
                    break
        return response


def _now() -> datetime:
    return discord.utils.utcnow()


@asynccontextmanager
async def serving_boards(bot: Bot) -> AsyncIterator[None]:
    """Serve the board meanwhile, where the settings say so."""
    settings = bot.settings
    if not settings.has_web:
        yield
        return
    assert settings.web is not None, "it has a board"
    server = BoardServer(bot)
    idle = {"keepalive_timeout": IDLE_SECONDS}
    async with serving_at(settings.web, "web", server.app(), "no board is served", **idle):
        looking = asyncio.create_task(server.listeners.look_on(), name="pages")
        try:
            yield
        finally:
            looking.cancel()
            server.listeners.end()
