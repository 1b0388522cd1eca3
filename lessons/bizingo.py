"""Bizingo: stepping, taking by surrounding, captains, the edge, traps, and an ending."""

from lessons.goals import is_safe, loses, plays, reaches, starts, takes, takes_from, wins, wins_next
from lessons.lesson import Task
from rules import message
from rules.bizingo import Bizingo

TASKS = (
    Task(
        page="Moving",
        start=Bizingo.start(Bizingo.presets[Bizingo.usual_preset]),
        words=message(
            "You are **Light**, at the bottom. A piece takes one step at a time and never "
            "leaves its own colour. Move the captain, the piece with a star, from `h6` to "
            "`g6`."
        ),
        goals=(plays("h6-g6"),),
        hints=(
            message("Press **h6** first: that is where the captain stands."),
            message("Then press **g6**, one row further up."),
        ),
        mistaken=starts("h6"),
        mistake=message("The right piece, but not the right cell: bring it to `g6`."),
        otherwise=message(
            "That's a legal step. This time, though, move the captain on `h6` to `g6`."
        ),
        done=message(
            "That's how every piece moves, captain or not: one step to an empty cell of its "
            "own colour."
        ),
    ),
    Task(
        page="Taking a piece",
        start=Bizingo.decode(
            "...../......./....D..../....d.d..../........d..../.....ldl..D..../....d.......d..../"
            ".....l.l.....L...../.....l...L.........../........l............/"
            "................... light -"
        ),
        words=message(
            "Nobody jumps here: you take a piece by **surrounding** it. My piece on `f7` "
            "has three sides, and you hold two of them, `f6` and `f8`. Close the third."
        ),
        goals=(takes_from("f7"),),
        hints=(
            message("The third side of `f7` is the cell below it."),
            message(
                "That cell is `g8`. Which of your pieces is one step away, and isn't needed "
                "where it is?"
            ),
        ),
        mistaken=reaches("g8"),
        mistake=message("Now `g8` is closed, but the piece you moved has left another side open."),
        otherwise=message("My piece on `f7` still has an open side, so it stays."),
        done=message(
            "All three sides are yours, so my piece is gone. Only pieces next to the one you "
            "just moved can be taken. Beside your name it is counted: 16 win."
        ),
    ),
    Task(
        page="Taking a piece",
        start=Bizingo.decode(
            "...../......./....D..../....d.d..../........d.D../.....ldl......./........dl..d..../"
            ".......l.l...L...../.....l.L...l........./...................../"
            "................... light -"
        ),
        words=message(
            "One move can take several pieces. Mine on `f7` and `g9` each have two sides "
            "closed already. Take **both** at once."
        ),
        goals=(takes_from("f7", "g9"),),
        hints=(
            message("`f7` and `g9` share a side: one cell touches both."),
            message("Fill `g8` with a piece that guards neither of them."),
        ),
        mistaken=takes(),
        mistake=message(
            "You'd take one, but there is a move that takes both: don't open a side that "
            "you already hold."
        ),
        otherwise=message("That takes neither of them. Look for the cell that touches both."),
        done=message("Two for one! A cell that touches several enemies is always worth a look."),
    ),
    Task(
        page="Captains",
        start=Bizingo.decode(
            "...../......./....D..../....d.d..../........d..../.....lDl......./....d.......d..../"
            ".....l.l.L...L...../.....l.....l........./...................../"
            "................... light -"
        ),
        words=message(
            "My piece on `f7` is a **captain** now. Three ordinary pieces can't take it: "
            "one of the three must be a captain of yours. Take it."
        ),
        goals=(takes_from("f7"),),
        hints=(
            message("The open side is `g8` again. Who should go there?"),
            message("Your captain on `h10` is one step away from `g8`."),
        ),
        mistaken=reaches("g8"),
        mistake=message(
            "All three sides are closed, but by ordinary pieces only, and that doesn't hurt "
            "a captain."
        ),
        otherwise=message("My captain on `f7` is still there. Close its last side with a captain."),
        done=message("It takes a captain to catch a captain. Keep yours close to the fight."),
    ),
    Task(
        page="At the edge",
        start=Bizingo.decode(
            "...../......./....D..../....d.d..../........d..../dl........D..../...l........d..../"
            "...L.l.......L...../.....l.....l........./...................../"
            "................... light -"
        ),
        words=message(
            "At the edge a cell has only **two** sides. A piece there is taken when you "
            "hold both and **one of the two is a captain**. Take my piece on `f1`."
        ),
        goals=(takes_from("f1"),),
        hints=(
            message("The sides of `f1` are `f2`, which is yours, and `g2`."),
            message("Only your captain on `h4` will do on `g2`."),
        ),
        mistaken=reaches("g2"),
        mistake=message(
            "Both sides are closed, but with no captain among them, and at the edge that "
            "isn't enough."
        ),
        otherwise=message("My piece on `f1` still stands. Close `g2`, with the right piece."),
        done=message(
            "At the edge two pieces will do if one is a captain. The same goes for your own "
            "pieces there, so be careful."
        ),
    ),
    Task(
        page="Walking into a trap",
        start=Bizingo.decode(
            "...../......./....D..../....d....../........d..../......d...D..../......d.dl..d..../"
            ".....l.L.l...L...../.....l...l.........../...................../"
            "................... light -"
        ),
        words=message(
            "`g8` is a trap: I hold all three cells around it, and a piece that steps in "
            "and takes nothing is lost. If it takes something, it stays. Step in and take "
            "my piece on `g9`."
        ),
        goals=(takes_from("g9"),),
        hints=(
            message(
                "The sides of `g9` are `g8`, `g10` and `h10`. You hold two; they must stay "
                "where they are."
            ),
            message("So come from the third side: `h8` is one step from `g8`."),
        ),
        mistaken=loses,
        mistake=message(
            "That piece stood beside `g9`. Without it you take nothing, and the piece that "
            "stepped in is lost."
        ),
        otherwise=message(
            "My piece on `g9` is still there. Step into `g8` with a piece that isn't needed "
            "elsewhere."
        ),
        done=message(
            "It took something, so it stays, even between three enemies. Before you step "
            "between enemies, always look whether you take."
        ),
    ),
    Task(
        page="Taking a piece",
        start=Bizingo.decode(
            "...../......./....D..../....d....../...l....d..../......d...D..../......dl........./"
            "..........d..L...../.....l.L.l.l........./...................../"
            "................... light -"
        ),
        words=message(
            "Now look at it from the other side: your piece on `g8` has two of mine beside "
            "it, and I'm about to close the third side. Play so that I **can't take "
            "anything** next."
        ),
        goals=(is_safe,),
        hints=(
            message("Which of my pieces could step to `g9`, the open side?"),
            message("Nothing of yours can stand on `g9`. So the piece on `g8` has to go."),
        ),
        mistaken=starts("h14"),
        mistake=message(
            "Your captain is too far away to help: I play `h11-g9`, and your piece is gone."
        ),
        otherwise=message("Then I play `h11-g9`, and your piece on `g8` is gone."),
        done=message("Well seen. Two enemies beside one of your pieces are a warning."),
    ),
    Task(
        page="How to win",
        start=Bizingo.decode(
            "...../......./........./.....l.l.../.l..d...d..l./.....lDL......./.......L........./"
            ".................../...................../...................../"
            "................... light -"
        ),
        words=message(
            "I have three pieces left; with **two** I lose. (My captain took a piece as it "
            "came to `f7`, so it stands.) I play at level 1. Win in **two moves**: take a "
            "piece with the second."
        ),
        goals=(wins_next, wins),
        hints=(
            message("I can save one piece, but not two. Threaten two at once."),
            message(
                "Move your captain from `f8` to `e6`, and look what you threaten: `e5` from "
                "one side, `f7` from the other."
            ),
        ),
        mistaken=starts("g8"),
        mistake=message(
            "That captain already guards a side of `f7`. Leave it there and bring the other "
            "one closer."
        ),
        otherwise=message(
            "That lets me get away. Each of your two moves must leave me no way out."
        ),
        done=message("Won! You know all you need for a real match."),
    ),
)
