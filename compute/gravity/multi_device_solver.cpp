#include "compute/gravity/direct_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "compute/device/host_columns.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "compute/gravity/partial_sums.hpp"
#include "compute/gravity/sharing_devices.hpp"
#include "compute/gravity/timing_cloud.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

class MultiDeviceSolver final : public Solver {
  public:
    // Removes all secondary devices with share 0. shares() lists the removed devices, followed by `remark` (the
    // reason).
    MultiDeviceSolver(std::vector<SharingDevice> devices, const std::string& note, const std::string& remark)
        : devices_{std::move(devices)}, bodies_{devices_[0].context.bodies}, note_{note} {
        dismiss_idle(remark);
        if (devices_.size() == 1) return;
        const SolverContext& context = devices_[0].context;
        host_ = std::make_shared<HostColumns>(context.context, context.queue, bodies_, devices_.size());
        arrived_ = context.buffer<Float4>(bodies_);
        add_.emplace(context, 1);
    }
    ~MultiDeviceSolver() override {
        try {
            finish();  // waits, so that no device accesses the host memory after its destruction
            devices_[0].context.queue.finish();
        } catch (const cl::Error&) {
            // A destructor must not throw. A lost device may access the memory later, so the memory is orphaned.
            for (SharingDevice& device : devices_) orphan(std::move(device.context.queue), host_);
        }
    }

    // Removes all secondary devices, so that the first device computes all later sums alone.
    void dismiss_secondary(const std::string& remark) {
        finish();
        devices_[0].context.queue.finish();
        for (SharingDevice& device : devices_) device.share = &device == &devices_.front() ? 1 : 0;
        dismiss_idle(remark);
        host_.reset();
        arrived_ = {};
    }

    void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) override {
        finish();  // secondary devices may be working on a sum that was discarded
        force_ = force;
        const double bodies = static_cast<double>(bodies_);
        pairs_ = bodies * bodies / force.fraction_denominator * (share.last - share.first);
        double given = 0, first = share.first;
        for (SharingDevice& device : devices_) {
            given += device.share;
            const bool is_last = &device == &devices_.back();
            device.part = {first, is_last ? share.last : std::lerp(share.first, share.last, given)};
            first = device.part.last;
        }
        secondary_began_ = devices_.size() == 1;
        SharingDevice& own = devices_[0];
        if (!secondary_began_) {
            own.context.queue.enqueueReadBuffer(positions, CL_FALSE, 0, bytes(), host_->column(0).data(), nullptr,
                                                &positions_read_);
            own.context.queue.flush();
        }
        own.solver->begin(positions, force, own.part);
    }

    // Enqueues work until all devices have reached the same fraction of their shares. The first device keeps working
    // while positions are copied to the secondary devices.
    double enqueue_slice(double pairs) override {
        if (done() >= 1) return 0;
        double least = 1;
        for (const SharingDevice& device : devices_) least = std::min(least, done(device));
        const double until = std::max(least, done() + pairs / std::max(pairs_, 1.0));
        double enqueued = 0;
        for (SharingDevice& device : devices_) {
            if (is_secondary(device) && !secondary_began_) begin_secondary();
            const double before = done(device);
            if (before >= 1 || before > until) continue;
            enqueued += device.solver->enqueue_slice((until - before) * device.share * pairs_);
            device.context.queue.flush();
        }
        if (done() >= 1) add_sums_of_secondary();
        return enqueued;
    }

    double done() const override {
        const bool all = std::ranges::all_of(devices_, [this](const SharingDevice& d) { return done(d) >= 1; });
        if (all) return 1;
        double sum = 0;
        for (const SharingDevice& device : devices_) sum += device.share * done(device);
        return std::min(sum, std::nextafter(1.0, 0.0));
    }

    const cl::Buffer& accelerations() const override { return devices_[0].solver->accelerations(); }

    void finish() override {
        for (SharingDevice& device : devices_)
            if (is_secondary(device)) device.context.queue.finish();
    }

    KernelChoice kernel() const override { return devices_[0].solver->kernel(); }

    std::string description() const override {
        std::string text;
        for (const SharingDevice& device : devices_) {
            const std::string each = device.solver->description();
            if (text.find(each) == std::string::npos) text += (text.empty() ? "" : " + ") + each;
        }
        return text + note_;
    }

    std::string shares() const override {
        std::string text;
        for (const SharingDevice& device : devices_)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", device.context.device.name, percent(device.share));
        return text + idle_;
    }

  private:
    std::size_t bytes() const { return bodies_ * sizeof(Float4); }
    bool is_secondary(const SharingDevice& device) const { return &device != &devices_.front(); }
    double done(const SharingDevice& device) const {
        return is_secondary(device) && !secondary_began_ ? 0 : device.solver->done();
    }

    void dismiss_idle(const std::string& remark) {
        for (const SharingDevice& device : devices_)
            if (is_secondary(device) && device.share == 0)
                idle_ += fmt::format(", {} none{}", device.context.device.name, remark);
        devices_.erase(std::remove_if(devices_.begin() + 1, devices_.end(),
                                      [](const SharingDevice& device) { return device.share == 0; }),
                       devices_.end());
    }

    void begin_secondary() {
        positions_read_.wait();
        for (SharingDevice& device : devices_) {
            if (!is_secondary(device)) continue;
            device.context.queue.enqueueWriteBuffer(device.positions, CL_FALSE, 0, bytes(), host_->column(0).data());
            device.solver->begin(device.positions, force_, device.part);
            device.context.queue.flush();
        }
        secondary_began_ = true;
    }

    // Adds results in the order of the devices, not of arrival, so that rounding is reproducible.
    void add_sums_of_secondary() {
        std::vector<cl::Event> read(devices_.size());
        for (std::size_t i = 1; i < devices_.size(); ++i) {
            const cl::CommandQueue& queue = devices_[i].context.queue;
            queue.enqueueReadBuffer(devices_[i].solver->accelerations(), CL_FALSE, 0, bytes(), host_->column(i).data(),
                                    nullptr, &read[i]);
            queue.flush();
        }
        const cl::CommandQueue& queue = devices_[0].context.queue;
        for (std::size_t i = 1; i < devices_.size(); ++i) {
            read[i].wait();
            queue.enqueueWriteBuffer(arrived_, CL_FALSE, 0, bytes(), host_->column(i).data());
            add_->enqueue_sum(queue, {arrived_, bodies_, 1}, {accelerations(), 0, bodies_, 1, true});
        }
        queue.flush();
    }

    std::vector<SharingDevice> devices_;
    std::size_t bodies_;
    std::string note_, idle_;
    // column 0: positions; column i: accelerations that secondary device i has computed
    std::shared_ptr<HostColumns> host_;
    cl::Buffer arrived_;  // buffer on the first device for the accelerations that a secondary device has computed
    std::optional<PartialSums> add_;
    cl::Event positions_read_;
    bool secondary_began_ = true;
    ForceSpec force_;
    double pairs_ = 0;  // number of pairs in the current sum
};

// Returns the seconds of a whole sum: the mean of `repeats` sums after a warm-up.
double time_sum(Solver& solver, const cl::CommandQueue& queue, const cl::Buffer& positions, int repeats) {
    Clock::time_point start;
    for (int repeat = 0; repeat <= repeats; ++repeat) {
        if (repeat == 1) {
            queue.finish();
            start = Clock::now();
        }
        solver.begin(positions, {});
        while (solver.done() < 1) solver.enqueue_slice(1e30);
    }
    queue.finish();
    return seconds_since(start) / repeats;
}

std::unique_ptr<Solver> measured_shares_solver(std::vector<SharingDevice> devices, const std::string& note) {
    const char* const no_gain = " (no gain)";
    const std::vector<Float4> cloud = timing_cloud(devices[0].context.bodies);
    devices[0].positions = devices[0].context.buffer<Float4>(cloud.size());
    for (const SharingDevice& device : devices)
        device.context.queue.enqueueWriteBuffer(device.positions, CL_TRUE, 0, cloud.size() * sizeof(Float4),
                                                cloud.data());
    const std::vector<double> rates = measure_rates(devices);
    const std::vector<double> shares = divide(rates);
    for (std::size_t i = 0; i < devices.size(); ++i) devices[i].share = shares[i];

    // If a sum takes less than `short_seconds`, exchanging positions and accelerations may take longer than sharing
    // saves, so the sum is timed with and without sharing.
    constexpr double short_seconds = 0.1, timed_seconds = 0.02;
    const double bodies = static_cast<double>(devices[0].context.bodies);
    const double alone = bodies * bodies / rates[0];
    const int repeats = static_cast<int>(std::clamp(timed_seconds / alone, 3.0, 50.0));
    const cl::Buffer positions = std::exchange(devices[0].positions, {});
    const cl::CommandQueue queue = devices[0].context.queue;
    const auto time = [&](Solver& solver) { return time_sum(solver, queue, positions, repeats); };
    const bool is_short = alone < short_seconds;
    const double seconds_alone = is_short ? time(*devices[0].solver) : 0;
    auto together = std::make_unique<MultiDeviceSolver>(std::move(devices), note, no_gain);
    if (is_short && seconds_alone < time(*together)) together->dismiss_secondary(no_gain);
    return together;
}

}  // namespace

std::unique_ptr<Solver> make_multi_device_solver(const SolverContext& context, const KernelChoice& kernel,
                                                 std::vector<double> shares) {
    std::vector<SharingDevice> devices = sharing_devices(context);
    const std::string note = make_solvers(devices, kernel);
    if (shares.empty()) return measured_shares_solver(std::move(devices), note);

    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    const bool allowed = std::ranges::all_of(shares, [](double share) { return share >= 0; });
    if (shares.size() != devices.size() || !allowed || std::abs(all - 1) > 1e-9)
        throw std::invalid_argument("the shares of the devices must be one number per device, with sum 1");
    for (std::size_t i = 0; i < devices.size(); ++i) devices[i].share = shares[i];
    return std::make_unique<MultiDeviceSolver>(std::move(devices), note, "");
}

}  // namespace milkomeda
