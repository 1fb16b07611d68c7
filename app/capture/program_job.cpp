#include "app/capture/program_job.hpp"

#include <fmt/format.h>

#include <string_view>
#include <thread>

#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

std::vector<std::string> with_program(std::vector<std::string> words) {
    words.insert(words.begin(), executable_path().string());
    // Leaves most of the CPU time to the window, but lets the command continue on a busy machine.
    constexpr int niceness = 10;
    return background_command(std::move(words), "TERM", niceness);
}

}  // namespace

ProgramJob::ProgramJob(std::vector<std::string> words)
    : process_{with_program(std::move(words)), ChildStreams{.pipe_from_output = true}} {}

std::vector<std::string> ProgramJob::take_lines() {
    constexpr std::string_view program = "milkomeda: ";
    std::vector<std::string> lines;
    if (state_ != State::running) return lines;
    const bool has_ended = process_.ended();
    unread_ += process_.read();
    for (std::size_t end; (end = unread_.find('\n')) != unread_.npos; unread_.erase(0, end + 1)) {
        lines.push_back(unread_.substr(0, end));
        if (lines.back().starts_with(program)) message_ = lines.back().substr(program.size());
    }
    if (!has_ended) return lines;
    seconds_ = seconds_since(start_);
    if (const std::error_code error = process_.start_error())
        message_ = fmt::format("the program setpriv cannot be started: {}", error.message());
    state_ = process_.succeeded() ? State::complete : is_canceled_ ? State::canceled : State::failed;
    return lines;
}

void ProgramJob::cancel() {
    is_canceled_ = true;
    process_.terminate();
}

std::vector<std::string> ProgramJob::wait(double seconds) {
    std::vector<std::string> lines;
    for (const Clock::time_point end = time_in(seconds); state_ == State::running && Clock::now() < end;) {
        for (std::string& line : take_lines()) lines.push_back(std::move(line));
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    return lines;
}

}  // namespace milkomeda
