#include "data/files/unfinished.hpp"

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

// A signal handler reaches nothing but globals, and of those only atomic ones.
std::array<std::atomic<char*>, 64> files;
std::array<std::atomic<pid_t>, 16> processes;
std::atomic<int> waiting{0};      // SignalsWait objects
std::atomic<int> held{0};         // a signal that came meanwhile
std::atomic<bool> ending{false};  // a handler is at work
static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

// All that end a program, but SIGKILL and SIGXFSZ, which is ignored.
constexpr std::array requests{SIGHUP,  SIGINT,  SIGQUIT,   SIGPIPE, SIGTERM, SIGXCPU, SIGALRM,
                              SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,  SIGSTKFLT};
constexpr std::array crashes{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};

void clean_up() {
    for (std::atomic<pid_t>& process : processes)
        if (const pid_t id = process.exchange(0); id > 0) kill(-id, SIGKILL);
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
    throw std::runtime_error("too many files are written at once");
}

}  // namespace

void clean_up_on_signals() {
    for (const int number : requests) handle(number);
    for (const int number : crashes) handle(number);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);  // of a child whose end is ignored nobody learns how it ended
    // A driver that calls exit(), as LLVM does, ends the program as a signal would.
    std::atexit(clean_up);
}

void leave_signals_alone() {
    for (const int number : requests) signal(number, SIG_DFL);
    for (const int number : crashes) signal(number, SIG_DFL);
    // A terminal sends them to all its processes, and it is the program that decides.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(number, SIG_IGN);
}

void clean_up_unfinished() {
    clean_up();
}

UnfinishedFile::UnfinishedFile(const std::string& path)
    : path_(strdup(path.c_str())), entry_(enter(files, path_)) {}

UnfinishedFile::~UnfinishedFile() {
    if (entry_.exchange(nullptr)) std::free(path_);  // else a handler is reading it
}

UnfinishedProcess::UnfinishedProcess(pid_t process) : entry_(enter(processes, process)) {}

UnfinishedProcess::~UnfinishedProcess() {
    entry_ = 0;
}

SignalsWait::SignalsWait() {
    ++waiting;
    while (ending) sched_yield();  // for the last time, unless the handler saw the line above
}

SignalsWait::~SignalsWait() {
    if (--waiting == 0)
        if (const int number = held.exchange(0)) raise(number);
}

}  // namespace milkomeda
