// SIGINT, SIGTERM and SIGHUP end the window as its close button does, so that settings are kept.
#pragma once

namespace milkomeda {

// Those that are ignored now are to stay so, whatever drivers do to them meanwhile (LLVM handles them all).
void remember_ignored_signals();

// From now on the first of them is only noted; the next one ends the program at once. A signal that is
// ignored, as under nohup, stays so.
void note_end_signals();

bool end_signalled();

// Ends the program by the signal that was noted, so that whoever waits for it sees which; returns if there
// was none.
void end_as_signalled();

}  // namespace milkomeda
