// Multipole sums on one or several devices. The first device holds positions and accelerations and sorts the
// bodies. Each other device (helper) gets the sorted bodies through page-locked host memory, builds its own
// complete tree, and computes the fields of a range of bodies in Morton order. So the expensive stages are
// divided.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "compute/device/host_columns.hpp"
#include "compute/fmm/fmm.hpp"

namespace milkomeda {

class FmmTeam {
  public:
    // Takes one context per device. The first device computes everything until shares are set.
    FmmTeam(const std::vector<FmmContext>& contexts, const FmmSettings& settings, std::size_t bodies);
    ~FmmTeam();
    FmmTeam(const FmmTeam&) = delete;
    FmmTeam& operator=(const FmmTeam&) = delete;

    // Sets the shares: one number per device, with sum 1. Devices with share 0 stay idle.
    void divide(const std::vector<double>& shares);
    // Chooses the fastest shares, in sixteenths, by timing about twenty sums over `positions` (in the first
    // device's context). The first device gets everything if sharing gains nothing.
    void divide_by_time(const cl::Buffer& positions, double softening);
    const std::vector<double>& shares() const { return shares_; }

    // As in Fmm. Accelerations are complete when the first device's queue has finished. Results equal those
    // of the first device alone; bit by bit if all devices are of the same model.
    void begin(const cl::Buffer& positions, double gravity, double softening);
    double enqueue_slice(double pairs);
    double done() const;
    const cl::Buffer& accelerations() const { return first_.accelerations(); }
    void use_tolerance(float tolerance);
    void note_seconds(double seconds) { first_.note_seconds(seconds); }
    void forget();
    void finish();  // waits for the helpers' queues

    const FmmSettings& settings() const { return first_.settings(); }
    // Cells of the first device's tree. Nodes whose forces a helper computes have no unresolved pairs.
    std::vector<TreeCell> cells(std::size_t most) const { return first_.cells(most); }

  private:
    struct Helper {
        Helper(const FmmContext& where, const FmmSettings& settings, std::size_t bodies)
            : context{where}, fmm{where, settings, bodies} {}
        FmmContext context;
        Fmm fmm;
        double share = 0;
        BodyRange part{};  // bodies of the current sum; empty for an idle device
        cl::Event results_are_read{};
    };
    // Page-locked exchange memory: columns of bodies, keys, box, and results.
    struct Host {
        Host(const FmmContext& context, std::size_t rows);
        HostColumns memory;
        std::byte *bodies, *keys, *box;
        std::span<Float4> results;
    };

    double time_sum(const cl::Buffer& positions, double softening, const std::vector<double>& shares);
    void read_sorted();
    void begin_helpers();
    void add_results();

    FmmContext context_;
    std::size_t bodies_;
    Fmm first_;
    std::vector<std::unique_ptr<Helper>> helpers_;
    std::vector<double> shares_;
    std::shared_ptr<Host> host_;
    cl::CommandQueue copies_;  // copies run beside the first device's own queue, which continues to work
    cl::Event sorted_is_read_;
    cl::Buffer arrived_;  // results from helpers
    double softening_ = 0;
    enum class Stage { sorting, reading, helping, complete } stage_ = Stage::complete;
};

}  // namespace milkomeda
