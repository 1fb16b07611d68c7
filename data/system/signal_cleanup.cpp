#include "data/system/signal_cleanup.hpp"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace milkomeda {
namespace {

// Global because signal handlers can use only lock-free atomic globals.
std::array<std::atomic<char*>, 64> files;
std::array<std::atomic<int>, 16> processes;
std::atomic<int> waiting{0};      // number of existing SignalsWait objects
std::atomic<int> held{0};         // number of the delayed signal, or 0
std::atomic<bool> ending{false};  // true while a handler is running
static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              sizeof(pid_t) == sizeof(int));

// All signals that end a program by default, except SIGKILL (cannot be caught) and SIGXFSZ (ignored by this program).
constexpr std::array requests{SIGHUP,  SIGINT,  SIGQUIT,   SIGPIPE, SIGTERM, SIGXCPU, SIGALRM,
                              SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  SIGSTKFLT};
constexpr std::array crashes{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};

void clean_up() {
    for (std::atomic<int>& process : processes)
        if (const int id = process.exchange(0); id > 0) kill(-id, SIGKILL);
    for (std::atomic<char*>& file : files)
        if (const char* const path = file.exchange(nullptr)) unlink(path);
}

extern "C" void clean_up_and_end(int number) {
    ending = true;
    if (waiting > 0 && std::ranges::find(requests, number) != requests.end()) {
        held = number;
        ending = false;
        return;
    }
    clean_up();
    signal(number, SIG_DFL);
    raise(number);
}

void handle(int number) {
    struct sigaction now {};
    sigaction(number, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) || now.sa_handler != SIG_DFL) return;
    now.sa_handler = clean_up_and_end;
    now.sa_flags = SA_RESTART;
    sigaction(number, &now, nullptr);
}

template <typename Entry, std::size_t count>
std::atomic<Entry>& enter(std::array<std::atomic<Entry>, count>& entries, Entry value) {
    for (std::atomic<Entry>& entry : entries) {
        Entry none{};
        if (entry.compare_exchange_strong(none, value)) return entry;
    }
    throw std::runtime_error("too many files or child processes are open at the same time");
}

}  // namespace

void clean_up_on_signals() {
    for (const int number : requests) handle(number);
    for (const int number : crashes) handle(number);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);  // if SIGCHLD were ignored, the exit codes of children would be lost
    // A driver may call exit(), as LLVM does; the cleanup then also runs.
    std::atexit(clean_up);
}

void leave_signals_alone() {
    for (const int number : requests) signal(number, SIG_DFL);
    for (const int number : crashes) signal(number, SIG_DFL);
    // A signal to the process group, for example by Ctrl+C, reaches parent and child. The child ignores this signal,
    // because the parent ends the child.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(number, SIG_IGN);
}

void clean_up_unfinished() { clean_up(); }

void ignore_broken_pipes() { signal(SIGPIPE, SIG_IGN); }

UnfinishedFile::UnfinishedFile(const std::string& path) : path_(strdup(path.c_str())), entry_(enter(files, path_)) {}

UnfinishedFile::~UnfinishedFile() {
    // keeps path_ if a handler has cleared the entry, because the handler still reads path_
    if (entry_.exchange(nullptr)) std::free(path_);
}

UnfinishedProcess::UnfinishedProcess(int process) : entry_(enter(processes, process)) {}

UnfinishedProcess::~UnfinishedProcess() { entry_ = 0; }

SignalsWait::SignalsWait() {
    ++waiting;
    while (ending) sched_yield();  // waits for a running handler, which may not have seen the new `waiting`
}

SignalsWait::~SignalsWait() {
    if (--waiting == 0)
        if (const int number = held.exchange(0)) raise(number);
}

}  // namespace milkomeda
