// Rate of force evaluations, measured and smoothed.
#pragma once

namespace milkomeda {

// Pairs of bodies that a device sums per second, from its latest rounds, weighted by their duration.
class Rate {
  public:
    void note(double pairs, double seconds) {
        constexpr double memory = 0.7;
        pairs_ = memory * pairs_ + pairs;
        seconds_ = memory * seconds_ + seconds;
    }
    double pairs_per_second() const { return seconds_ > 0 ? pairs_ / seconds_ : 0; }

  private:
    double pairs_ = 0, seconds_ = 0;
};

}  // namespace milkomeda
