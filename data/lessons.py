"""Lessons: which tasks people have done."""

from datetime import datetime

from data.columns import stamp
from data.database import Subject


class LessonTasks(Subject):
    """Tasks done; of a task only its game and number are known here."""

    async def finish(self, person: int, game: str, task: int, now: datetime) -> None:
        """Record that a person has done a task; the first time is kept."""
        await self._database.insert(
            "lesson_tasks", "DO NOTHING", person=person, game=game, task=task, at=stamp(now)
        )

    async def done(self, person: int) -> dict[str, set[int]]:
        """Return the numbers of the tasks that a person has done, by game."""
        found: dict[str, set[int]] = {}
        for row in await self._reader.rows(
            "SELECT game, task FROM lesson_tasks WHERE person = :person ORDER BY game, task",
            person=person,
        ):
            found.setdefault(row["game"], set()).add(row["task"])
        return found
