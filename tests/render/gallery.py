#!/usr/bin/env python3
"""Renders the pictures of docs/gallery.md and writes this page, with the command of each picture.

  tests/render/gallery.py build/release/milkomeda [--bodies 262144] [--size 1920x1080] [--only NAME,...]

A picture is stored as a JPEG below 300 kB (ImageMagick's convert). Without a GPU each picture takes some
minutes with 16,384 bodies; with a GPU, 262,144 bodies take less."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(__file__).resolve().parents[2] / "docs"
most_bytes = 300_000

# Each entry has the name, the title, the caption, and the words after `milkomeda render`.
pictures = [
    ("passage", "The first passage",
     "The disks of the Milky Way and Andromeda have become spirals with two arms, in which stars form from the gas.",
     ["--at", "22"]),
    ("merger", "The second passage",
     "The two galaxies pass through each other. Most stars now form near the two nuclei and in one arm.",
     ["--at", "72", "--camera", "distance=20", "--accuracy", "default"]),
    ("gas-rich", "A merger of galaxies rich in gas",
     "Stars form in the tails, in a bridge and in both centers, where the gas has gathered.",
     ["gas-rich-merger", "--at", "20", "--accuracy", "default"]),
    ("edge-on", "The Milky Way edge-on",
     "Dust in the gas crosses the bulge as a dark lane.",
     ["milky-way", "--at", "12", "--camera", "pitch=1.5708,distance=8"]),
    ("face-on", "The Milky Way face-on",
     "Spiral arms have grown from clouds of gas. Young stars shine in the arms, and old stars in the bulge.",
     ["milky-way", "--at", "12", "--camera", "pitch=0.4,distance=9"]),
    ("hydrogen", "The gas of the Milky Way",
     "The map shows the surface density of the gas at the same time, as a map of the 21-cm line of hydrogen does.",
     ["milky-way", "--at", "12", "--preset", "hydrogen"]),
    ("antennae", "NGC 4038 and 4039, the Antennae",
     "Two tails extend to one side, and stars form where the disks overlap.",
     ["antennae", "--at", "26"]),
    ("mice", "NGC 4676, the Mice", "A bridge connects two galaxies. One tail is seen edge-on, and stars form in both.",
     ["mice", "--at", "17"]),
    ("whirlpool", "M 51, the Whirlpool", "A companion draws two arms out of a disk, and the gas follows the arms.",
     ["whirlpool", "--at", "16"]),
    ("sky", "The sky from Earth", "The sky shows the Milky Way with the Great Rift, and Andromeda.",
     ["milky-way-andromeda-future", "--set", "with_gas=false", "--at", "0", "--sky", "--projection", "hammer"]),
]


def command_of(words, arguments):
    return ["render", *words, "--bodies", str(arguments.bodies), "--size", arguments.size]


def make(program, name, words, arguments):
    with tempfile.TemporaryDirectory() as scratch:
        picture = pathlib.Path(scratch) / "picture.png"
        subprocess.run([program, *command_of(words, arguments), "-o", picture], check=True)
        target = folder / "gallery" / f"{name}.jpg"
        target.parent.mkdir(exist_ok=True)
        for quality in range(92, 40, -4):
            subprocess.run(["convert", picture, "-quality", str(quality), target], check=True)
            if target.stat().st_size < most_bytes:
                return
        sys.exit(f"{target} is larger than {most_bytes} bytes at every quality; choose a smaller --size")


def page(arguments):
    lines = ["# Gallery", "",
             "The gallery shows ten pictures of galaxies, each with the command that renders it. [Light](light.md) and",
             "[Colors](colors.md) explain light, dust and colors. This script renders all pictures and writes this page:",
             "", f"    tests/render/gallery.py build/release/milkomeda --bodies {arguments.bodies}"]
    for name, title, text, words in pictures:
        lines += ["", f"## {title}", "", text, "", f"![{title}](gallery/{name}.jpg)", "",
                  "    milkomeda " + " ".join(command_of(words, arguments)) + f" -o {name}.png"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--bodies", type=int, default=16384)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    wanted = [name for name in arguments.only.split(",") if name]
    unknown = set(wanted) - {name for name, *_ in pictures}
    if unknown:
        sys.exit("unknown names of pictures: " + ", ".join(sorted(unknown)))
    for name, _, _, words in pictures:
        if not wanted or name in wanted:
            make(arguments.program, name, words, arguments)
    (folder / "gallery.md").write_text(page(arguments))


if __name__ == "__main__":
    main()
