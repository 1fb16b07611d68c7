#include "app/io/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "data/system/standard_streams.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using namespace std::chrono_literals;

std::string rounded(double value) { return rounded_number(value, 3); }

std::string bar(double share, std::size_t width) {
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width) + 1e-6);
    return fmt::format(" [{}{}]", std::string(filled, '#'), std::string(width - filled, '.'));
}

}  // namespace

Progress::Progress(std::string what, std::string unit, double total)
    : what_{std::move(what)}, unit_{std::move(unit)}, total_{std::max(total, 1e-12)} {}

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
    const double elapsed = seconds_since(start_);
    const double rate = elapsed > 0 ? done / elapsed : 0;
    const long left = rate > 0 ? std::lround(std::max(0.0, total_ - done) / rate) : 0;
    const std::string numbers = fmt::format(" {:3.0f} %  {} of {} {}  {}/s  {}:{:02} left", 100 * share, rounded(done),
                                            rounded(total_), unit_, rounded(rate), left / 60, left % 60);

    // The line must be shorter than the width of the terminal, because a wrapped line cannot be redrawn in place. The
    // width of the bar is a multiple of ten characters, so that the width rarely changes when the numbers get longer.
    const std::size_t words = what_.size() + numbers.size(), brackets = 3;
    const std::size_t space = terminal_ ? columns_of_terminal() - 1 : std::string::npos;
    const std::size_t space_for_bar = space > words + brackets ? space - words - brackets : 0;
    const std::size_t width = std::min<std::size_t>(30, space_for_bar / 10 * 10);
    return (what_ + (width > 0 ? bar(share, width) : "") + numbers).substr(0, space);
}

}  // namespace milkomeda
