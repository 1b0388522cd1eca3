"""Run in a browser: let the computer think there, and tell how long it does at most, in seconds."""

import json
import sys
import time

sys.path.insert(0, "/parlour")
from computer.skill_levels import levels
from computer.worker import run_job
from computer.worker_process import job_of
from rules import GAMES

given, longest = json.loads(globals()["GIVEN"]), 0.0
for key, options, moves in given["positions"]:
    position = GAMES[key].start(options)
    for text in moves:
        position = position.after(position.legal(text))
    for level in (3, levels(key)[-1]):
        job = json.dumps(job_of("choose", position, level=level, seed=3, longest=given["limit"]))
        begun = time.perf_counter()
        position.legal(run_job(job).split()[0])
        longest = max(longest, time.perf_counter() - begun)
float(longest)  # what the page is told
