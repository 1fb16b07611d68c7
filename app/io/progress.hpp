// A progress bar on standard error with percentage, rate and remaining time. On a terminal it redraws one
// line; otherwise it prints a line after every tenth of the work.
#pragma once

#include <string>

#include "data/base/clock.hpp"

namespace milkomeda {

class Progress {
  public:
    // `what` is the title, `unit` the plural name of the counted things, such as "frames", `total` their
    // number.
    Progress(std::string what, std::string unit, double total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(double done);

  private:
    std::string line(double done) const;

    std::string what_;
    std::string unit_;
    double total_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
    double next_share_ = 0.1;
};

}  // namespace milkomeda
