// Limits the time of an activity to a share of the time of the work beside it, or of the wall-clock time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace milkomeda {

// Two ways of use:
//   - beside work: add_work(), then the activity if is_due(), then spend() or spend_estimate();
//   - by the clock: after an activity of `cost` seconds, interval(cost) is the time until the next.
// All times are in seconds. Not thread-safe.
class TimeBudget {
  public:
    struct Limits {
        double share = 0;  // of the work's time; 0: the activity is never due
        // Share of the wall-clock time that is allowed where there is little work, as while paused.
        double idle_share = 0;
        double longest_saving = 1;  // unused budget is saved for this much work
        double shortest_interval = 0, longest_interval = std::numeric_limits<double>::infinity();
        std::size_t free_uses = 0;  // first uses, which are due at once: their cost is not known yet
    };

    TimeBudget() = default;
    explicit TimeBudget(const Limits& limits) : limits_{limits} {}
    void set_share(double share) { limits_.share = share; }

    // Adds work of `seconds` within `elapsed` seconds of wall-clock time; longer pauses count as one second.
    void add_work(double seconds, double elapsed = 0) {
        constexpr double longest_elapsed = 1;
        ++works_;
        worked_ += seconds;
        const double idle = limits_.share > 0 ? limits_.idle_share * std::min(elapsed, longest_elapsed) : 0;
        const double most = std::max(limits_.share * limits_.longest_saving, estimate_);
        balance_ = std::min(balance_ + std::max(limits_.share * seconds, idle), most);
    }
    // An activity may cost more than the balance; then the next is due when work has paid the debt. An
    // activity with an estimated cost is due when the balance covers it.
    bool is_due() const { return limits_.share > 0 && (uses_ < limits_.free_uses || balance_ >= estimate_); }
    void spend(double seconds) {
        spent_ += seconds;
        balance_ -= seconds;
    }

    // The cost of a single use, measured now and then: a measurement that waits for other work counts at most
    // double the estimate.
    void set_cost(double seconds) { estimate_ = estimate_ > 0 ? std::min(seconds, 2 * estimate_) : seconds; }
    // Returns true if the next use should be measured. The first use is not representative: drivers translate
    // a kernel when it first runs.
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

    // Forgives the debt: the next activity is due at once.
    void forgive() { balance_ = std::max(balance_, 0.0); }
    // Forgets all work and activities, but not the estimated cost.
    void reset() { worked_ = spent_ = balance_ = 0; }

    double worked() const { return worked_; }
    double spent() const { return spent_; }
    double spent_share() const { return worked_ > 0 ? std::min(spent_ / worked_, 1.0) : 0; }

    // Returns the interval between the starts of activities of `cost` seconds.
    double interval(double cost) const {
        return std::clamp(cost / limits_.share, limits_.shortest_interval, limits_.longest_interval);
    }

  private:
    Limits limits_;
    double worked_ = 0, spent_ = 0, balance_ = 0;
    double estimate_ = 0;               // cost of a single use; 0: unknown, or costs are spent afterwards
    std::size_t uses_ = 0, works_ = 0;  // works_: additions of work since the last use
};

}  // namespace milkomeda
