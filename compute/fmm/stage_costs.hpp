// Learns the relative costs of the stages of a multipole sum from timings, so that each slice takes the
// intended time, whichever stage it belongs to, on any device.
#pragma once

#include <map>
#include <string_view>

namespace milkomeda {

class StageCosts {
  public:
    // Converts estimated work of a stage (in body pairs) to a number of pairs that takes equally long in all
    // stages.
    double pairs(std::string_view stage, double guess) const {
        const auto learnt = learnt_.find(stage);
        return learnt == learnt_.end() ? guess : guess * pairs_per_second_ * learnt->second.cost();
    }

    // Records work that was enqueued, in the same estimated units.
    void enqueued(std::string_view stage, double guess) { round_[stage] += guess; }

    // Records the seconds that the work enqueued since the last call took. The time is divided among several
    // stages in proportion to their predicted costs.
    void took(double seconds) {
        constexpr double memory = 0.8;  // weight of a stage's older timings
        double predicted = 0;
        for (const auto& [stage, guess] : round_) predicted += pairs(stage, guess);
        if (predicted > 0 && seconds > 0) {
            if (pairs_per_second_ == 0) pairs_per_second_ = predicted / seconds;
            for (const auto& [stage, guess] : round_) {
                const double share = pairs(stage, guess) / predicted;
                Learnt& learnt = learnt_[stage];
                learnt.seconds = memory * learnt.seconds + share * seconds;
                learnt.guess = memory * learnt.guess + guess;
            }
        }
        round_.clear();
    }

  private:
    struct Learnt {
        double seconds = 0, guess = 0;  // sums over the stage's timings; older timings weigh less
        double cost() const { return guess > 0 ? seconds / guess : 0; }
    };
    double pairs_per_second_ = 0;  // rate of the first timing, the common unit
    std::map<std::string_view, Learnt> learnt_;
    std::map<std::string_view, double> round_;
};

}  // namespace milkomeda
