// Finds the fastest kernel of the direct sum for a number of bodies on a device, by timing. The search works in slices
// of a few milliseconds, so that it can run during an animation. A second thread builds the kernels.
//
// A trial is the timing of one kernel variant with given settings. In the first round, every variant has a trial with
// its default settings. In the second round, the variants with more than half of the best rate have trials with other
// settings. In the final round, the three fastest kernels are timed alternately to find the fastest kernel.
#pragma once

#include <deque>
#include <future>
#include <memory>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/kernels/kernel_choice.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class Solver;

struct KernelRate {
    KernelChoice kernel;
    double pairs_per_second = 0;
};

class Autotuner {
  public:
    // Works on the context's device with a copy of `positions`. Throws std::runtime_error if memory cannot be
    // allocated or kernels cannot be built.
    Autotuner(const DeviceContext& device_context, std::span<const Float4> positions, const ReadAsset& read);
    ~Autotuner();  // waits until the kernel build in progress has ended
    Autotuner(const Autotuner&) = delete;
    Autotuner& operator=(const Autotuner&) = delete;

    // Times kernels for about `seconds`. Returns before the `seconds` have passed if the build of the next kernel is
    // not complete.
    void advance(double seconds);
    void run_trial();  // waits for the build of the next kernel and completes its timing
    void run();        // completes the whole search; blocks

    std::size_t bodies() const { return bodies_; }
    bool finished() const { return finished_; }
    double done() const;  // progress of the search, 0 to 1
    // Returns the device time of the search in seconds: at most two seconds plus one slice.
    double timed_seconds() const { return timed_seconds_; }

    KernelChoice best() const;  // fastest kernel so far; `variant` is null before the first timing
    // Returns the fastest settings and the rate of each variant timed so far.
    const std::vector<KernelRate>& rates() const { return rates_; }

  private:
    struct Trial {
        KernelRate result;
        std::unique_ptr<Solver> solver;  // null if the kernel does not build
        double pairs_per_second = 0;     // pairs per second in the last slice
        int slices = 0;                  // number of slices timed in the current round
    };

    void build_next();
    bool trial_is_ready();
    void time_slice(Trial& trial);
    void end_trial();
    void open_second_round();
    void start_final();
    void advance_final();
    void note(const KernelRate& result);
    static double rate_of(const Trial& trial) { return trial.result.pairs_per_second; }

    Device device_;
    std::size_t bodies_;
    struct Rows;
    std::unique_ptr<Rows> rows_;  // positions on the device

    std::deque<KernelChoice> waiting_;
    std::size_t trials_ = 0, trials_over_ = 0;  // numbers of kernels in this round: in total, and already timed
    bool second_round_ = false;
    std::future<Trial> building_;
    Trial trial_;
    std::vector<Trial> finalists_;  // three fastest kernels so far, sorted from fast to slow
    std::vector<KernelRate> rates_;
    KernelChoice winner_;  // fastest kernel of the final round; `variant` is null before the end of that round
    double timed_seconds_ = 0;
    bool finished_ = false;
};

}  // namespace milkomeda
