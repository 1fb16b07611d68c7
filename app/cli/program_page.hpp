// Sections of the manual page milkomeda(1) that are not generated from tables, in troff.
#pragma once

namespace milkomeda {

inline constexpr const char* program_description = R"(.SH DESCRIPTION
The Milky Way and Andromeda collide, live: gravity between all bodies is computed by OpenCL and drawn by OpenGL
while it runs.
Without a command a window opens, in which the mouse moves the camera,
.B h
shows all keys and
.B F1
the panels.
.PP
.I SCENE
is one of those that
.B milkomeda scenes
lists, or a file ending in .toml;
.I FILE
holds particles: a table or CSV, or a snapshot of NEMO, tipsy, GADGET, AREPO or SWIFT.
The format is recognized by content when a file is read, and by extension when it is written.
.PP
A time is in model units, or has a unit:
.BR 17 ,
.BR 300Myr ,
.BR 1.2Gyr .
)";

inline constexpr const char* program_examples = R"(.SH EXAMPLES
.TP
.B milkomeda antennae
The window with another scene.
.TP
.B milkomeda 'run/snap_%03d.hdf5'
The snapshots of a run.
.TP
.B milkomeda render \-\-at 300Myr \-\-show scale,clock \-o picture.png
A picture, without a display.
.TP
.B milkomeda render whirlpool \-o film.mp4
A film; this takes
.BR ffmpeg (1).
.TP
.B milkomeda simulate start.hdf5 \-\-until 20 \-\-every 1 \-o run.hdf5
Snapshots run-00000.hdf5, run-00001.hdf5 and so on.
)";

inline constexpr const char* program_files = R"(.SH FILES
.TP
.I $XDG_CONFIG_HOME/milkomeda
Settings and the layout of the panels; without the variable in
.IR \(ti/.config .
.TP
.I $XDG_CACHE_HOME/milkomeda
What was measured of this machine; without the variable in
.IR \(ti/.cache .
.TP
.I $XDG_DATA_HOME/milkomeda
Particle files that scenes name; without the variable in
.IR \(ti/.local/share .
)";

inline constexpr const char* exit_status = R"(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
It failed; a line on standard error says why, and what to do.
.TP
.B 2
The command line was wrong.
)";

}  // namespace milkomeda
