// Every failure of an isolated child process must be reported to its parent process, which must continue.
#include "data/system/isolated_process.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <vector>

using namespace milkomeda;

namespace {

constexpr IsolatedProcess::Limits some{64 * 1024 * 1024, 1};

// Runs `work` in a child process. Returns the number that `work` sends as text, or the error message if there is an
// error.
std::string result_of(const std::function<void(Sender&)>& work, const IsolatedProcess::Limits& limits = some) {
    try {
        return std::to_string(IsolatedProcess(limits, work).value<int>());
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("numbers and texts larger than a pipe buffer arrive completely from the child process") {
    std::vector<int> many(1'000'000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<int>(i * i);
    IsolatedProcess child(some, [&](Sender& sender) {
        sender.text("a text\n");
        sender.bytes(many.data(), many.size() * sizeof(int));
    });
    CHECK(child.text() == "a text?");  // Unprintable characters and line ends in the text are replaced.
    std::vector<int> found(many.size());
    child.bytes(found.data(), found.size() * sizeof(int));
    CHECK(found == many);
    CHECK_THROWS_WITH(child.value<char>(), "the child process ended without an error message");
}

TEST_CASE("an exception in the child process is thrown again in the parent process") {
    CHECK(result_of([](Sender&) { throw std::runtime_error("no good"); }) == "no good");
    CHECK(result_of([](Sender& sender) {
              sender.value('1');  // The parent process expects an int, but receives a single byte before the exception.
              throw std::runtime_error("two\nlines");
          }) == "two?lines");
}

TEST_CASE("a crash of the child process is reported with the name of its signal") {
    CHECK(result_of([](Sender&) { raise(SIGSEGV); }) == "Segmentation fault");
    CHECK(result_of([](Sender&) { raise(SIGFPE); }) == "Floating point exception");
    CHECK(result_of([](Sender&) { std::abort(); }) == "Aborted");
    CHECK(result_of([](Sender&) { _exit(0); }) == "the child process ended without an error message");
    signal(SIGSEGV, [](int) { _exit(3); });  // A signal handler of the parent must not run in the child process.
    CHECK(result_of([](Sender&) { raise(SIGSEGV); }) == "Segmentation fault");
    signal(SIGSEGV, SIG_DFL);
}

TEST_CASE("signals that ask the program to end do not end the child process") {
    CHECK(result_of([](Sender& sender) {
              for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) raise(number);
              sender.value(1);
          }) == "1");
}

TEST_CASE("the time and the memory of the child process are limited") {
    CHECK(result_of([](Sender& sender) {
              for (volatile int forever = 1; forever;) continue;
              sender.value(1);
          }) == "reading takes more CPU time than the limit for a file of this size");
#ifndef __SANITIZE_ADDRESS__  // The allocator of AddressSanitizer ignores the memory limit.
    const auto fill = [](std::size_t megabytes) {
        return [megabytes](Sender& sender) {
            const std::vector<char> memory(megabytes * 1024 * 1024, 1);
            sender.value(static_cast<int>(memory.back()));
        };
    };
    CHECK(result_of(fill(32)) == "1");
    CHECK(result_of(fill(256)) == "reading needs more memory than the limit for a file of this size");
    CHECK(result_of(fill(256), IsolatedProcess::no_limits) == "1");
#endif
}

TEST_CASE("only the given file descriptors are open in the child process") {
    std::array<int, 2> leaked{}, passed{};
    REQUIRE(pipe(leaked.data()) == 0);
    REQUIRE(pipe(passed.data()) == 0);
    const auto is_open = [](int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; };
    IsolatedProcess child(some,
                          [&](Sender& sender) {
                              sender.value(is_open(leaked[1]));
                              sender.value(is_open(passed[1]));
                              sender.value(is_open(STDERR_FILENO));
                          },
                          {passed[1]});
    CHECK_FALSE(child.value<bool>());
    CHECK(child.value<bool>());
    CHECK(child.value<bool>());
    for (const int descriptor : {leaked[0], leaked[1], passed[0], passed[1]}) close(descriptor);
}

TEST_CASE("a child process whose output is no longer read is ended and reaped") {
    for (int i = 0; i < 3; ++i) {
        IsolatedProcess child(IsolatedProcess::no_limits, [](Sender& sender) {
            for (;;) sender.value(1);
        });
        CHECK(child.value<int>() == 1);
    }
    CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // waitpid() finds no child process, not even a zombie.
}

TEST_CASE("a child process that outlives its parent ends without executing the parent's code") {
    std::array<int, 2> wait{}, trace{};
    REQUIRE(pipe(wait.data()) == 0);
    REQUIRE(pipe(trace.data()) == 0);
    const pid_t parent = fork();
    if (parent == 0) {
        const auto complain_late = [&](Sender& sender) {
            prctl(PR_SET_PDEATHSIG, 0);  // Without this setting, the child process would end together with its parent.
            sender.value(1);
            char none = 0;
            if (read(wait[0], &none, 1) == 0) throw std::runtime_error("this error must not be reported");
        };
        close(wait[1]);
        try {
            IsolatedProcess child(IsolatedProcess::no_limits, complain_late, {wait[0], trace[1]});
            if (child.value<int>() == 1) kill(getpid(), SIGKILL);
        } catch (const std::exception&) {
        }
        const char goes_on = 1;
        _exit(write(trace[1], &goes_on, 1) == 1 ? 0 : 1);
    }
    int status = 0;
    CHECK(waitpid(parent, &status, 0) == parent);
    CHECK(WTERMSIG(status) == SIGKILL);
    for (const int descriptor : {wait[0], wait[1], trace[1]}) close(descriptor);
    char none = 0;
    CHECK(read(trace[0], &none, 1) == 0);
    close(trace[0]);
}
