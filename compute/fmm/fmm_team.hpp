// Multipole sums on one or several devices. The first device stores positions and accelerations and sorts the bodies.
// Every secondary device (helper) receives the sorted bodies through page-locked host memory and builds its own
// complete tree. Each device computes the near and far fields, the expensive stages, for a range of bodies in Morton
// order.
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
    // Takes one context per device. The first device computes the whole sum until divide() or
    // divide_by_time() is called.
    FmmTeam(const std::vector<FmmContext>& contexts, const FmmSettings& settings, std::size_t bodies);
    ~FmmTeam();
    FmmTeam(const FmmTeam&) = delete;
    FmmTeam& operator=(const FmmTeam&) = delete;

    // Sets the share of each device; the shares must add up to 1. A device with share 0 stays idle.
    void divide(const std::vector<double>& shares);
    // Chooses the fastest shares, in sixteenths, by timing about twenty sums over `positions` (a buffer of
    // the first device). The first device gets the whole sum if sharing saves less than 3 % of the time.
    void divide_by_time(const cl::Buffer& positions, double softening);
    const std::vector<double>& shares() const { return shares_; }

    // The following functions have the same meaning as those of Fmm. Accelerations are complete when the first device's
    // queue has finished. The results equal the results of the first device alone, bit by bit if all devices are of one
    // model.
    void begin(const cl::Buffer& positions, double gravity, double softening);
    double enqueue_slice(double pairs);
    double done() const;
    const cl::Buffer& accelerations() const { return first_.accelerations(); }
    void use_tolerance(float tolerance);
    void note_seconds(double seconds) { first_.note_seconds(seconds); }
    void forget();
    void finish();  // waits for the helpers' queues

    const FmmSettings& settings() const { return first_.settings(); }
    // Returns cells of the first device's tree; TreeCell::unresolved_pairs is 0 where a helper computes the forces.
    std::vector<TreeCell> cells(std::size_t most) const { return first_.cells(most); }

  private:
    struct Helper {
        Helper(const FmmContext& where, const FmmSettings& settings, std::size_t bodies)
            : context{where}, fmm{where, settings, bodies} {}
        FmmContext context;
        Fmm fmm;
        double share = 0;
        BodyRange part{};  // bodies that the helper computes in the current sum; empty for an idle helper
        cl::Event results_are_read{};
    };
    // Page-locked host memory for exchanging columns of bodies, keys, the box, and results between devices.
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
    cl::CommandQueue copies_;  // queue for copies, so that the first device's own queue can continue to work
    cl::Event sorted_is_read_;
    cl::Buffer arrived_;  // buffer on the first device for the results of a helper
    double softening_ = 0;
    enum class Stage { sorting, reading, helping, complete } stage_ = Stage::complete;
};

}  // namespace milkomeda
