// Sections of the manual page milkomeda(1) that are not generated from tables, in troff.
#pragma once

namespace milkomeda {

inline constexpr const char* program_description = R"(.SH DESCRIPTION
Simulates colliding galaxies, such as the Milky Way and Andromeda.
OpenCL computes the gravity between all bodies, while OpenGL draws the bodies.
Without a command, the program opens a window.
In the window, the mouse moves the camera,
.B h
shows all keys, and
.B F1
shows the panels.
.PP
.I SCENE
is a name that
.B milkomeda scenes
lists, or a scene file ending in .toml.
.I FILE
contains particles: a table or CSV, or a snapshot of NEMO, tipsy, GADGET, AREPO or SWIFT.
The content of an input file and the extension of an output file determine the format.
.PP
A time is a number in model units, or a number with a unit:
.BR 17 ,
.BR 300Myr ,
.BR 1.2Gyr .
)";

inline constexpr const char* program_files = R"(.SH FILES
.TP
.I $XDG_CONFIG_HOME/milkomeda
Settings and the layout of the panels. Without the variable, the folder is in
.IR \(ti/.config .
.TP
.I $XDG_CACHE_HOME/milkomeda
Measured speeds of kernels on this machine. Without the variable, the folder is in
.IR \(ti/.cache .
.TP
.I $XDG_DATA_HOME/milkomeda
Particle files that scenes use. Without the variable, the folder is in
.IR \(ti/.local/share .
)";

inline constexpr const char* exit_status = R"(.SH EXIT STATUS
.TP
.B 0
The command succeeded.
.TP
.B 1
The command failed. A line on standard error states the reason and the remedy.
.TP
.B 2
The command line is invalid.
)";

}  // namespace milkomeda
