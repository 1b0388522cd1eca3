"""Custom ids: each has a handler, and is read as it was written, in old messages too."""

import importlib
import pkgutil
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cogs
from boards.hints import Stage
from cogs.challenge_actions import ANYBODY, ChallengeTo
from cogs.import_record import ImportFilled
from cogs.leaderboard import TurnLeaderboard
from cogs.move_picker import on_play
from cogs.mute import Mute
from cogs.play import AskWhichGame
from cogs.privacy import AskFor, PrivacyRequest
from cogs.profile import ShowProfile
from data import Seat
from data.club_values import ClubState
from data.connection import LARGEST
from interactions import CustomId, Interaction, OutOfDate, handles
from interactions.components import (
    CUSTOM_IDS,
    HANDLERS,
    LONGEST_CUSTOM_ID,
    ChooseOne,
    SayNo,
    _signature,
    button,
    dispatch,
    parse,
)
from tests.thorough import THOROUGH
from views.analysis_board import (
    BoardAction,
    ChooseOnBoard,
    DeleteLine,
    Explore,
    KeepLine,
    PickOnBoard,
    Source,
    StepOnBoard,
    TryFrom,
    TryOut,
)
from views.begin_against_computer_page import BeginAgainst, ChooseLevel, PlayAgainst
from views.blocked_page import BlockPerson, OpenBlocked, TurnBlocked, UnblockPerson
from views.calls_and_requests import AnswerRequest
from views.challenge_card import AnswerChallenge, AnswerInList, ChallengeAnswer, ListKind
from views.challenge_card import ListAnswer as Listed
from views.challenge_options import FillOptions, OpenOptions
from views.club_card import AcceptClub, CallOffClub, JoinClub, LeaveClub, OpenClubBoards
from views.conditional_moves_page import DeleteConditionalLine
from views.contest_ids import (
    ChallengeOnLadder,
    ConfirmJoin,
    ConfirmLeave,
    ConfirmStop,
    JoinContest,
    JoinLadder,
    LeaveContest,
    LeaveLadder,
    OpenLadder,
    OpenMySeason,
    ShowContest,
    ShowReckoning,
)
from views.contest_options import ContestForm, FillContestOptions, OpenContestOptions
from views.first_match import StopGuiding
from views.help_page import OpenAbout, OpenHelp, Topic
from views.lesson_ids import (
    AnswerTask,
    AskTaskHint,
    ChooseInTask,
    ListInTask,
    OpenLesson,
    OpenTask,
    TaskWritten,
    WriteInTask,
)
from views.match_entries import ListControl, MatchFilter, OpenBoard, OpenMatch, TurnMatches
from views.match_verbs import MOVE, VERBS, AskHint, DoVerb, Next, OpenReview, Play
from views.move_choices import AnotherPiece, Choose, ChoosePath, ChoosePiece
from views.notes_page import DeleteNote, KeepNote, WriteNote
from views.personal_settings import FillSettings, OpenSettings, PickZone, SettingsForm, ShowSettings
from views.play_page import AnswerOpen, ChallengeAnyone, ChallengeFriend, TurnLobby
from views.puzzle_page import AnswerPuzzle, AskPuzzle, ChooseInPuzzle, ListInPuzzle, OpenPuzzle
from views.puzzle_page import PuzzleRequest as Wanted
from views.remarks import PlaySaying, SayWith
from views.reminder import GoAway
from views.replay_ids import (
    NEWEST,
    AskPly,
    GoToPly,
    OpenReplay,
    PostGif,
    ReplayControl,
    SendGif,
    ShowPly,
    ShowTurn,
)
from views.rules_page import OpenRules, OpenRulesPage, TurnPage
from views.rush_page import AnswerRush, BeginRush, ChooseInRush, ListInRush, StopRush
from views.server_settings_page import (
    FillServerForm,
    OpenServerForm,
    OpenServerSettings,
    ServerForm,
)
from views.spectator_page import FollowMatch, FollowMode, GuessMove, ListGuess, PickGuess
from views.vacation_page import AskForVacation, VacationRequest
from views.vote_page import (
    AskCrowd,
    BeginCrowd,
    CrowdAgainst,
    CrowdAgainstServer,
    JoinVote,
    LeaveVote,
)
from views.watch_page import WatchLiveliest
from views.web_link import CloseBoards, OpenInBrowser, OpenWebBoard
from views.which_match import BoardOf, PlayIn, SaveLineIn, VerbIn

IMPORT, IMPORTED = Source.IMPORT, 1176543210987654321
PRESENT: dict[str, CustomId] = {
    "follow|2|end": FollowMatch(2),
    "follow|2|moves": FollowMatch(2, FollowMode.EACH_MOVE),
    "follow|2|nothing": FollowMatch(2, FollowMode.NOTHING),
    "guess|2|1": GuessMove(2, 1),
    "guesspick|2|1|h6//1": PickGuess(2, 1, "h6//1"),
    "guesslist|2|1|h6|24": ListGuess(2, 1, "h6", 24),
    "match|2|1|move": DoVerb(2, 1, "move"),
    "match|2|1|draw": DoVerb(2, 1, "draw"),
    "match|2|1|accept": DoVerb(2, 1, "accept"),
    "match|2|1|decline": DoVerb(2, 1, "decline"),
    "match|2|1|takeback": DoVerb(2, 1, "takeback"),
    "match|2|1|allow": DoVerb(2, 1, "allow"),
    "match|2|1|refuse": DoVerb(2, 1, "refuse"),
    "match|2|1|resign": DoVerb(2, 1, "resign"),
    "match|2|1|resigned": DoVerb(2, 1, "resigned"),
    "match|2|1|abort": DoVerb(2, 1, "abort"),
    "match|2|1|aborted": DoVerb(2, 1, "aborted"),
    "match|2|1|rematch": DoVerb(2, 1, "rematch"),
    "play|2|1|c3-c1": Play(2, 1, "c3-c1"),
    "play|12|34|b2:d2:d4:b4:b2:d4": Play(12, 34, "b2:d2:d4:b4:b2:d4"),
    "play|1|0|c<": Play(1, 0, "c<"),
    "pick|2|1": AnotherPiece(2, 1),
    "unguided|2|1": StopGuiding(2, 1),
    "piece|2|1|h6": ChoosePiece(2, 1, "h6"),
    "way|2|1|h6-g6": ChoosePath(2, 1, "h6-g6"),
    "next|4": Next(4),
    "no": SayNo(),
    "choose|2|1||0": Choose(2, 1, "", 0),
    "choose|2|1||24": Choose(2, 1, "", 24),
    "choose|2|1|h6|0": Choose(2, 1, "h6", 0),
    "match|2|1|time": DoVerb(2, 1, "time"),
    "unstore|2|7": DeleteConditionalLine(2, 7),
    "serveropen": OpenServerSettings(),
    "vacation|show": AskForVacation(VacationRequest.SHOW),
    "blocks": OpenBlocked(),
    "blocked|1": TurnBlocked(1),
    "block": BlockPerson(),
    "unblock|123456789012345678|1": UnblockPerson(123456789012345678, 1),
    "help|": OpenHelp(),
    "help|play": OpenHelp(Topic.PLAY),
    "help|matches": OpenHelp(Topic.MATCHES),
    "help|back": OpenHelp(Topic.LOOK_BACK),
    "help|people": OpenHelp(Topic.PEOPLE),
    "help|settings": OpenHelp(Topic.SETTINGS),
    "help|learn": OpenHelp(Topic.LEARN),
    "help|server": OpenHelp(Topic.SERVER),
    "help|more": OpenHelp(Topic.MORE),
    "about": OpenAbout(),
    "serverform|matches": OpenServerForm(ServerForm.MATCHES),
    "serverform|look": OpenServerForm(ServerForm.LOOK),
    "serverfilled|matches": FillServerForm(ServerForm.MATCHES),
    "serverfilled|look": FillServerForm(ServerForm.LOOK),
    "settings|boards": OpenSettings(SettingsForm.BOARDS),
    "settings|playing": OpenSettings(SettingsForm.PLAYING),
    "settings|reminders": OpenSettings(SettingsForm.REMINDERS),
    "settingsform|boards": FillSettings(SettingsForm.BOARDS),
    "settingsform|playing": FillSettings(SettingsForm.PLAYING),
    "settingsform|reminders": FillSettings(SettingsForm.REMINDERS),
    "importform": ImportFilled(),
    "serverform|seasons": OpenServerForm(ServerForm.SEASONS),
    "help|contests": OpenHelp(Topic.CONTESTS),
    "seasonjoin|3": JoinContest(3),
    "seasonjoined|3": ConfirmJoin(3),
    "seasonleave|3": LeaveContest(3),
    "seasongone|3": ConfirmLeave(3),
    "seasonmine|3|1": OpenMySeason(3, 1),
    "seasonreckoned|3|1": ShowReckoning(3, 1),
    "seasonshow|3": ShowContest(3),
    "seasonstop|3": ConfirmStop(3),
    "match|2|1|claim": DoVerb(2, 1, "claim"),
    "zone|Europe/Berlin": PickZone("Europe/Berlin"),
    "showsettings": ShowSettings(),
    "mute|2|1": Mute(2, 1),
    "mute|2|0": Mute(2, 0),
    "vacation|begin": AskForVacation(VacationRequest.BEGIN),
    "vacation|end": AskForVacation(VacationRequest.END),
    "away|900000000000000001|7": GoAway(900000000000000001, 7),
    "vacation|by_itself": AskForVacation(VacationRequest.BY_ITSELF),
    "vacation|by_hand": AskForVacation(VacationRequest.BY_HAND),
    "challenge|7|accept": AnswerChallenge(7, ChallengeAnswer.ACCEPT),
    "challenge|7|decline": AnswerChallenge(7, ChallengeAnswer.DECLINE),
    "challenge|7|withdraw": AnswerChallenge(7, ChallengeAnswer.WITHDRAW),
    "challenge|7|fair": AnswerChallenge(7, ChallengeAnswer.FAIR),
    "against||0": PlayAgainst(),
    "against|ringo|0": PlayAgainst("ringo"),
    "against|ringo|7": PlayAgainst("ringo", 7),
    "levels|ringo|random|classic": ChooseLevel("ringo"),
    "levels|hoyito|second|fair": ChooseLevel("hoyito", Seat.SECOND, "fair"),
    "begins|ringo|3|0|random|classic": BeginAgainst("ringo", 3),
    "begins|ringo|5|7|random|classic": BeginAgainst("ringo", 5, 7),
    "begins|ringo|5|0|first|fair": BeginAgainst("ringo", 5, 0, Seat.FIRST, "fair"),
    "request|2|1|accept": AnswerRequest(2, 1, "accept"),
    "request|2|1|decline": AnswerRequest(2, 1, "decline"),
    "request|2|1|allow": AnswerRequest(2, 1, "allow"),
    "request|2|1|refuse": AnswerRequest(2, 1, "refuse"),
    "request|2|1|rematch": AnswerRequest(2, 1, "rematch"),
    "one": ChooseOne(),
    "options|7": OpenOptions(7),
    "seasonoptions|7|size": OpenContestOptions(7, ContestForm.SIZE),
    "seasonoptioned|7|options": FillContestOptions(7, ContestForm.OPTIONS),
    "optioned|7": FillOptions(7),
    "playin|2|1|c3-c1": PlayIn(2, 1, "c3-c1"),
    "verbin|2|1|takeback": VerbIn(2, 1, "takeback"),
    "verbin|2|1|match abort": VerbIn(2, 1, "match abort"),
    "boardof|2": BoardOf(2),
    "linesof|2|": SaveLineIn(2),
    "linesof|2|b c": SaveLineIn(2, "b c"),
    "hint|2|1|piece|": AskHint(2, 1),
    "hint|2|1|move|c4-c5": AskHint(2, 1, Stage.MOVE, "c4-c5"),
    "hint|2|1|why|c4-c5": AskHint(2, 1, Stage.WHY, "c4-c5"),
    "review|2": OpenReview(2),
    "puzzle|ringo|12": OpenPuzzle("ringo", 12),
    "puzzling|ringo|12||": ChooseInPuzzle("ringo", 12),
    "puzzling|ringo|12|a1|": ChooseInPuzzle("ringo", 12, "a1"),
    "puzzled|bivouac|12|a1|24": ListInPuzzle("bivouac", 12, "a1", 24),
    "answer|ringo|12|a1:c3": AnswerPuzzle("ringo", 12, "a1:c3"),
    "askpuzzle|ringo|12|hint": AskPuzzle("ringo", 12, Wanted.HINT),
    "askpuzzle|ringo|12|solution": AskPuzzle("ringo", 12, Wanted.SOLUTION),
    "askpuzzle|ringo|12|next": AskPuzzle("ringo", 12, Wanted.NEXT),
    "rush|3|2|a1:c3": AnswerRush(3, 2, "a1:c3"),
    "rushing|3|2||": ChooseInRush(3, 2),
    "rushing|3|2|a1|": ChooseInRush(3, 2, "a1"),
    "rushed|3|2|a1|24": ListInRush(3, 2, "a1", 24),
    "rushstop|3": StopRush(3),
    "rushagain|": BeginRush(),
    "rushagain|ringo": BeginRush("ringo"),
    "settings|puzzles": OpenSettings(SettingsForm.PUZZLES),
    "settingsform|puzzles": FillSettings(SettingsForm.PUZZLES),
    "serverform|digest": OpenServerForm(ServerForm.DIGEST),
    "serverfilled|digest": FillServerForm(ServerForm.DIGEST),
    "tryfrom|puzzle|77|0|1": TryFrom(Source.PUZZLE, 77, 0, 1),
    "game|1176543210987654321": ChallengeTo(1176543210987654321),
    "leaderboard|hoyito|0|1|0|": TurnLeaderboard("hoyito", 0, 1),
    "leaderboard|hoyito live|0|0|0|pool": TurnLeaderboard("hoyito live", 0, 0, control="pool"),
    "leaderboard|ringo|1176543210987654321|0|30|place": TurnLeaderboard(
        "ringo", 1176543210987654321, 0, 30, "place"
    ),
    "profile|1176543210987654321|ringo": ShowProfile(1176543210987654321, "ringo"),
    "listed|7|accept|challenges": AnswerInList(7, Listed.ACCEPT),
    "listed|7|decline|challenges": AnswerInList(7, Listed.DECLINE),
    "listed|7|withdraw|matches": AnswerInList(7, Listed.WITHDRAW, ListKind.MATCHES),
    "listed|7|show|matches": AnswerInList(7, Listed.SHOW, ListKind.MATCHES),
    "clubjoin|2": JoinClub(2),
    "clubleave|2": LeaveClub(2),
    "cluboff|2": CallOffClub(2),
    "clubaccept|ABCDEFGH": AcceptClub("ABCDEFGH"),
    "clubboard|2|running": OpenClubBoards(2, ClubState.RUNNING),
    "lively": WatchLiveliest(),
    "lobby|all|0": TurnLobby("all", 0),
    "lobby|ringo|3": TurnLobby("ringo", 3),
    "crowd|hoyito|12|random": AskCrowd("hoyito"),
    "crowdbegins|hoyito|6|second|3": BeginCrowd("hoyito", 6, Seat.SECOND, 3),
    "crowdagainst|ringo|24|first": CrowdAgainst("ringo", 24, Seat.FIRST),
    "crowdserver|ringo|24": CrowdAgainstServer("ringo", 24),
    "joinvote|2": JoinVote(2),
    "leavevote|2": LeaveVote(2),
    "lobbied|7|accept|all|0": AnswerOpen(7, Listed.ACCEPT, "all", 0),
    "lobbied|7|withdraw|ringo|2": AnswerOpen(7, Listed.WITHDRAW, "ringo", 2),
    "anybody": AskWhichGame(),
    "friend|ringo": ChallengeFriend("ringo"),
    "anyone|ringo": ChallengeAnyone("ringo"),
    "game|0": ChallengeTo(ANYBODY),
    "ladder|hoyito|0": OpenLadder("hoyito"),
    "ladder|hoyito|2": OpenLadder("hoyito", 2),
    "ladderjoin|hoyito": JoinLadder("hoyito"),
    "ladderleave|hoyito|0": LeaveLadder("hoyito"),
    "ladderleave|hoyito|1": LeaveLadder("hoyito", 1),
    "ladderplay|hoyito": ChallengeOnLadder("hoyito"),
    "matches|playing|all|0|button|0": TurnMatches(
        MatchFilter.PLAYING, "all", 0, ListControl.BUTTON
    ),
    "matches|move|all|0|show|0": TurnMatches(MatchFilter.TO_MOVE, "all", 0, ListControl.SHOW),
    "matches|waiting|ringo|1|game|0": TurnMatches(
        MatchFilter.WAITING, "ringo", 1, ListControl.GAME
    ),
    "matches|finished|ringo|12|button|0": TurnMatches(
        MatchFilter.FINISHED, "ringo", 12, ListControl.BUTTON
    ),
    "matches|challenges|all|1|button|0": TurnMatches(
        MatchFilter.CHALLENGES, "all", 1, ListControl.BUTTON
    ),
    "matches|playing|all|0|opponent|1176543210987654321": TurnMatches(
        MatchFilter.PLAYING, "all", 0, ListControl.OPPONENT, 1176543210987654321
    ),
    "openboard|12": OpenBoard(12),
    "open|playing|all|0|0": OpenMatch(MatchFilter.PLAYING, "all", 0, 0),
    "open|finished|ringo|3|1176543210987654321": OpenMatch(
        MatchFilter.FINISHED, "ringo", 3, 1176543210987654321
    ),
    "privacy|export": AskFor(PrivacyRequest.EXPORT),
    "privacy|delete": AskFor(PrivacyRequest.DELETE),
    "privacy|deleted": AskFor(PrivacyRequest.DELETED),
    "rules|ringo": OpenRules("ringo"),
    "rulesat|ringo|3": OpenRulesPage("ringo", 3),
    "web|2": OpenInBrowser(2),
    "webat|puzzle.ringo.3": OpenWebBoard("puzzle.ringo.3"),
    "webclose": CloseBoards(),
    "learn|ringo|0": OpenLesson("ringo"),
    "learn||1": OpenLesson("", here=1),
    "lesson|ringo|2|next": OpenTask("ringo", 2, "next"),
    "tasking|ringo|8|d5-d6 h6-a6|d6|0": ChooseInTask("ringo", 8, "d5-d6 h6-a6", "d6"),
    "tasked|ringo|1|||0|1": ListInTask("ringo", 1, "", "", 0, 1),
    "taskmove|hoyito|3||f|2": AnswerTask("hoyito", 3, "", "f", 2),
    "taskhint|agon|6||2|": AskTaskHint("agon", 6, "", 2),
    "taskwrite|agon|3||0": WriteInTask("agon", 3, ""),
    "taskwritten|agon|3||1": TaskWritten("agon", 3, "", 1),
    "page|ringo|3|back": TurnPage("ringo", 3, "back"),
    "page|ringo|5|next": TurnPage("ringo", 5, "next"),
    "page|ringo|4|list": TurnPage("ringo", 4, "list"),
    "try|bivouac|0": TryOut("bivouac", 0),
    "replay|2|0": OpenReplay(2, 0),
    "watch|match|2|17|1|next": ShowPly(Source.MATCH, 2, 17, 1, ReplayControl.NEXT),
    "watch|match|2|1000000|0|last": ShowPly(Source.MATCH, 2, NEWEST, 0, ReplayControl.LAST),
    "watch|import|1176543210987654321|0|1|first": ShowPly(
        IMPORT, IMPORTED, 0, 1, ReplayControl.FIRST
    ),
    "watch|match|2|3|0|back": ShowPly(Source.MATCH, 2, 3, 0, ReplayControl.BACK),
    "watch|match|2|3|0|jump": ShowPly(Source.MATCH, 2, 3, 0, ReplayControl.JUMP),
    "watch|match|2|3|0|turn": ShowPly(Source.MATCH, 2, 3, 0, ReplayControl.TURN),
    "askply|match|2|1": AskPly(Source.MATCH, 2, 1),
    "goto|match|2|1": GoToPly(Source.MATCH, 2, 1),
    "gif|2|match": SendGif(2),
    "gif|1176543210987654321|import": SendGif(IMPORTED, IMPORT),
    "postgif|2|match": PostGif(2),
    "turn|2|17": ShowTurn(2, 17),
    "tryfrom|match|2|17|1": TryFrom(Source.MATCH, 2, 17, 1),
    "say|2|1|c3-c1": SayWith(2, 1, "c3-c1"),
    "playsay|2|1|c3-c1": PlaySaying(2, 1, "c3-c1"),
    "note|2|0": WriteNote(2),
    "note|2|1": WriteNote(2, 1),
    "keepnote|2|0": KeepNote(2),
    "keepnote|2|1": KeepNote(2, 1),
    "unnote|2": DeleteNote(2),
    "explore|2": Explore(2),
    "keepline|2|18|17|1": KeepLine(2, 18, 17, 1),
    "dropline|2|7|17|1": DeleteLine(2, 7, 17, 1),
    "picksfrom|match|2|17|1|h6//1": PickOnBoard(Source.MATCH, 2, 17, 1, "h6//1"),
    "triedfrom|on|match|2|17|1": StepOnBoard(BoardAction.ON, Source.MATCH, 2, 17, 1),
    "triedfrom|now|match|2|17|1": StepOnBoard(BoardAction.NOW, Source.MATCH, 2, 17, 1),
    "triedfrom|again|bivouac|2|0|1": StepOnBoard(BoardAction.AGAIN, "bivouac", 2, 0, 1),
    "picksfrom|bivouac|0|0|1|b2": PickOnBoard("bivouac", 0, 0, 1, "b2"),
    "triesfrom|bivouac|0|0|1|b2|13": ChooseOnBoard("bivouac", 0, 0, 1, "b2", 13),
    "triedfrom|back|match|2|17|1": StepOnBoard(BoardAction.BACK, Source.MATCH, 2, 17, 1),
    "triesfrom|match|2|17|1|h6|3": ChooseOnBoard(Source.MATCH, 2, 17, 1, "h6", 3),
    "triesfrom|import|1176543210987654321|17|1||0": ChooseOnBoard(IMPORT, IMPORTED, 17, 1, "", 0),
}
"""Custom ids in messages of today; never change a line."""
FORMER: dict[str, CustomId] = {
    "confirm": ShowSettings(),
    **{
        f"setting|{key}": ShowSettings()
        for key in (
            "theme",
            "seen",
            "named",
            "vacation",
            "open",
            "resigns",
            "language",
            "reminders",
            "puzzle_name",
            "match_puzzles",
        )
    },
    "asksetting|zone": ShowSettings(),
    "asksetting|quiet": ShowSettings(),
    "typesetting|zone": ShowSettings(),
    "typesetting|quiet": ShowSettings(),
    "noquiet": ShowSettings(),
    "server": OpenServerSettings(),
    "serverset": OpenServerSettings(),
    "serverlang": OpenServerSettings(),
    "serverside": OpenServerSettings(),
    "tried|back|bivouac|2|0": StepOnBoard(BoardAction.BACK, "bivouac", 2, 0, 0),
    "tried|again|bivouac|2|0": StepOnBoard(BoardAction.AGAIN, "bivouac", 2, 0, 0),
    "tried|turn|bivouac|2|1": StepOnBoard(BoardAction.TURN, "bivouac", 2, 0, 1),
    "tried|other|bivouac|2|1": StepOnBoard(BoardAction.OTHER, "bivouac", 2, 0, 1),
    "tried|whole|bivouac|2|1": StepOnBoard(BoardAction.WHOLE, "bivouac", 2, 0, 1),
    "tries|bivouac|0|1||0": ChooseOnBoard("bivouac", 0, 0, 1, "", 0),
    "tries|bivouac|0|1|b2|13": ChooseOnBoard("bivouac", 0, 0, 1, "b2", 13),
    "picks|bivouac|0|1|b2": PickOnBoard("bivouac", 0, 0, 1, "b2"),
    "picks|bivouac|0|1|b2//2": PickOnBoard("bivouac", 0, 0, 1, "b2//2"),
}
"""Custom ids of older messages, which are read but not written any more; never change a line."""
UNKNOWN = (
    "play",
    "play|2|1",
    "play|2|1|c3-c1|x",
    "play|two|1|c3-c1",
    "play||1|c3-c1",
    "play|-2|1|c3-c1",
    "play|+2|1|c3-c1",
    "play| 2|1|c3-c1",
    "play|2_0|1|c3-c1",
    "play|2.0|1|c3-c1",
    "play|٢|1|c3-c1",
    "play|²|1|c3-c1",
    f"play|{2**63}|1|c3-c1",
    f"play|{'9' * 80}|1|c3-c1",
    "Play|2|1|c3-c1",
    "plays|2|1",
    "end|2|1|c8|c10",
    "import",
    "chess|2|1",
    "challenge|7|",
    "challenge|7|ACCEPT",
    "privacy|everything",
    "privacy|",
    "tried|sideways|bivouac|2|1",
    "tried|back|bivouac|2",
    "tried|back|bivouac|2|0|1",
    "triedfrom|back|bivouac|2|1",
    "|",
    "||||",
    "\n",
    "play|2\n|1|c3-c1",
)
"""Custom ids that mean nothing."""


def values_of(kind: type[int | str]) -> st.SearchStrategy[int | str]:
    """Return values that a field of this type may have."""
    if kind is int:
        return st.integers(0, LARGEST)
    if issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    # With four numbers of nineteen digits there is room for two of four characters.
    return st.text(st.characters(codec="utf-8", exclude_characters="|"), max_size=4)


def test_types_of_fields_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[object] = []

    def look_up(act: type[CustomId]) -> dict[str, object]:
        looked_up.append(act)
        return get_type_hints(act)

    monkeypatch.setattr("interactions.components.get_type_hints", look_up)
    _signature.cache_clear()
    for _ in range(3):
        assert parse(Play(2, 1, "c3-c1").encoded) == Play(2, 1, "c3-c1")
    assert looked_up == [Play]


@st.composite
def any_custom_id(draw: st.DrawFn) -> CustomId:
    """Generate any custom id."""
    act = draw(st.sampled_from(list(CUSTOM_IDS.values())))
    kinds = get_type_hints(act)
    return act(*(draw(values_of(kinds[field.name])) for field in fields(act)))


def test_every_custom_id_has_a_handler_and_an_example_in_messages() -> None:
    for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(module.name)
    assert set(CUSTOM_IDS.values()) == set(HANDLERS)
    assert {type(act) for act in PRESENT.values()} == set(HANDLERS)
    keys = {verb.key for verb in VERBS} | {verb.question.key for verb in VERBS if verb.question}
    assert {act.verb for act in PRESENT.values() if isinstance(act, DoVerb)} == {MOVE, *keys}


def test_what_stands_in_messages_is_read_and_written_as_ever() -> None:
    assert {custom_id: parse(custom_id) for custom_id in PRESENT} == PRESENT
    assert [act.encoded for act in PRESENT.values()] == [*PRESENT]
    assert {custom_id: parse(custom_id) for custom_id in FORMER} == FORMER
    assert {custom_id.split("|")[0] for custom_id in PRESENT | FORMER} == {*CUSTOM_IDS}


def test_a_field_with_a_default_may_be_missing_at_the_end() -> None:
    """So a field can be added later: messages from before have it not."""
    found = 0
    for custom_id, act in PRESENT.items():
        if fields(act) and getattr(act, fields(act)[-1].name) == fields(act)[-1].default:
            assert parse(custom_id.rpartition("|")[0]) == act
            found += 1
    assert found > 20


@THOROUGH
@given(act=any_custom_id())
def test_every_custom_id_is_read_as_it_was_written(act: CustomId) -> None:
    assert parse(act.encoded) == act


@pytest.mark.parametrize(
    "act", [Play(2, 1, "c3|c1"), Play(-2, 1, "c3-c1"), Play(2, 2**63, "c3-c1"), OpenRules("x" * 95)]
)
def test_what_could_not_be_read_again_is_never_made(act: CustomId) -> None:
    with pytest.raises(ValueError, match="no control can carry"):
        button("x", act)


def test_a_control_carries_a_hundred_characters() -> None:
    assert len(OpenRules("x" * 94).encoded) == LONGEST_CUSTOM_ID == 100


def test_saying_twice_what_an_act_does_fails_at_once() -> None:
    with pytest.raises(ValueError, match="what Play does is said twice"):
        handles(Play)(on_play)
    with pytest.raises(ValueError, match="two custom ids are named 'play'"):
        type("Replay", (CustomId,), {}, name="play")


def test_mypy_sees_a_handler_of_another_custom_id() -> None:
    async def on_pick(interaction: Interaction, act: AnotherPiece, values: list[str]) -> None:
        """Take the values of a select; the handler is refused at registration."""

    with pytest.raises(ValueError, match="said twice"):
        handles(Play)(on_pick)  # type: ignore[arg-type]  # mypy would say if there were nothing to ignore


@THOROUGH
@pytest.mark.parametrize("custom_id", UNKNOWN)
def test_what_means_nothing_is_no_custom_id(custom_id: str) -> None:
    with pytest.raises(OutOfDate):
        parse(custom_id)


@pytest.mark.parametrize(
    ("custom_id", "most"),
    [(GoToPly(Source.MATCH, 1, 0), 10), (PlaySaying(1, 0, "a1-a2"), 200), (KeepNote(1), 1000)],
)
async def test_of_what_is_typed_only_what_its_field_takes_is_read(
    custom_id: CustomId, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()

    async def handle(_interaction: object, _pressed: CustomId, values: list[str]) -> None:
        read.extend(values)

    monkeypatch.setitem(HANDLERS, type(custom_id), handle)
    nobody: Any = None
    await dispatch(nobody, custom_id.encoded, ["7" * 64 * 1024])
    assert read == ["7" * most]
