"""What there is to play: all games, and one of them with who plays it."""

from boards.drawn import State
from boards.shown import Press, Shown
from computer import levels
from computer.puzzles import has_puzzles
from lessons import taught_games
from play.table import PERSON
from play.visitor import At, Visitor, number_in, rules_in, several
from rulebook import rulebook
from rules import GAMES, Position, Sentence, message

WHAT = message("### What would you like to play?")
TODAY = message("Today's puzzle")
TWO = message("Two at one screen")
CHOOSE = message("Choose a level to play against the computer, or play as two at one screen.")


def on_games(visitor: Visitor, words: list[str]) -> State:
    """Show all games."""
    several(words)
    presses = [Press(rules.name, At.of("game", key)) for key, rules in GAMES.items()]
    presses.append(Press(TODAY, At.of("day")))
    lines = [
        f"{rules.name}: {rulebook(key, visitor.language.tag).tagline}"
        for key, rules in GAMES.items()
    ]
    shown = Shown(At(("",)), "Parlour", [visitor.say(Sentence(WHAT)), *lines], presses=presses)
    return visitor.shown(shown)


def on_game(visitor: Visitor, words: list[str]) -> State:
    """Show a game: its board, how to begin a match, and how to learn it."""
    rules = rules_in(words[0] if words else "")
    preset, side = several(words[1:], rules.usual_preset, "0")
    own = number_in(side, range(2))
    presets = [*rules.presets]
    number = number_in(str(presets.index(preset) if preset in presets else -1), range(len(presets)))
    options = rules.choices.choose(rules.presets[preset])
    position = rules.start(options.values)

    def begin(words: str | Sentence, level: int) -> Press:
        players = (level, PERSON) if own else (PERSON, level)
        return Press(words, At.of("match", rules.key, options.write(), *players, own, ""))

    presses = _continued(visitor, rules)
    presses += [begin(str(level), level) for level in levels(rules.key)]
    presses.append(begin(TWO, PERSON))
    other = Sentence("Play as {side}", side=rules.side(1 - own))
    presses.append(Press(other, At.of("game", rules.key, preset, 1 - own)))
    if len(presets) > 1:
        following = presets[(number + 1) % len(presets)]
        named = Sentence("Rules: {preset}", preset=Sentence(rules.preset_names[following]))
        presses.append(Press(named, At.of("game", rules.key, following, own)))
    shown = Shown(
        At.of("game", rules.key, preset, own),
        rules.name,
        [
            visitor.say(Sentence(CHOOSE)),
            rulebook(rules.key, visitor.language.tag).tagline,
            *([visitor.say(rules.preset_sentence(preset))] if len(presets) > 1 else []),
        ],
        position=position,
        seen_from=own,
        presses=[*presses, *_ways(rules)],
    )
    return visitor.shown(shown)


def _continued(visitor: Visitor, rules: type[Position]) -> list[Press]:
    """Return the button to the match that the browser has kept."""
    match visitor.kept("matches", rules.key):
        case [str(at), [*texts]] if all(isinstance(each, str) for each in texts) and texts:
            return [Press("Continue", At(tuple(at.split("|"))), texts)]
    return []


def _ways(rules: type[Position]) -> list[Press]:
    """Return what leads to more about a game."""
    key = rules.key
    ways = [Press("Rules", At.of("rules", key, 0))]
    if key in taught_games():
        ways.insert(0, Press("Learn", At.of("lesson", key)))
    if has_puzzles(key):
        ways.append(Press("Puzzle", At.of("puzzle", key)))
    return [*ways, Press("Another game", At(("",)))]
