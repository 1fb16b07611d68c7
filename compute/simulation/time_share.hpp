// A share of the time that some work takes, to be spent on something beside it.
#pragma once

#include <algorithm>

namespace milkomeda {

// What is spent at once may be more than there is: then nothing is due until work has made up for it.
class TimeShare {
  public:
    void allow(double share) { share_ = share; }
    // In so much time that passed: where the machine has little to do anyway, a thousandth of that is
    // allowed, too.
    void work(double seconds, double passed = 0) {
        worked_ += seconds;
        const double idle = share_ > 0 ? share_of_all * std::min(passed, longest_frame) : 0;
        left_ = std::min(left_ + std::max(share_ * seconds, idle), share_ * most_saved);
    }
    void spend(double seconds) {
        spent_ += seconds;
        left_ -= seconds;
    }
    bool is_due() const { return share_ > 0 && left_ >= 0; }
    // The first time is for nothing.
    void restart() { left_ = std::max(left_, 0.0); }

    double worked() const { return worked_; }
    double spent() const { return spent_; }

  private:
    static constexpr double share_of_all = 2e-3;
    static constexpr double longest_frame = 1;  // what is longer was a pause
    static constexpr double most_saved = 1;     // the share of so many seconds: it is not spent in a rush

    double share_ = 0;
    double worked_ = 0, spent_ = 0, left_ = 0;
};

}  // namespace milkomeda
