// How often errors are asked for, so that asking takes a small share of the time of steps.
#pragma once

#include <algorithm>
#include <cstddef>

namespace milkomeda {

class AskingPace {
  public:
    static constexpr double most_share = 0.01;
    static constexpr std::size_t free = 5;  // what one takes is not known, and a first answer is to come soon

    // A sum took so long; 0 while that is not known.
    void summed(double seconds) {
        ++sums_;
        total_ += seconds;
        credit_ = std::min(credit_ + most_share * seconds, std::max(most_share * seconds, ask_seconds_));
    }
    // Whether the time for an answer has been saved, or it is one of the first.
    bool affords() const { return asks_ < free || credit_ >= ask_seconds_; }

    // Of the next one it is to be told how long it takes, which means to wait for it: of the free ones, any
    // of which may be held up, now and then, and where one is rare. Not of the first: drivers translate a
    // kernel when it first runs.
    bool wants_time() const { return asks_ > 0 && (asks_ < free || asks_ % 64 == 1 || sums_ >= 64); }
    void took(double seconds) {  // one that something else has held up does not count in full
        ask_seconds_ = ask_seconds_ > 0 ? std::min(seconds, 2 * ask_seconds_) : seconds;
    }
    void asked() {
        ++asks_;
        sums_ = 0;
        spent_ += ask_seconds_;
        credit_ = std::max(0.0, credit_ - ask_seconds_);
    }

    // Of the time that sums took, all else included.
    double share() const { return total_ > 0 ? std::min(spent_ / total_, 1.0) : 0; }

    // What asking takes stays known.
    void restart() { total_ = spent_ = credit_ = 0; }

  private:
    double total_ = 0, spent_ = 0, credit_ = 0;  // seconds
    double ask_seconds_ = 0;
    std::size_t asks_ = 0, sums_ = 0;  // sums_: since the last one
};

}  // namespace milkomeda
