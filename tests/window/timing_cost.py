#!/usr/bin/env python3
"""Checks that the columns of the drawer Frame times add up to the frame times, and measures what recording costs. Needs
an idle machine and a display.

  tests/window/timing_cost.py build/release/milkomeda [OPTIONS OF MILKOMEDA]

Opens windows alternately with the drawer Frame times and with the drawer Look, without a pace limit, and compares the
steps per second. Fails if a column is incomplete."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading

turns, seconds, warm_up_frames = 3, 8, 60
complete = 0.95  # fraction of the frame time that the main thread's column must cover


def run(command, drawer):
    """Runs a window and returns the frames and steps after the warm-up, read from --trace."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "milkomeda"))
        with open(os.path.join(folder, "milkomeda", "settings.json"), "w") as file:
            json.dump({"drawer": drawer}, file)
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder,
                                   env=os.environ | {"XDG_CONFIG_HOME": folder})
        frames, timing, steps, tier = [], [], [], {}
        for line in program.stdout:
            event = json.loads(line)
            if event["event"] == "frame":
                frames.append(event["frame_ms"])
                if len(frames) == warm_up_frames:
                    threading.Timer(seconds, program.send_signal, [signal.SIGTERM]).start()
            elif event["event"] == "transport":
                steps.append((len(frames), event["steps"]))
            elif event["event"] == "tier":
                tier = event
            elif event["event"] == "timing" and event["frames"]:
                timing.append(event)
        if program.wait() not in (0, -signal.SIGTERM) or len(frames) <= warm_up_frames:
            sys.exit(f"{command} ended with exit code {program.returncode} after {len(frames)} frames")
    first = next(number for number, (frame, _) in enumerate(steps) if frame >= warm_up_frames)
    taken = 1e-3 * sum(frames[steps[first][0]:steps[-1][0]])
    return {"ms": sum(frames[warm_up_frames:]) / len(frames[warm_up_frames:]), "tier": tier,
            "steps_per_s": (steps[-1][1] - steps[first][1]) / taken,
            "timing": [event for event in timing if event["frame"] > warm_up_frames]}


def milliseconds(timing, lane):
    """Returns the mean milliseconds of each part of a frame."""
    parts = {}
    for event in timing:
        for part, time in event["lanes"][lane].items():
            parts[part] = parts.get(part, 0) + time / len(timing)
    return parts


program = [os.path.abspath(sys.argv[1]), *sys.argv[2:]]
command = [*program, "--trace", "--time-per-second", "1000"]
runs = {"look": [], "timing": []}
for turn in range(2 * turns):
    drawer = list(runs)[turn % 2]
    runs[drawer].append(run(command, drawer))

timing = [event for one in runs["timing"] for event in one["timing"]]
if not timing:
    sys.exit("the drawer Frame times was not open: the window has to be wide enough for a drawer (1280x720)")
frame = sum(event["frame_ms"] for event in timing) / len(timing)
print(f"{runs['timing'][0]['tier']['device']}, tier {runs['timing'][0]['tier']['tier']}, {len(timing)} frames of {frame:.2f} ms")
for lane in timing[0]["lanes"]:
    parts = milliseconds(timing, lane)
    print(f"  {lane}: {sum(parts.values()):.3f} ms, {100 * sum(parts.values()) / frame:.1f} % of the frame")
    for part, time in sorted(parts.items(), key=lambda part: -part[1]):
        print(f"    {part:16} {time:.3f}")
host = [sum(event["lanes"]["host"].values()) / event["frame_ms"] for event in timing]
print(f"main thread's column covers at least {100 * min(host):.1f} % of a frame, "
      f"on average {100 * sum(host) / len(host):.1f} %")
for front, all_runs in runs.items():
    print(f"{front:7} in front: steps/s " + ", ".join(f"{one['steps_per_s']:.1f}" for one in all_runs) +
          ", ms per frame " + ", ".join(f"{one['ms']:.2f}" for one in all_runs))
best = {front: max(one["steps_per_s"] for one in all_runs) for front, all_runs in runs.items()}
print(f"with recording, a step takes {100 * (best['look'] / best['timing'] - 1):.1f} % more time")
sys.exit(sum(host) / len(host) < complete)
