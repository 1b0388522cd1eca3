"""Hoyito: sowing, laps, fours, the last four, a pass forced, and an ending."""

from lessons.goals import leaves_a_pass, plays, reaches, takes, wins, wins_next
from lessons.lesson import Task
from rules import message
from rules.hoyito import Hoyito

TASKS = (
    Task(
        page="Sowing",
        start=Hoyito.decode("1.3.2.2.0.2/1.0.1.2.0.0 12/22 south - >> 1/south"),
        words=message(
            "You are **South**, and the lower row is yours. A move scoops up **all** the "
            "stones of one hole and drops them one by one into the next holes, to the "
            "right. Sow from hole `b`."
        ),
        goals=(plays("b"),),
        hints=(
            message("Press **b**."),
            message("Hole `b` has three stones: they go into `c`, `d` and `e`."),
        ),
        mistaken=plays("c"),
        mistake=message("That would end in `e`, too, but from the hole beside it. Sow `b`."),
        otherwise=message("That's a legal move. This time, though, sow hole `b`."),
        done=message(
            "Three stones, three holes. The last one fell into `e`, which was empty: there "
            "your turn ends. A dashed ring marks where it began, a full one where it ended."
        ),
    ),
    Task(
        page="Sowing",
        start=Hoyito.decode("2.2.1.5.0.1/0.5.0.3.0.3 19/7 south - >> 1/south"),
        words=message(
            "At the end of your row the stones go on into mine, from right to left: `A`, "
            "`B`, `C` … From which hole do you end exactly in the empty hole `C`?"
        ),
        goals=(reaches("C"),),
        hints=(
            message("Count the holes from each of yours to `C`, and compare with its stones."),
            message("From `d` it is five holes to `C`: `e`, `f`, `A`, `B`, `C`."),
        ),
        mistaken=plays("f"),
        mistake=message("That one has a single stone, so it gets only as far as `A`."),
        otherwise=message("Your last stone comes to rest in another hole. Count again."),
        done=message("Good counting. Sowing runs round and round the board, counter-clockwise."),
    ),
    Task(
        page="Lap after lap",
        start=Hoyito.decode("2.0.3.2.1.1/1.0.1.2.0.1 17/17 south - >> 1/south"),
        words=message(
            "If your last stone falls into a hole **with stones**, you pick them all up and "
            "sow on, lap after lap, until it falls into an empty hole. Find the move that ends "
            "in `E`."
        ),
        goals=(reaches("E"),),
        hints=(
            message(
                "A hole with one stone goes only one hole further, but where does it go from there?"
            ),
            message("From `f` you reach `A`, pick up two, reach `C`, and pick up two again."),
        ),
        mistaken=plays("e"),
        mistake=message("That makes a second lap, but it ends in `B`, which is empty."),
        otherwise=message("Follow the laps to the end: this one doesn't come to rest in `E`."),
        done=message("Three laps from a single stone! Long turns are the heart of this game."),
    ),
    Task(
        page="Making fours",
        start=Hoyito.decode("2.2.0.3.1.1/0.0.2.2.2.3 10/20 south - >> 1/south"),
        words=message(
            "Now the point of it all: a stone that makes **exactly four** in a hole takes "
            "those four. Make a four."
        ),
        goals=(takes(4),),
        hints=(
            message("Look for a hole of three that one of your sowings just reaches."),
            message(
                "Hole `d` has three stones. Hole `b` has two: it drops one into `c` and one "
                "into `d`."
            ),
        ),
        mistaken=plays("d"),
        mistake=message("That sows away the very hole that could become four."),
        otherwise=message("That makes no four. Which hole has three stones, and who can reach it?"),
        done=message(
            "Four stones for your store, the tray below. Your last stone made the four, so "
            "your turn is over. Whoever has taken more at the end wins."
        ),
    ),
    Task(
        page="Making fours",
        start=Hoyito.decode("1.3.3.1.2.1/0.3.3.1.2.1 20/7 south - >> 1/south"),
        words=message(
            "Fours count **on both sides of the board**, and also in the middle of a "
            "sowing. Take **eight** stones with one move."
        ),
        goals=(takes(8),),
        hints=(
            message(
                "The best move isn't always the one that takes at once: think of a second lap."
            ),
            message("Hole `b` makes a four in `c` on its way, and runs on from `e`."),
        ),
        mistaken=takes(4),
        mistake=message("That takes four. One of your moves takes twice as many."),
        otherwise=message("That takes nothing at all. Try each of your holes in your head."),
        done=message("One four in your row, one in mine. Look at every hole before you choose."),
    ),
    Task(
        page="The last four",
        start=Hoyito.decode("1.1.1.0.0.2/3.1.3.0.0.0 18/18 south - >> 1/south"),
        words=message(
            "When you take and only **four stones** are left on the board, you get those as "
            "well and the game is over. You have 18 so far, and I have 18. End the game "
            "now, and win it."
        ),
        goals=(wins,),
        hints=(
            message("Twelve stones are left. Take eight, and the last four come on top."),
            message("The two stones in `f` go into my holes `A` and `B`. Hole `A` has three."),
        ),
        mistaken=plays("c"),
        mistake=message(
            "A single stone, a single hole: the game isn't over, and now it's my turn."
        ),
        otherwise=message(
            "The game isn't over yet. Look for a move that runs through my holes from `A` to `C`."
        ),
        done=message("All twelve are yours: 30 to 18. The last four are often what decides."),
    ),
    Task(
        page="No stones on your side",
        start=Hoyito.decode("2.2.2.2.3.1/0.0.0.0.0.0 20/16 south - >> 1/south"),
        words=message(
            "My row is empty. If nothing of yours reaches it, I have no stones to sow and "
            "must pass, and you move again. Make me pass, then take **eight**."
        ),
        goals=(leaves_a_pass, takes(8)),
        hints=(
            message("Your first move has to stay in your own row, to its very end."),
            message("Sow `c` first: it takes the four in `e` and ends there. Then look at `d`."),
        ),
        mistaken=takes(4),
        mistake=message(
            "You'd take something, but that hands me stones on my side, and I can play again."
        ),
        otherwise=message(
            "Not that one: either I get stones to play with, or you take less than eight."
        ),
        done=message(
            "While I pass you take as you please. It works the other way round, too, so "
            "don't run out of stones."
        ),
    ),
    Task(
        page="How to win",
        start=Hoyito.decode("1.3.1.0.1.2/3.0.3.2.0.0 21/11 south - >> 1/south"),
        words=message(
            "I'm playing now, at level 1. You have 21 of the 48 stones, I have 11, and 16 "
            "are left. Win in **two moves**: end the game with more stones than I have."
        ),
        goals=(wins_next, wins),
        hints=(
            message("First take as much as you can; the last four come on top."),
            message("Begin with `e`: eight stones in two laps."),
        ),
        mistaken=takes(4),
        mistake=message(
            "Four stones are good, but then the game isn't over with your next move. There "
            "is a move that takes more."
        ),
        otherwise=message(
            "With that the game isn't won in two moves. How many stones does each hole take?"
        ),
        done=message("Won! You know all you need for a real match."),
    ),
)
