// Whatever happens in a process of its own, this one hears of it, in words, and goes on.
#include "data/files/isolated_process.hpp"

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

// The error that is heard when this work should have sent a number.
std::string words_of(const std::function<void(Sender&)>& work, const IsolatedProcess::Limits& limits = some) {
    try {
        return std::to_string(IsolatedProcess(limits, work).value<int>());
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("numbers and texts come through, more than a pipe holds at once") {
    std::vector<int> many(1'000'000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<int>(i * i);
    IsolatedProcess child(some, [&](Sender& sender) {
        sender.text("a text\n");
        sender.bytes(many.data(), many.size() * sizeof(int));
    });
    CHECK(child.text() == "a text?");  // one printable line
    std::vector<int> found(many.size());
    child.bytes(found.data(), found.size() * sizeof(int));
    CHECK(found == many);
    CHECK_THROWS_WITH(child.value<char>(), "it ended without a word");
}

TEST_CASE("what is thrown there is thrown here") {
    CHECK(words_of([](Sender&) { throw std::runtime_error("no good"); }) == "no good");
    CHECK(words_of([](Sender& sender) {
              sender.value('1');  // too little
              throw std::runtime_error("two\nlines");
          }) == "two?lines");
}

TEST_CASE("crashes are told by their names") {
    CHECK(words_of([](Sender&) { raise(SIGSEGV); }) == "Segmentation fault");
    CHECK(words_of([](Sender&) { raise(SIGFPE); }) == "Floating point exception");
    CHECK(words_of([](Sender&) { std::abort(); }) == "Aborted");
    CHECK(words_of([](Sender&) { _exit(0); }) == "it ended without a word");
    signal(SIGSEGV, [](int) { _exit(3); });  // handlers of this process are none of the child's
    CHECK(words_of([](Sender&) { raise(SIGSEGV); }) == "Segmentation fault");
    signal(SIGSEGV, SIG_DFL);
}

TEST_CASE("what asks the program to end does not end its copy") {
    CHECK(words_of([](Sender& sender) {
              for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) raise(number);
              sender.value(1);
          }) == "1");
}

TEST_CASE("time and memory have limits") {
    CHECK(words_of([](Sender& sender) {
              for (volatile int forever = 1; forever;) continue;
              sender.value(1);
          }) == "it takes forever");
#ifndef __SANITIZE_ADDRESS__  // whose allocator has its own opinion
    const auto fill = [](std::size_t megabytes) {
        return [megabytes](Sender& sender) {
            const std::vector<char> memory(megabytes * 1024 * 1024, 1);
            sender.value(static_cast<int>(memory.back()));
        };
    };
    CHECK(words_of(fill(32)) == "1");
    CHECK(words_of(fill(256)) == "it needs more memory than its size allows");
    CHECK(words_of(fill(256), IsolatedProcess::no_limits) == "1");
#endif
}

TEST_CASE("a child has no more open than what it is given") {
    std::array<int, 2> leaked{}, given{};
    REQUIRE(pipe(leaked.data()) == 0);
    REQUIRE(pipe(given.data()) == 0);
    const auto is_open = [](int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; };
    IsolatedProcess child(some,
                          [&](Sender& sender) {
                              sender.value(is_open(leaked[1]));
                              sender.value(is_open(given[1]));
                              sender.value(is_open(STDERR_FILENO));
                          },
                          {given[1]});
    CHECK_FALSE(child.value<bool>());
    CHECK(child.value<bool>());
    CHECK(child.value<bool>());
    for (const int descriptor : {leaked[0], leaked[1], given[0], given[1]}) close(descriptor);
}

TEST_CASE("a child that nobody listens to is ended and leaves no trace") {
    for (int i = 0; i < 3; ++i) {
        IsolatedProcess child(IsolatedProcess::no_limits, [](Sender& sender) {
            for (;;) sender.value(1);
        });
        CHECK(child.value<int>() == 1);
    }
    CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left, not even a dead one
}

TEST_CASE("a child whose complaint nobody hears ends as well, and never goes on in its parent's place") {
    std::array<int, 2> wait{}, trace{};
    REQUIRE(pipe(wait.data()) == 0);
    REQUIRE(pipe(trace.data()) == 0);
    const pid_t parent = fork();
    if (parent == 0) {
        const auto complain_late = [&](Sender& sender) {
            prctl(PR_SET_PDEATHSIG, 0);  // it outlives its parent
            sender.value(1);
            char none = 0;
            if (read(wait[0], &none, 1) == 0) throw std::runtime_error("nobody hears this");
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
