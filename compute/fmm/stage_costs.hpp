// Learns the relative costs of the stages of a multipole sum from timings. A slice can then take the intended
// time on any device and in any stage.
#pragma once

#include <map>
#include <string_view>

namespace milkomeda {

class StageCosts {
  public:
    // Converts a stage's estimated work (body pairs) into cost units, which take equally long in all stages.
    double pairs(std::string_view stage, double guess) const {
        const auto learnt = learnt_.find(stage);
        return learnt == learnt_.end() ? guess : guess * pairs_per_second_ * learnt->second.cost();
    }

    // Records estimated work (in body pairs) that was enqueued for a stage.
    void enqueued(std::string_view stage, double guess) { round_[stage] += guess; }

    // Records the seconds of all work that was enqueued since the previous call. Divides the seconds among
    // the stages in proportion to their predicted costs.
    void took(double seconds) {
        constexpr double memory = 0.8;  // weight of earlier timings relative to the newest timing
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
        double seconds = 0, guess = 0;  // weighted sums over the stage's timings; older timings weigh less
        double cost() const { return guess > 0 ? seconds / guess : 0; }
    };
    double pairs_per_second_ = 0;  // rate in the first timing, which defines the cost unit
    std::map<std::string_view, Learnt> learnt_;
    std::map<std::string_view, double> round_;
};

}  // namespace milkomeda
