#include "data/system/end_signals.hpp"

#include <array>
#include <csignal>

namespace milkomeda {
namespace {

constexpr std::array end_signals{SIGINT, SIGTERM, SIGHUP};

// Global because a signal handler can access only global variables.
volatile std::sig_atomic_t noted_signal = 0;
std::array<struct sigaction, end_signals.size()> former_actions;
std::array<bool, end_signals.size()> ignored{};  // signals that were ignored when the program started

extern "C" void note_end_signal(int signal) {
    noted_signal = signal;
    for (std::size_t i = 0; i < end_signals.size(); ++i) sigaction(end_signals[i], &former_actions[i], nullptr);
}

}  // namespace

void remember_ignored_signals() {
    for (std::size_t i = 0; i < end_signals.size(); ++i) {
        struct sigaction action {};
        sigaction(end_signals[i], nullptr, &action);
        ignored[i] = action.sa_handler == SIG_IGN;
    }
}

void note_end_signals() {
    noted_signal = 0;
    for (std::size_t i = 0; i < end_signals.size(); ++i) sigaction(end_signals[i], nullptr, &former_actions[i]);
    struct sigaction note {};
    note.sa_handler = note_end_signal;
    sigemptyset(&note.sa_mask);
    note.sa_flags = SA_RESTART;
    struct sigaction ignore {};  // sets SIG_IGN again, because a compiler inside a driver may have replaced it
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < end_signals.size(); ++i)
        sigaction(end_signals[i], ignored[i] ? &ignore : &note, nullptr);
}

bool end_signalled() { return noted_signal != 0; }

void end_as_signalled() {
    if (noted_signal != 0) raise(noted_signal);
}

}  // namespace milkomeda
