// Limits how often force errors are measured, so that measurements take a small share of the run time.
#pragma once

#include <algorithm>
#include <cstddef>

namespace milkomeda {

class AskingPace {
  public:
    static constexpr double most_share = 0.01;
    // measurements without a limit: their cost is unknown at first, and a first result should come soon
    static constexpr std::size_t free = 5;

    // Records a finished force evaluation that took `seconds` (0 if unknown).
    void summed(double seconds) {
        ++sums_;
        total_ += seconds;
        credit_ = std::min(credit_ + most_share * seconds, std::max(most_share * seconds, ask_seconds_));
    }
    // Returns whether enough time has been saved for a measurement, or it is one of the first.
    bool affords() const { return asks_ < free || credit_ >= ask_seconds_; }

    // Returns whether the next measurement should be timed, which means to wait for it. Several are timed,
    // because any of them may be delayed by other work, and rare measurements always are. The first is not
    // timed, because drivers compile a kernel when it first runs.
    bool wants_time() const { return asks_ > 0 && (asks_ < free || asks_ % 64 == 1 || sums_ >= 64); }
    // limited to twice the last time: another task may have delayed the measurement
    void took(double seconds) {
        ask_seconds_ = ask_seconds_ > 0 ? std::min(seconds, 2 * ask_seconds_) : seconds;
    }
    void asked() {
        ++asks_;
        sums_ = 0;
        spent_ += ask_seconds_;
        credit_ = std::max(0.0, credit_ - ask_seconds_);
    }

    // Returns the share of the run time that measurements took.
    double share() const { return total_ > 0 ? std::min(spent_ / total_, 1.0) : 0; }

    // Resets the totals, but keeps the known cost of a measurement.
    void restart() { total_ = spent_ = credit_ = 0; }

  private:
    double total_ = 0, spent_ = 0, credit_ = 0;  // seconds
    double ask_seconds_ = 0;
    std::size_t asks_ = 0, sums_ = 0;  // sums_: force evaluations since the last measurement
};

}  // namespace milkomeda
