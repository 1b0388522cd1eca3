"""Bivouac: steps, slides, jumps and chains of them, both ways to win, and an ending."""

from lessons.goals import is_safe, plays, reaches, starts, takes, wins, wins_next
from lessons.lesson import Task
from rules import message
from rules.bivouac import Bivouac

TASKS = (
    Task(
        page="In the camp: steps",
        start=Bivouac.start(Bivouac.presets[Bivouac.usual_preset]),
        words=message(
            "You are **White**, in the left camp. In a camp a piece steps one cell in "
            "**any** of eight directions. Step from `e3` to `d3`."
        ),
        goals=(plays("e3-d3"),),
        hints=(
            message("Press **e3**: it is at the lower edge of your camp."),
            message("Then press **d3**, the cell above it."),
        ),
        mistaken=starts("e3"),
        mistake=message("The right piece, but not the right cell: bring it to `d3`."),
        otherwise=message("That's a legal move. This time, though, step from `e3` to `d3`."),
        done=message(
            "One step, in any direction. `d3`, with my dark flag, is one of my four goals: "
            "sitting on it annoys me."
        ),
    ),
    Task(
        page="On the Run: slides",
        start=Bivouac.decode(
            "....../..bb../.b..b./.b..b./b...../....../...w../.w..wb/.w..w./w.ww../...... white -"
        ),
        words=message(
            "The road around the camps is the **Run**. On it you slide straight ahead as far "
            "as you like, even **past other pieces**. Slide from `a2` to `a9`, beside my "
            "camp."
        ),
        goals=(plays("a2-a9"),),
        hints=(
            message("My piece on `a7` is no obstacle: on the Run you pass everything."),
            message("Press **a2**, then choose **a9**."),
        ),
        mistaken=starts("a2"),
        mistake=message("The right piece, but not far enough, or too far: it should stop on `a9`."),
        otherwise=message(
            "That's a legal move. This time, though, slide the piece on `a2` to `a9`."
        ),
        done=message("Right across the board in one move. From there it can step into the camp."),
    ),
    Task(
        page="Where a slide may go",
        start=Bivouac.decode(
            "....../..bb../.b..b./.b..b./.b..../....../...w.b/.w..w./.w..w./...ww./.ww... white -"
        ),
        words=message(
            "A slide runs in **one** straight line: it can't turn a corner. Bring your piece "
            "from `c1` to `a8` in **two** moves."
        ),
        goals=(plays("c1-a1"), plays("a1-a8")),
        hints=(
            message("First go to the corner where your line meets the other one."),
            message("Play `c1-a1`, then `a1-a8`."),
        ),
        mistaken=starts("c1"),
        mistake=message(
            "From there you can't slide to `a8` with your next move. Stop where the two lines meet."
        ),
        otherwise=message(
            "This is about one piece only: from `c1` to the corner, and from there to `a8`."
        ),
        done=message("Two slides, one corner. That's the quickest way to the other camp."),
        replies=("d10-d9",),
    ),
    Task(
        page="Taking: the jump",
        start=Bivouac.decode(
            "....../.b..../..w.w./.b.b../....b./.....b/..w.../.w..w./bw..../....w./...... white -"
        ),
        words=message(
            "Inside a camp you take by **jumping** over an enemy next to you, onto the empty "
            "cell just beyond. Start, enemy and landing must lie in the **same** camp. Take "
            "a piece."
        ),
        goals=(takes(),),
        hints=(
            message(
                "Try your piece on `c9`: beyond my pieces there is only the Run, or nothing at "
                "all. The other one does better."
            ),
            message("From `e9`, jump over `d8` and land on `c7`."),
        ),
        mistaken=starts("c9"),
        mistake=message(
            "From `c9` there's nothing to take: beyond `b8` and `b10` lies the Run, and "
            "nobody jumps onto it."
        ),
        otherwise=message(
            "That takes nothing. Which of my pieces in the right camp has an empty camp cell "
            "right behind it?"
        ),
        done=message("Jumped and gone. You never have to take, but it's usually a good idea."),
    ),
    Task(
        page="Taking: the jump",
        start=Bivouac.decode(
            "....../..w.b./...w../.....b/.b..b./....../b...../.w..w./.w.b../....w./...... white -"
        ),
        words=message(
            "Now it's your piece on `d9` that is in danger: I can jump over it from `e10`. "
            "Play so that I **can't take anything** next."
        ),
        goals=(is_safe,),
        hints=(
            message(
                "I jump from `e10` to `c8`. Move your piece out of that line, to a cell where it "
                "is safe itself."
            ),
            message(
                "Keep your two pieces together: beside `c10` there's a cell where nobody can "
                "jump over either."
            ),
        ),
        mistaken=takes(),
        mistake=message("You take one, and I take one back. Save your piece on `d9` first."),
        otherwise=message(
            "Then I take a piece of yours. Look for one of mine beside it, with an empty "
            "camp cell on the far side."
        ),
        done=message(
            "Safe. A piece with a friend, or with the Run right behind it, can't be jumped."
        ),
    ),
    Task(
        page="Jumping on",
        start=Bivouac.decode(
            "....../.b.w../....w./..bb../....b./.....b/..b.../.w..w./bw..../....w./...... white -"
        ),
        words=message(
            "After a jump the same piece may **jump again**, in any direction. Take **two** "
            "pieces in one move."
        ),
        goals=(takes(2),),
        hints=(
            message("Start with `e9`, and look around where it lands."),
            message(
                "From `e9` over `d8` to `c7`, then over `c8` to `c9`. You choose where it "
                "comes to rest: `c9`."
            ),
        ),
        mistaken=takes(),
        mistake=message(
            "That's the first jump. From where you land there's a second one: don't stop yet."
        ),
        otherwise=message("That takes nothing. Find the jump, and then the one after it."),
        done=message("Two at once! You may stop after any jump, but you don't have to."),
    ),
    Task(
        page="How to win",
        start=Bivouac.decode(
            "....../....b./..ww../...w.b/....../b...../....../...b../.wb.../....w./...... white -"
        ),
        words=message(
            "There are two ways to win. One is to bring the other side down to **three "
            "pieces or fewer**. I have five left. Win now."
        ),
        goals=(wins,),
        hints=(
            message("One jump isn't enough: you need two of my pieces in one move."),
            message("Start with `b3`, over `c3` to `d3`. From there my piece on `d4` is next."),
        ),
        mistaken=takes(),
        mistake=message("That leaves me four pieces, and I can go on. Jump again."),
        otherwise=message("That doesn't win yet. Where can you take two pieces in one move?"),
        done=message("Three pieces left, and that's too few. The other way to win is next."),
    ),
    Task(
        page="How to win",
        start=Bivouac.decode(
            "...b../.....b/.w.w../...w../bbw.../....../....../..b.../.wbb../....w./...... white -"
        ),
        words=message(
            "The usual way to win: fill **all four of your goals**, `c8`, `c9`, `d8` and "
            "`d9`. I'm playing now, at level 1. Win in **two moves**."
        ),
        goals=(wins_next, wins),
        hints=(
            message(
                "Two goals are open. Which one could I still disturb, and which one is safe "
                "for later?"
            ),
            message("Begin with `c7-c8`. Then `b9-c9` fills the last goal."),
        ),
        mistaken=reaches("c9"),
        mistake=message(
            "That goal is right, but the order isn't: now I get in your way on the other one."
        ),
        otherwise=message("That isn't quick enough. You have two moves for two goals."),
        done=message("All four goals are filled: won! You know all you need for a real match."),
    ),
)
