"""Agon: steps, the throne, trapping and sending back, and an ending."""

from lessons.goals import loses, plays, reaches, starts, wins, wins_next
from lessons.lesson import Task
from rules import message
from rules.agon import Agon

TASKS = (
    Task(
        page="Moving",
        start=Agon.start(Agon.presets[Agon.usual_preset]),
        words=message(
            "You are **White**, and the middle of the board is the **throne**. A piece "
            "steps along its own ring or one ring **inward**, never outward. Move the guard "
            "on `a5` inward, to `b5`."
        ),
        goals=(plays("a5-b5"),),
        hints=(
            message(
                "Press **a5**: rows are named from the bottom, and cells are counted from the left."
            ),
            message("Then press **b5**."),
        ),
        mistaken=starts("a5"),
        mistake=message("The right guard, but not the right cell: bring it to `b5`."),
        otherwise=message(
            "That's a legal step. This time, though, move the guard on `a5` to `b5`."
        ),
        done=message("One ring closer to the throne. There's no way back on your own."),
    ),
    Task(
        page="Moving",
        start=Agon.decode(
            ".b..../.....B./...b..../...w...bb/.....w..../......Ww.../..b.w...../...b.w.../"
            "..w...../......./...... - white 0 -"
        ),
        words=message(
            "**Only a queen** may step onto the throne, `f6`, in the very middle. Your queen "
            "is the piece with the crown. Put her there."
        ),
        goals=(reaches("f6"),),
        hints=(
            message("Your queen stands on `f7`, right beside the throne."),
            message("Press **f7**, then **f6**."),
        ),
        mistaken=starts("f7"),
        mistake=message("You moved your queen, but past the throne. Step onto it."),
        otherwise=message("The throne is still empty. Only your queen on `f7` can take it."),
        done=message(
            "She's on the throne. To win, her six guards must stand all around her; the "
            "number beside your name counts them."
        ),
    ),
    Task(
        page="Not between two enemies",
        start=Agon.decode(
            ".b..b./.....B./...b.w../..w....b./.......w../........w../..W.b...../..w....../"
            "..bw..../......./...... - white 0 -"
        ),
        words=message(
            "You may not step **between two enemies** that stand in a straight line. My "
            "guards on `c3` and `e5` keep you from `d4`. Bring your guard on `c4` one ring "
            "inward all the same."
        ),
        goals=(plays("c4-d5"),),
        hints=(
            message(
                "From `c4` two cells lie one ring further in: `d4`, which is forbidden, and "
                "another."
            ),
            message("Play `c4-d5`."),
        ),
        mistaken=starts("c4"),
        mistake=message("That goes along the ring. Your guard should get one ring further in."),
        otherwise=message("This is about your guard on `c4`: it should get one ring further in."),
        done=message(
            "That's the way around. A forbidden cell is only forbidden while both enemies "
            "stand there."
        ),
    ),
    Task(
        page="Trapping",
        start=Agon.decode(
            ".b..../.....B./...b.w../..w....b./..b....w../........w../...b....../..wb...../"
            "....w.../..W..../...... - white 0 -"
        ),
        words=message(
            "When you move so that an enemy stands **between the piece you moved and "
            "another of yours**, in a straight line, it is **trapped**. Trap my guard on "
            "`d4`."
        ),
        goals=(plays("c5-d5"),),
        hints=(
            message(
                "Your guard on `d3` is on one side of `d4`. The cell on the other side is `d5`."
            ),
            message("Play `c5-d5`."),
        ),
        mistaken=starts("c5"),
        mistake=message("The right guard, but it should stand exactly opposite `d3`: on `d5`."),
        otherwise=message("My guard on `d4` is still free. It needs one of yours on both sides."),
        done=message(
            "Trapped, as the red ring shows: now I must send it back to the outermost ring "
            "before I do anything else. Nobody is ever taken here."
        ),
    ),
    Task(
        page="Trapping",
        start=Agon.decode(
            ".b..b./......./...b.w../..w....b./.......w../.......bw../...w.Bw.../...b...../"
            "......../..W..../...... - white 0 -"
        ),
        words=message(
            "A queen can be trapped, too, and that costs most: she has to begin again at "
            "the rim. My queen stands on `e6`. Trap **her**."
        ),
        goals=(plays("e4-e5"),),
        hints=(
            message("Your guard on `e7` is on one side of her. Which cell is exactly opposite?"),
            message("Play `e4-e5`."),
        ),
        mistaken=plays("e7-f7", "b3-c4"),
        mistake=message("That traps a guard. My queen is the bigger prize."),
        otherwise=message(
            "My queen is still free. She needs a piece of yours on both sides, in a straight line."
        ),
        done=message("She has to go all the way back to the rim. Watch over your own queen."),
    ),
    Task(
        page="Sending back",
        start=Agon.decode(
            ".b..../......./...b.w../..w....b./.......w../........w../........../..bwb..../"
            "....w.W./...B.b./...... d4 white 0 -"
        ),
        words=message(
            "This time your guard on `d4` is trapped. You have to **send it back** to the "
            "outermost ring, and may choose where. Where it lands, it can trap in its turn: "
            "trap my queen on `b4`."
        ),
        goals=(plays("d4*a3"),),
        hints=(
            message(
                "Your guard on `c5` stands on one side of my queen. The other side is on the rim."
            ),
            message("Send it to `a3`, in the bottom row."),
        ),
        mistaken=plays("d4*a5"),
        mistake=message(
            "That traps a guard of mine. There's a cell from where you trap the queen."
        ),
        otherwise=message(
            "That's allowed, but from there it traps nobody. Look at the rim near my queen."
        ),
        done=message(
            "A setback turned into an attack. Until it was sent back, nothing else of yours "
            "could move."
        ),
    ),
    Task(
        page="How to win",
        start=Agon.decode(
            ".b..../.....B./...b..../.......bb/...Www..../...w..w..../..b.ww..../...b...../"
            "......../......./...... - white 0 -"
        ),
        words=message(
            "You win with your queen **on the throne** and your six guards on all six cells "
            "around it. If the six close the ring **without her, you lose**. Win in **three "
            "moves**."
        ),
        goals=(plays("g4-f5"), plays("f5-f6"), wins),
        hints=(
            message(
                "The last gap is `f5`. Your queen goes through it first, your guard closes "
                "it behind her."
            ),
            message("Play `g4-f5`, then `f5-f6`, and last `f4-f5`."),
        ),
        mistaken=loses,
        mistake=message(
            "Stop: that closes the ring around an empty throne, and you'd have lost on the spot."
        ),
        otherwise=message("Keep the gap on `f5` for your queen. She goes first."),
        done=message("First the queen, then the last guard: won!"),
        replies=("k2-j2", "h9-g9"),
    ),
    Task(
        page="How to win",
        start=Agon.decode(
            "b..b../......./......../...w....b/......w.../....wWw..../....ww..../....b..../"
            "..b.Bb../......./...... - white 0 -"
        ),
        words=message(
            "Your queen is on the throne, four guards are in place, and two gaps are left. "
            "I'm playing now, at level 1. Win in **two moves**."
        ),
        goals=(wins_next, wins),
        hints=(
            message("The gaps are `g5` and `g6`. Which guard is meant for which?"),
            message("`h4-g5` and `g7-g6`, in either order."),
        ),
        mistaken=starts("f5"),
        mistake=message("That guard was in place already. Bring the two that are still outside."),
        otherwise=message("That doesn't fill a gap, and you have only two moves for two of them."),
        done=message("The ring is closed: won! You know all you need for a real match."),
    ),
)
