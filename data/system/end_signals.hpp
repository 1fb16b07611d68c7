// Handling of SIGINT, SIGTERM and SIGHUP: the program saves settings and ends, as after a click on the close button.
#pragma once

namespace milkomeda {

// Records which of the signals SIGINT, SIGTERM and SIGHUP are ignored at this time (as under nohup). note_end_signals()
// restores this state, which drivers may have changed by installing handlers (as LLVM does).
void remember_ignored_signals();

// Installs handlers for SIGINT, SIGTERM and SIGHUP. The first signal is only recorded; the second signal ends the
// program immediately. Signals that remember_ignored_signals() has recorded as ignored stay ignored.
void note_end_signals();

bool end_signalled();

// Ends the program by the recorded signal, so that the parent process can tell which signal it was. Returns
// if no signal was recorded.
void end_as_signalled();

}  // namespace milkomeda
