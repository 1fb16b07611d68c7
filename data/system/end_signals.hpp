// SIGINT, SIGTERM and SIGHUP end the window as its close button does, so that settings are kept.
#pragma once

namespace milkomeda {

// Remembers which of these signals are ignored now (as under nohup). note_end_signals() ignores them again,
// because drivers may install handlers meanwhile (LLVM does for all signals).
void remember_ignored_signals();

// From now on the first of these signals is only noted; the next signal ends the program immediately. Ignored
// signals stay ignored.
void note_end_signals();

bool end_signalled();

// Ends the program by the noted signal, so that the parent process sees which signal it was. Returns if no
// signal was noted.
void end_as_signalled();

}  // namespace milkomeda
