// Limits the time of an activity to a fraction of wall-clock time, or of the time that other work takes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace milkomeda {

// Limits the time of a repeated activity in one of two ways. All times are in seconds. Not thread-safe.
// - relative to work: call add_work() after work; if is_due(), run the activity, then spend() or spend_estimate();
// - by wall clock: after an activity of `cost` seconds, wait until interval(cost) has passed since its start.
class TimeBudget {
  public:
    struct Limits {
        double share = 0;  // allowed ratio activity time / work time; 0: the activity is never due
        // Allowed fraction of wall-clock time while there is little work, for example while a run is paused.
        double idle_share = 0;
        // The unused budget can grow to the budget that this number of seconds of work adds.
        double longest_saving = 1;
        double shortest_interval = 0, longest_interval = std::numeric_limits<double>::infinity();
        // The first free_uses activities are due at once, because their cost is not yet known.
        std::size_t free_uses = 0;
    };

    TimeBudget() = default;
    explicit TimeBudget(const Limits& limits) : limits_{limits} {}
    void set_share(double share) { limits_.share = share; }

    // Adds `seconds` of work, done within `elapsed` seconds of wall-clock time; if elapsed > 1, only 1 second counts.
    void add_work(double seconds, double elapsed = 0) {
        constexpr double longest_elapsed = 1;
        ++works_;
        worked_ += seconds;
        const double idle = limits_.share > 0 ? limits_.idle_share * std::min(elapsed, longest_elapsed) : 0;
        const double most = std::max(limits_.share * limits_.longest_saving, estimate_);
        balance_ = std::min(balance_ + std::max(limits_.share * seconds, idle), most);
    }
    // Returns true if the activity may run now, because the balance (the unused budget in seconds) suffices. An
    // activity may cost more than the balance; the next activity is then due after more work has restored the balance.
    // An activity with an estimated cost is due when the balance covers the estimate.
    bool is_due() const { return limits_.share > 0 && (uses_ < limits_.free_uses || balance_ >= estimate_); }
    void spend(double seconds) {
        spent_ += seconds;
        balance_ -= seconds;
    }

    // Sets the estimated cost of one activity from an occasional measurement. The measured time can include waiting for
    // other work, so the new estimate is at most twice the previous estimate.
    void set_cost(double seconds) { estimate_ = estimate_ > 0 ? std::min(seconds, 2 * estimate_) : seconds; }
    // Returns true if the cost of the next activity should be measured. The first activity is not
    // representative, because drivers compile a kernel when it first runs.
    bool needs_cost() const {
        constexpr std::size_t regular = 64;
        return uses_ > 0 && (uses_ < limits_.free_uses || uses_ % regular == 1 || works_ >= regular);
    }
    void spend_estimate() {
        ++uses_;
        works_ = 0;
        spent_ += estimate_;
        balance_ = std::max(0.0, balance_ - estimate_);
    }

    // Sets a negative balance to zero, so that the next activity is due at once.
    void forgive() { balance_ = std::max(balance_, 0.0); }
    // Resets the balance and the sums worked() and spent(), but not the estimated cost.
    void reset() { worked_ = spent_ = balance_ = 0; }

    double worked() const { return worked_; }
    double spent() const { return spent_; }
    double spent_share() const { return worked_ > 0 ? std::min(spent_ / worked_, 1.0) : 0; }

    // Returns the time between the starts of two activities that cost `cost` seconds each.
    double interval(double cost) const {
        return std::clamp(cost / limits_.share, limits_.shortest_interval, limits_.longest_interval);
    }

  private:
    Limits limits_;
    double worked_ = 0, spent_ = 0, balance_ = 0;
    // estimated cost of one activity; 0 if the cost is unknown, or if spend() reports the actual cost
    double estimate_ = 0;
    std::size_t uses_ = 0, works_ = 0;  // works_: number of calls of add_work() since the last activity
};

}  // namespace milkomeda
