// What the stages of a sum cost beside each other, learnt from how long rounds of them took: so a slice is as
// long as it is meant to be, whichever stage it falls in, on any device.
#pragma once

#include <map>
#include <string_view>

namespace milkomeda {

class StageCosts {
  public:
    // Work of a stage that was guessed to be so many pairs of bodies, in pairs that take as long in all
    // stages.
    double pairs(std::string_view stage, double guess) const {
        const auto learnt = learnt_.find(stage);
        return learnt == learnt_.end() ? guess : guess * pairs_per_second_ * learnt->second.cost();
    }

    // So much of it was enqueued, as it was guessed.
    void enqueued(std::string_view stage, double guess) { round_[stage] += guess; }

    // All that was enqueued since the last call took so long; a round of several stages is split as
    // predicted.
    void took(double seconds) {
        constexpr double memory = 0.8;  // of a stage's last round, beside the newest
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
        double seconds = 0, guess = 0;  // of its rounds, the older the less
        double cost() const { return guess > 0 ? seconds / guess : 0; }
    };
    double pairs_per_second_ = 0;  // of the first round: the measure of all
    std::map<std::string_view, Learnt> learnt_;
    std::map<std::string_view, double> round_;
};

}  // namespace milkomeda
