"""Lessons: eight tasks for each game, from the first step to a small ending won.

A module for each game has its tasks in order; a game without one has no lesson. Their numbers are
stored: a task keeps its own, and a new one comes last.
"""

from lessons.lesson import Lesson, Task, TaskState, lesson, taught_games

__all__ = ["Lesson", "Task", "TaskState", "lesson", "taught_games"]
