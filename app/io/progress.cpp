#include "app/io/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "data/base/clock.hpp"
#include "data/system/standard_streams.hpp"

namespace milkomeda {
namespace {

using namespace std::chrono_literals;
double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value < 1000 ? "%.3g" : "%.0f", value);
    return text;
}

std::string bar(double share, std::size_t width) {
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width) + 1e-6);
    return " [" + std::string(filled, '#') + std::string(width - filled, '.') + "]";
}

}  // namespace

Progress::Progress(std::string what, std::string unit, double total)
    : what_{std::move(what)},
      unit_{std::move(unit)},
      total_{std::max(total, 1e-12)},
      terminal_{standard_error_is_terminal()},
      start_{Clock::now()},
      last_{start_} {}

Progress::~Progress() {
    if (drawn_ && terminal_) std::fputc('\n', stderr);
}

void Progress::update(double done) {
    const Clock::time_point now = Clock::now();
    const double share = done / total_;
    const bool last = share >= 1;
    if (terminal_) {
        if (now - last_ < 100ms && !last) return;
        std::fprintf(stderr, "\r%s\033[K", line(done).c_str());
        std::fflush(stderr);
    } else {
        if (share < next_share_ && !last) return;
        next_share_ = (std::floor(10 * std::min(share, 1.0)) + 1) / 10;
        std::fprintf(stderr, "%s\n", line(done).c_str());
    }
    last_ = now;
    drawn_ = true;
}

std::string Progress::line(double done) const {
    const double share = std::clamp(done / total_, 0.0, 1.0);
    const double elapsed = seconds_between(start_, Clock::now());
    const double rate = elapsed > 0 ? done / elapsed : 0;
    const long left = rate > 0 ? std::lround(std::max(0.0, total_ - done) / rate) : 0;
    char clock[32], percent[8];
    std::snprintf(clock, sizeof clock, "%ld:%02ld", left / 60, left % 60);
    std::snprintf(percent, sizeof percent, " %3.0f %%", 100 * share);
    const std::string numbers = percent + ("  " + rounded(done)) + " of " + rounded(total_) + " " + unit_ + "  " +
                                rounded(rate) + "/s  " + clock + " left";

    // The line must be shorter than the terminal is wide, because a wrapped line would be printed again
    // instead of redrawn. Rounding the bar to a multiple of ten characters keeps its width stable when the
    // numbers get longer.
    const std::size_t words = what_.size() + numbers.size(), brackets = 3;
    const std::size_t space = terminal_ ? columns_of_terminal() - 1 : std::string::npos;
    const std::size_t room = space > words + brackets ? space - words - brackets : 0;
    const std::size_t width = std::min<std::size_t>(30, room / 10 * 10);
    return (what_ + (width > 0 ? bar(share, width) : "") + numbers).substr(0, space);
}

}  // namespace milkomeda
