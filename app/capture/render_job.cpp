#include "app/capture/render_job.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"

namespace milkomeda {
namespace {

std::vector<std::string> with_json(std::vector<std::string> words) {
    words.emplace_back("--json");
    return words;
}

}  // namespace

double RenderProgress::seconds_per_frame() const {
    return done > 1 ? (seconds - first_seconds) / static_cast<double>(done - 1) : 0;
}

RenderJob::RenderJob(std::vector<std::string> words) : job_{with_json(std::move(words))} {}

bool RenderJob::advance() {
    if (state() != State::running) return false;
    const long before = progress_.done;
    for (const std::string& line : job_.take_lines()) take_line(line);
    return state() != State::running || progress_.done != before;
}

void RenderJob::wait(double seconds) {
    for (const std::string& line : job_.wait(seconds)) take_line(line);
}

// Takes a line of JSON about a finished frame.
void RenderJob::take_line(const std::string& line) try {
    if (!line.starts_with('{')) return;
    const auto json = parse_json(line);
    progress_.done = json.value("frame", 0L);
    progress_.frames = json.value("frames", 0L);
    progress_.seconds = json.value("seconds", 0.0);
    if (progress_.done <= 1) progress_.first_seconds = progress_.seconds;
} catch (const std::invalid_argument&) {  // ignores a line that is not JSON
}

}  // namespace milkomeda
