#include "app/capture/render_job.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

std::vector<std::string> with_program(std::vector<std::string> words) {
    words.insert(words.begin(), executable_path().string());
    words.emplace_back("--json");
    constexpr int niceness =
        10;  // leaves most of the CPU time to the window, but lets the export continue on a busy machine
    return background_command(std::move(words), "TERM", niceness);
}

}  // namespace

double RenderProgress::seconds_per_frame() const {
    return done > 1 ? (seconds - first_seconds) / static_cast<double>(done - 1) : 0;
}

RenderJob::RenderJob(const std::vector<std::string>& words)
    : process_{with_program(words), ChildStreams{.pipe_from_output = true}} {}

bool RenderJob::advance() {
    if (state_ != State::running) return false;
    const long before = progress_.done;
    const bool has_ended = process_.ended();
    unread_ += process_.read();
    for (std::size_t end; (end = unread_.find('\n')) != unread_.npos; unread_.erase(0, end + 1))
        take_line(unread_.substr(0, end));
    if (!has_ended) return progress_.done != before;
    seconds_ = seconds_since(start_);
    if (const std::error_code error = process_.start_error())
        message_ = fmt::format("the program setpriv cannot be started: {}", error.message());
    state_ = process_.succeeded() ? State::complete : is_canceled_ ? State::canceled : State::failed;
    return true;
}

void RenderJob::cancel() {
    is_canceled_ = true;
    process_.terminate();
}

// Takes a line of JSON about a finished frame, or a message.
void RenderJob::take_line(const std::string& line) try {
    constexpr std::string_view program = "milkomeda: ";
    if (line.starts_with(program)) message_ = line.substr(program.size());
    if (!line.starts_with('{')) return;
    const auto json = parse_json(line);
    progress_.done = json.value("frame", 0L);
    progress_.frames = json.value("frames", 0L);
    progress_.seconds = json.value("seconds", 0.0);
    if (progress_.done <= 1) progress_.first_seconds = progress_.seconds;
} catch (const std::invalid_argument&) {  // ignores a line that is not JSON
}

}  // namespace milkomeda
