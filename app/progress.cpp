#include "app/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace milkomeda {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

}  // namespace

Progress::Progress(std::string what, std::string unit, double total)
    : what_{std::move(what)},
      unit_{std::move(unit)},
      total_{std::max(total, 1e-12)},
      terminal_{isatty(STDERR_FILENO) != 0},
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
        while (next_share_ <= share) next_share_ += 0.1;
        std::fprintf(stderr, "%s\n", line(done).c_str());
    }
    last_ = now;
    drawn_ = true;
}

std::string Progress::line(double done) const {
    constexpr int width = 30;
    const double share = std::clamp(done / total_, 0.0, 1.0);
    const double elapsed = seconds_between(start_, Clock::now());
    const double rate = elapsed > 0 ? done / elapsed : 0;
    const int left = rate > 0 ? static_cast<int>((total_ - done) / rate + 0.5) : 0;
    const int filled = static_cast<int>(share * width);
    char text[200];
    std::snprintf(text, sizeof text, "%s [%s%s] %3.0f %%  %.4g of %.4g %s  %.3g %s/s  %d:%02d left",
                  what_.c_str(), std::string(filled, '#').c_str(), std::string(width - filled, '.').c_str(),
                  100 * share, done, total_, unit_.c_str(), rate, unit_.c_str(), left / 60, left % 60);
    return text;
}

}  // namespace milkomeda
