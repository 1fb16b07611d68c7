// One device or several do the multipole method's sums. The first device holds positions and accelerations,
// and sorts the bodies; each of the others gets the sorted bodies through page-locked host memory, makes the
// whole tree of its own, and sums for a range of bodies along the curve, so that what takes long is divided.
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
    // A place for each device, in contexts of their own. The first does all alone until shares are divided.
    FmmTeam(const std::vector<FmmContext>& contexts, const FmmSettings& settings, std::size_t bodies);
    ~FmmTeam();
    FmmTeam(const FmmTeam&) = delete;
    FmmTeam& operator=(const FmmTeam&) = delete;

    // One number for each device; they add up to 1. Those without a share rest.
    void divide(const std::vector<double>& shares);
    // By timing sums over these positions, in the first device's context: in sixteenths, as many to the
    // others as makes it quickest, and all to the first one where nothing is gained. Takes some twenty sums.
    void divide_by_time(const cl::Buffer& positions, double softening);
    const std::vector<double>& shares() const { return shares_; }

    // As Fmm; accelerations are complete when the first device's queue has run. Sums are those of the first
    // device alone, bit by bit where the others are of its make.
    void begin(const cl::Buffer& positions, double gravity, double softening);
    double enqueue_slice(double pairs);
    double done() const;
    const cl::Buffer& accelerations() const { return first_.accelerations(); }
    void use_tolerance(float tolerance);
    void note_seconds(double seconds) { first_.note_seconds(seconds); }
    void forget();
    void finish();  // of the others' queues

    const FmmSettings& settings() const { return first_.settings(); }
    // Of the first device: nodes whose forces others sum have no open pairs.
    std::vector<TreeCell> cells(std::size_t most) const { return first_.cells(most); }

  private:
    struct Helper {
        Helper(const FmmContext& where, const FmmSettings& settings, std::size_t bodies)
            : context{where}, fmm{where, settings, bodies} {}
        FmmContext context;
        Fmm fmm;
        double share = 0;
        BodyRange part{};  // of the sum under way; none for one that rests
        cl::Event results_are_read{};
    };
    // What travels: columns of the bodies, keys, the box, and results.
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
    cl::CommandQueue copies_;  // beside the first device's own queue, which works on meanwhile
    cl::Event sorted_is_read_;
    cl::Buffer arrived_;  // results of others
    double softening_ = 0;
    enum class Stage { sorting, reading, helping, complete } stage_ = Stage::complete;
};

}  // namespace milkomeda
