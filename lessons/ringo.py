"""Ringo: both sides’ steps and jumps, the fortress, the neutral zone, and an ending."""

from lessons.goals import is_safe, plays, reaches, starts, takes, takes_from, wins, wins_next
from lessons.lesson import Task
from rules import message
from rules.ringo import Ringo

TASKS = (
    Task(
        page="The attackers' steps",
        start=Ringo.start(Ringo.presets[Ringo.usual_preset]),
        words=message(
            "You lead the **attackers**, on the outer ring. They step one cell **inward or "
            "sideways**, never outward. Step inward from `d1` to `d2`."
        ),
        goals=(plays("d1-d2"),),
        hints=(
            message("Press **d1**, the attacker in the middle of your five."),
            message(
                "Then press **d2**. Rings are counted from 1, outside, to 6, around the fortress."
            ),
        ),
        mistaken=plays("b1-a1", "f1-g1"),
        mistake=message("That goes sideways along the ring. Send `d1` inward, to `d2`."),
        otherwise=message(
            "That's a legal step. This time, though, move the attacker on `d1` inward, to `d2`."
        ),
        done=message("One ring closer. There's no way back, so think before you go in."),
    ),
    Task(
        page="Taking: the jump",
        start=Ringo.decode(
            "......../.a.aa.../..a..a../..d...../......../d...d.d./"
            "0 attacker fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "Take a defender by **jumping** over it, in a straight line, onto the empty "
            "cell just beyond. Attackers jump inward or sideways. Take the defender on "
            "`c4`."
        ),
        goals=(takes_from("c4"),),
        hints=(
            message(
                "You need an attacker right beside `c4`, with an empty cell on the other side."
            ),
            message("Jump inward from `c3` to `c5`."),
        ),
        mistaken=starts("c3"),
        mistake=message(
            "That attacker can do better: it stands right in front of my defender. Jump over it."
        ),
        otherwise=message("My defender on `c4` is still there. Which attacker stands beside it?"),
        done=message("Jumped and gone. You take one a turn, and you don't have to."),
    ),
    Task(
        page="Into the fortress",
        start=Ringo.decode(
            "......../....a.../..a..a../.a....../d...d.../.d.a.d../"
            "0 attacker fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "Two attackers in the **fortress**, the middle of the board, win the game. From "
            "ring 6 you just step in. Bring your first one in."
        ),
        goals=(reaches("F"),),
        hints=(
            message("Only an attacker on ring 6, right beside the fortress, can step in."),
            message("Press **d6**, then **F**."),
        ),
        mistaken=starts("d6"),
        mistake=message("That one stands at the gate! Don't walk past it; step in."),
        otherwise=message("Nobody has entered the fortress yet. Who stands right beside it?"),
        done=message(
            "One is in, as the 1/2 beside your name says. It can't step out again; a second "
            "one would win."
        ),
    ),
    Task(
        page="Jumping into the fortress",
        start=Ringo.decode(
            "......../......../.a...a../...a..../..a...d./d.d.d.../"
            "0 attacker fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "My defender on `c6` blocks the way. But an attacker on ring 5 may jump over a "
            "defender on ring 6, **right into the fortress**. Do it."
        ),
        goals=(reaches("F"),),
        hints=(
            message("You need an attacker on the same spoke as `c6`, one ring further out."),
            message("Press **c5**, then **F**."),
        ),
        mistaken=starts("c5"),
        mistake=message("You walk around my defender. Jump over it instead."),
        otherwise=message(
            "Nobody has entered the fortress yet. Look at the spoke with the letter `c`."
        ),
        done=message("One defender less, and one attacker inside: the best move there is."),
    ),
    Task(
        page="The neutral zone",
        start=Ringo.decode(
            "......../......../.aa..a../...a..ad/......../.d.d.d../"
            "0 attacker fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "The hatched sector, `h`, is the **neutral zone**: whoever stands there can't be "
            "taken. But you may **hop** over them. Hop over my defender on `h4`; it stays."
        ),
        goals=(plays("g4^a4"),),
        hints=(
            message("You need to be right beside `h4`, on the same ring."),
            message("Press **g4**, then **a4**, on the other side of the zone."),
        ),
        mistaken=starts("g4"),
        mistake=message("The right attacker, but it should get to the other side: hop over `h4`."),
        otherwise=message("That doesn't get past my defender on `h4`. Who stands beside it?"),
        done=message("Past it in one move. Remember the zone: your pieces are safe there, too."),
    ),
    Task(
        page="The defenders' steps",
        start=Ringo.decode(
            "......../....a.../a....a../..a...../..d...../d...d.d./"
            "0 defender fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "Now you are the **defenders**. They step and jump in **all four directions**. "
            "I'm about to jump over `c5`. Play so that I **can't take anything**."
        ),
        goals=(is_safe,),
        hints=(
            message(
                "I jump inward, from `c4` over `c5` to `c6`. Step out of that line, or fill `c6`."
            ),
            message(
                "Your defender on `c5` can go to `b5`, `d5` or `c6`. Or, even better, it "
                "jumps outward and takes first."
            ),
        ),
        mistaken=plays("pass"),
        mistake=message("Here defenders may pass, but now I'd take your piece on `c5`."),
        otherwise=message("Then I jump from `c4` over `c5` and take your piece."),
        done=message("Safe. Defenders may go outward as well, and attackers can't: use that."),
    ),
    Task(
        page="Across the fortress",
        start=Ringo.decode(
            "......../......../.....a../.a.a..../..a.d.../.dd...d./"
            "1 defender fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "One attacker of mine is inside. A defender on ring 6 may jump **right across "
            "the fortress** to the cell opposite, if that's empty, and take it. Do it."
        ),
        goals=(takes_from("F"),),
        hints=(
            message(
                "Two defenders stand on ring 6 and have a chance. For which one is the "
                "opposite cell empty?"
            ),
            message("Across from `c6` is `g6`, which is taken. Across from `b6` is `f6`."),
        ),
        mistaken=takes(),
        mistake=message("You take an attacker, but the more dangerous one is in the fortress."),
        otherwise=message("My attacker is still in the fortress. Jump across it."),
        done=message(
            "Out of the fortress! As long as only one is inside, it isn't safe there. "
            "Defenders win when a single attacker is left."
        ),
    ),
    Task(
        page="How to win",
        start=Ringo.decode(
            "......../......../......../.....a.a/..aad..d/.......d/"
            "1 attacker fortress_from_neutral=no,attackers=5,defender_pass=yes,neutral_limit=one"
        ),
        words=message(
            "You attack again: one piece is inside, and **two win**. But my defender on "
            "`h6` wants to jump across and take it. I'm playing now, at level 1. Win in "
            "**two moves**."
        ),
        goals=(wins_next, wins),
        hints=(
            message("My defender on `h6` needs the cell opposite. Which one is it?"),
            message("Opposite `h6` is `d6`. Stand there, and step into the fortress next."),
        ),
        mistaken=takes(),
        mistake=message(
            "You take one, but then I jump from `h6` across the fortress, and your piece "
            "inside is gone."
        ),
        otherwise=message(
            "Then I jump from `h6` across the fortress to `d6`, and your piece inside is gone."
        ),
        done=message("Two in the fortress: won! You know all you need for a real match."),
    ),
)
