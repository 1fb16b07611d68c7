#include "data/system/child_process.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

using namespace milkomeda;

namespace {

// Waits until the process has ended, and returns everything that it has written.
std::string text_of(ChildProcess& process) {
    std::string text;
    for (bool ended = false; !ended; std::this_thread::sleep_for(std::chrono::milliseconds{5})) {
        ended = process.ended();
        text += process.read();
    }
    return text;
}

}  // namespace

TEST_CASE("a child process passes on what it writes to standard output and standard error, in order") {
    ChildProcess process{{"sh", "-c", "echo one; echo two >&2; echo three"}, {.pipe_from_output = true}};
    CHECK(text_of(process) == "one\ntwo\nthree\n");
    CHECK(process.succeeded());
}

TEST_CASE("reading from a child process does not wait for the process") {
    ChildProcess process{{"sleep", "60"}, {.pipe_from_output = true}};
    CHECK(process.read().empty());
    CHECK_FALSE(process.ended());
}

TEST_CASE("a child process that is asked to end can complete its work") {
    ChildProcess process{{"sh", "-c", "trap 'echo done; exit 0' TERM; echo ready; while :; do sleep 0.01; done"},
                         {.pipe_from_output = true}};
    std::string text;
    while (text.find("ready") == std::string::npos) text += process.read();
    process.terminate();
    CHECK(text + text_of(process) == "ready\ndone\n");
    CHECK(process.succeeded());
}

TEST_CASE("a background command has the given niceness and gets the given signal when its parent ends") {
    ChildProcess process{background_command({"sh", "-c", "nice"}, "TERM", 7), {.pipe_from_output = true}};
    // The niceness is added to that of the tests; 19 is the largest niceness.
    CHECK(text_of(process) == fmt::format("{}\n", std::min(getpriority(PRIO_PROCESS, 0) + 7, 19)));
    CHECK(background_command({"true"}, "TERM", 7)[2] == "TERM");
    CHECK(background_command({"true"})[2] == "KILL");
}
