// A progress bar on standard error with percentage, rate and remaining time. On a terminal, Progress redraws
// one line. Otherwise it prints a line after every tenth of the work.
#pragma once

#include <string>

#include "data/base/clock.hpp"
#include "data/system/standard_streams.hpp"

namespace milkomeda {

class Progress {
  public:
    // `what` is the title of the bar, `unit` the name of the counted objects, such as "frames", and `total` the
    // number of these objects.
    Progress(std::string what, std::string unit, double total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Shows that `done` of the `total` objects are done. On a terminal, draws the bar at most ten times per second.
    void update(double done);

  private:
    std::string line(double done) const;

    std::string what_, unit_;
    double total_;
    bool terminal_ = standard_error_is_terminal(), drawn_ = false;
    // start of the work, and time of the last drawing of the bar
    Clock::time_point start_ = Clock::now(), last_ = start_;
    double next_share_ = 0.1;  // share of the work at which the next line is printed without a terminal
};

}  // namespace milkomeda
