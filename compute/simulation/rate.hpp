// Measured speed of force evaluations, smoothed.
#pragma once

namespace milkomeda {

// The number of pairs of bodies that a force evaluation computes per second, averaged over measurements; older
// measurements weigh less.
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
