// Finds the fastest kernel of the direct sum for so many bodies on a device, by timing: in slices of some
// milliseconds, so that a search can run beside an animation, while kernels are built in another thread.
//
// Every variant has a trial with its default settings. Those that come near the best have more trials with
// other settings. The best three of all run in turns, and the fastest wins.
#pragma once

#include <deque>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/kernels/kernel_choice.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class TunableSolver;

struct KernelRate {
    KernelChoice kernel;
    double pairs_per_second = 0;
};

class Autotuner {
  public:
    // Works on the context's device, with a copy of these positions. Throws std::runtime_error.
    Autotuner(const DeviceContext& device_context, std::span<const Float4> positions, const ReadAsset& read);
    ~Autotuner();  // waits for the kernel that is being built
    Autotuner(const Autotuner&) = delete;
    Autotuner& operator=(const Autotuner&) = delete;

    // Times kernels for about so long; returns at once while the next one is being built.
    void advance(double seconds);
    void run_trial();  // waits for a kernel, and times it to the end
    void run();        // to the end of the search

    std::size_t bodies() const { return bodies_; }
    bool finished() const { return finished_; }
    double done() const;  // 0 to 1
    // Spent on the device: two at most, or a slice more.
    double timed_seconds() const { return timed_seconds_; }

    KernelChoice best() const;  // so far; no variant before the first is timed
    const std::vector<KernelRate>& rates() const { return rates_; }  // the best of each variant timed so far

  private:
    struct Trial {
        KernelRate result;
        std::unique_ptr<TunableSolver> solver;  // null: this kernel cannot be had
        double pairs_per_second = 0;            // in the last slice
        int slices = 0;                         // since the start of this round
    };

    void build_next();
    bool trial_is_ready();
    void time_slice(Trial& trial);
    void finish_early();
    void end_trial();
    void open_second_round();
    void start_final();
    void advance_final();
    void note(const KernelRate& result);
    static double rate_of(const Trial& trial) { return trial.result.pairs_per_second; }

    DeviceContext device_context_;
    ReadAsset read_;
    std::size_t bodies_;
    struct Rows;
    std::unique_ptr<Rows> rows_;  // the positions, on the device

    std::deque<KernelChoice> waiting_;
    std::size_t trials_ = 0, trials_over_ = 0;  // in this round
    bool second_round_ = false;
    std::future<Trial> building_;
    Trial trial_;
    std::vector<Trial> finalists_;  // the fastest first
    std::vector<KernelRate> rates_;
    KernelChoice winner_;  // of the final
    double timed_seconds_ = 0;
    bool finished_ = false;
};

}  // namespace milkomeda
