#include "compute/gravity/multi_device_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/device_shares.hpp"
#include "compute/gravity/direct_forms.hpp"

namespace milkomeda {
namespace {

// One device of a team. The first one's positions are the caller's.
struct Member {
    Workplace place;
    std::unique_ptr<Solver> solver{};
    cl::Buffer positions{};
    double share = 0;  // of the team's work
    Share part{};      // of the sum under way
};

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %%", 100 * share);
    return text;
}

class MultiDeviceSolver final : public Solver {
  public:
    // The first member stays; others without a share go, and `remark` says why they have none.
    MultiDeviceSolver(std::vector<Member> members, const std::string& note, const std::string& remark)
        : members_{std::move(members)}, bodies_{members_[0].place.bodies}, note_{note} {
        dismiss_idle(remark);
        if (members_.size() == 1) return;
        const Workplace& place = members_[0].place;
        host_.emplace(place.context, place.queue, bodies_, members_.size());
        arrived_ = cl::Buffer{place.context, CL_MEM_READ_ONLY, bytes()};
        add_.emplace(place, 1);
    }
    ~MultiDeviceSolver() override {
        try {
            finish();  // nobody may use the exchanged rows any more
            members_[0].place.queue.finish();
        } catch (const cl::Error&) {
            // A lost device shows at the next call, which may throw; a destructor may not.
        }
    }

    // The first device does all alone from now on.
    void dismiss_secondary(const std::string& remark) {
        finish();
        members_[0].place.queue.finish();
        for (Member& member : members_) member.share = &member == &members_.front() ? 1 : 0;
        dismiss_idle(remark);
        host_.reset();
        arrived_ = {};
    }

    using Solver::begin;
    void begin(const cl::Buffer& positions, const Force& force, const Share& share) override {
        finish();  // helpers may still be at a sum that is given up
        force_ = force;
        const double bodies = static_cast<double>(bodies_);
        pairs_ = bodies * bodies / force.fraction_denominator * (share.last - share.first);
        double given = 0, first = share.first;
        for (Member& member : members_) {
            given += member.share;
            const bool is_last = &member == &members_.back();
            member.part = {first, is_last ? share.last : std::lerp(share.first, share.last, given)};
            first = member.part.last;
        }
        secondary_began_ = members_.size() == 1;
        Member& own = members_[0];
        if (!secondary_began_) {
            own.place.queue.enqueueReadBuffer(positions, CL_FALSE, 0, bytes(), host_->column(0).data(),
                                              nullptr, &positions_read_);
            own.place.queue.flush();
        }
        own.solver->begin(positions, force, own.part);
    }

    // Everyone works up to the same part of its share. The first one is at work while positions travel.
    double enqueue_slice(double pairs) override {
        if (done() >= 1) return 0;
        double least = 1;
        for (const Member& member : members_) least = std::min(least, done(member));
        const double until = std::max(least, done() + pairs / std::max(pairs_, 1.0));
        double enqueued = 0;
        for (Member& member : members_) {
            if (is_secondary(member) && !secondary_began_) begin_secondary();
            const double before = done(member);
            if (before >= 1 || before > until) continue;
            enqueued += member.solver->enqueue_slice((until - before) * member.share * pairs_);
            member.place.queue.flush();
        }
        if (done() >= 1) add_sums_of_secondary();
        return enqueued;
    }

    double done() const override {
        const bool all = std::ranges::all_of(members_, [this](const Member& m) { return done(m) >= 1; });
        if (all) return 1;
        double sum = 0;
        for (const Member& member : members_) sum += member.share * done(member);
        return std::min(sum, std::nextafter(1.0, 0.0));
    }

    const cl::Buffer& accelerations() const override { return members_[0].solver->accelerations(); }

    void finish() override {
        for (Member& member : members_)
            if (is_secondary(member)) member.place.queue.finish();
    }

    KernelChoice kernel() const override { return members_[0].solver->kernel(); }

    std::string description() const override {
        std::string text;
        for (const Member& member : members_) {
            const std::string each = member.solver->description();
            if (text.find(each) == std::string::npos) text += (text.empty() ? "" : " + ") + each;
        }
        return text + note_;
    }

    std::string shares() const override {
        std::string text;
        for (const Member& member : members_)
            text += (text.empty() ? "" : ", ") + member.place.device.name + ' ' + percent(member.share);
        return text + idle_;
    }

  private:
    std::size_t bytes() const { return bodies_ * sizeof(Float4); }
    bool is_secondary(const Member& member) const { return &member != &members_.front(); }
    double done(const Member& member) const {
        return is_secondary(member) && !secondary_began_ ? 0 : member.solver->done();
    }

    void dismiss_idle(const std::string& remark) {
        for (const Member& member : members_)
            if (is_secondary(member) && member.share == 0)
                idle_ += ", " + member.place.device.name + " none" + remark;
        members_.erase(std::remove_if(members_.begin() + 1, members_.end(),
                                      [](const Member& member) { return member.share == 0; }),
                       members_.end());
    }

    void begin_secondary() {
        positions_read_.wait();
        for (Member& member : members_) {
            if (!is_secondary(member)) continue;
            member.place.queue.enqueueWriteBuffer(member.positions, CL_FALSE, 0, bytes(),
                                                  host_->column(0).data());
            member.solver->begin(member.positions, force_, member.part);
            member.place.queue.flush();
        }
        secondary_began_ = true;
    }

    // In the order of the devices, whoever is ready first.
    void add_sums_of_secondary() {
        std::vector<cl::Event> read(members_.size());
        for (std::size_t i = 1; i < members_.size(); ++i) {
            const cl::CommandQueue& queue = members_[i].place.queue;
            queue.enqueueReadBuffer(members_[i].solver->accelerations(), CL_FALSE, 0, bytes(),
                                    host_->column(i).data(), nullptr, &read[i]);
            queue.flush();
        }
        const cl::CommandQueue& queue = members_[0].place.queue;
        for (std::size_t i = 1; i < members_.size(); ++i) {
            read[i].wait();
            queue.enqueueWriteBuffer(arrived_, CL_FALSE, 0, bytes(), host_->column(i).data());
            add_->enqueue_sum(queue, arrived_, bodies_, 1, 1, true, accelerations(), 0, bodies_);
        }
        queue.flush();
    }

    std::vector<Member> members_;
    std::size_t bodies_;
    std::string note_, idle_;
    std::optional<HostColumns> host_;  // positions, then each helper's sums
    cl::Buffer arrived_;               // a helper's sums, beside the first device's
    std::optional<PartialSums> add_;
    cl::Event positions_read_;
    bool secondary_began_ = true;
    Force force_;
    double pairs_ = 0;  // of the sum under way
};

bool same_model(const Device& a, const Device& b) {
    return a.platform == b.platform && a.name == b.name;
}

std::unique_ptr<Solver> make_one_sided(const Workplace& place, const KernelChoice& choice) {
    return make_one_sided_solver(place, *choice.variant,
                                 complete(*choice.variant, choice.settings, place.device, place.bodies), {});
}

// Solvers in blocks of one size; on failure none, and why.
std::string make_symmetric(std::vector<Member>& members, KernelChoice kernel) {
    const Workplace& first = members[0].place;
    kernel.settings = complete(*kernel.variant, kernel.settings, first.device, first.bodies);
    const std::size_t block = block_of(kernel.settings);
    for (Member& member : members) {
        const Device& device = member.place.device;
        const auto choice =
            same_model(device, first.device) ? kernel : symmetric_in_blocks(device, first.bodies, block);
        if (!choice) return device.name + " has no blocks of " + std::to_string(block) + " bodies";
        member.solver = make_symmetric_solver(member.place, *choice->variant, choice->settings);
        if (!member.solver) return device.name + " has no memory for partial sums";
    }
    return {};
}

// Returns what is to be said of the choice, if anything.
std::string make_solvers(std::vector<Member>& members, KernelChoice kernel) {
    const Workplace& first = members[0].place;
    if (!kernel.variant) kernel = {&default_variant(first.device, first.bodies), {}};
    std::string why;
    if (kernel.variant->form == KernelForm::symmetric) {
        why = make_symmetric(members, kernel);
        if (why.empty()) return {};
        kernel = {&default_one_sided_variant(first.device), {}};
        why = " (one-sided, since " + why + ")";
    }
    for (Member& member : members) {
        const Device& device = member.place.device;
        member.solver = make_one_sided(
            member.place,
            same_model(device, first.device) ? kernel : KernelChoice{&default_one_sided_variant(device), {}});
    }
    return why;
}

// Somewhere: where bodies are does not matter to the speed. Their masses are equal, as in most blocks.
std::vector<Worker> workers_for(const std::vector<Member>& members) {
    const std::size_t bodies = members[0].place.bodies;
    std::vector<Float4> cloud;
    for (std::size_t i = 0; i < bodies; ++i)
        cloud.push_back({static_cast<float>(i % 61), static_cast<float>(i % 67), static_cast<float>(i % 71),
                         1.0f / static_cast<float>(bodies)});
    std::vector<Worker> workers;
    for (const Member& member : members) {
        const cl::Buffer positions{member.place.context, CL_MEM_READ_ONLY, bodies * sizeof(Float4)};
        member.place.queue.enqueueWriteBuffer(positions, CL_TRUE, 0, bodies * sizeof(Float4), cloud.data());
        workers.push_back({*member.solver, member.place.queue, positions});
    }
    return workers;
}

std::unique_ptr<Solver> measured_shares_solver(std::vector<Member> members, const std::string& note) {
    const char* const no_gain = " (no gain)";
    const std::vector<Worker> workers = workers_for(members);
    const std::vector<double> rates = measure_rates(workers);
    const std::vector<double> shares = divide(rates);
    for (std::size_t i = 0; i < members.size(); ++i) members[i].share = shares[i];

    // Where a sum is short, sending rows to and fro may take longer than what is saved.
    constexpr double short_seconds = 0.1, timed_seconds = 0.02;
    const double bodies = static_cast<double>(members[0].place.bodies);
    const double alone = bodies * bodies / rates[0];
    const int repeats = static_cast<int>(std::clamp(timed_seconds / alone, 3.0, 50.0));
    const auto time = [&](Solver& solver) {
        return time_sum(solver, workers[0].queue, workers[0].positions, {}, repeats);
    };
    const bool is_short = alone < short_seconds;
    const double seconds_alone = is_short ? time(*members[0].solver) : 0;
    auto team = std::make_unique<MultiDeviceSolver>(std::move(members), note, no_gain);
    if (is_short && seconds_alone < time(*team)) team->dismiss_secondary(no_gain);
    return team;
}

}  // namespace

std::unique_ptr<Solver> make_multi_device_solver(const cl::Context& context, const Device& device,
                                                 const cl::CommandQueue& queue,
                                                 const std::vector<Device>& secondary, std::size_t bodies,
                                                 const ReadAsset& read, const KernelChoice& kernel,
                                                 std::vector<double> shares) {
    std::vector<Member> members;
    members.push_back({.place = {context, device, queue, bodies, read}});
    for (const Device& secondary_device : secondary) {
        require_room(secondary_device, bodies);
        const cl::Context own{handle_of(secondary_device)};
        members.push_back({.place = {own, secondary_device,
                                     cl::CommandQueue{own, handle_of(secondary_device)}, bodies, read}});
        members.back().positions = cl::Buffer{own, CL_MEM_READ_ONLY, bodies * sizeof(Float4)};
    }
    const std::string note = make_solvers(members, kernel);
    if (shares.empty()) return measured_shares_solver(std::move(members), note);

    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    const bool allowed = std::ranges::all_of(shares, [](double share) { return share >= 0; });
    if (shares.size() != members.size() || !allowed || std::abs(all - 1) > 1e-9)
        throw std::invalid_argument("shares of a team are one number for each device and add up to 1");
    for (std::size_t i = 0; i < members.size(); ++i) members[i].share = shares[i];
    return std::make_unique<MultiDeviceSolver>(std::move(members), note, "");
}

}  // namespace milkomeda
