#include "compute/fmm/fmm_team.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/device/orphaned_memory.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t columns_of_bodies = 4, box_bytes = 64;

std::size_t bytes_of_bodies(const BodySort& sort) { return columns_of_bodies * sort.stride() * sizeof(cl_float); }
std::size_t bytes_of_keys(const BodySort& sort) { return sort.size() * sizeof(cl_ulong); }
std::size_t bytes_of_box(const BodySort& sort) { return sort.box().getInfo<CL_MEM_SIZE>(); }

}  // namespace

// The memory consists of three columns of 16-byte rows. The first column holds the results. The memory of the other two
// columns holds, one after the other: four floats per body (coordinates and mass), one key per body, and the box.
FmmTeam::Host::Host(const FmmContext& context, std::size_t rows)
    : memory{context.context, context.queue, rows + box_bytes, 3},
      bodies{reinterpret_cast<std::byte*>(memory.column(1).data())},
      keys{bodies + columns_of_bodies * sizeof(cl_float) * rows},
      box{keys + sizeof(cl_ulong) * rows},
      results{memory.column(0)} {}

FmmTeam::FmmTeam(const std::vector<FmmContext>& contexts, const FmmSettings& settings, std::size_t bodies)
    : context_{contexts.front()}, bodies_{bodies}, first_{context_, settings, bodies}, shares_(contexts.size(), 0.0) {
    shares_.front() = 1;
    if (contexts.size() == 1 || bodies == 0) return;
    for (std::size_t i = 1; i < contexts.size(); ++i)
        helpers_.push_back(std::make_unique<Helper>(contexts[i], settings, bodies));
    host_ = std::make_shared<Host>(context_, first_.sorted().stride());
    copies_ = cl::CommandQueue{context_.context, handle_of(context_.device)};
    arrived_ = context_.buffer<Float4>(bodies);
}

FmmTeam::~FmmTeam() {
    try {
        finish();  // waits, so that no device accesses the host memory after its destruction
        context_.queue.finish();
    } catch (const cl::Error&) {
        // A destructor must not throw. A lost device may access the memory later, so the memory is orphaned.
        orphan(std::move(context_.queue), host_);
        orphan(std::move(copies_), host_);
        for (const auto& helper : helpers_) orphan(std::move(helper->context.queue), host_);
    }
}

void FmmTeam::divide(const std::vector<double>& shares) {
    shares_ = shares;
    for (std::size_t i = 0; i < helpers_.size(); ++i) helpers_[i]->share = shares[i + 1];
}

double FmmTeam::time_sum(const cl::Buffer& positions, double softening, const std::vector<double>& shares) {
    constexpr int repeats = 3;
    divide(shares);
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat <= repeats; ++repeat) {  // the first sum is a warm-up
        const Clock::time_point start = Clock::now();
        begin(positions, 1, softening);
        while (done() < 1) enqueue_slice(std::numeric_limits<double>::infinity());
        context_.queue.finish();
        if (repeat > 0) best = std::min(best, seconds_since(start));
    }
    return best;
}

void FmmTeam::divide_by_time(const cl::Buffer& positions, double softening) {
    // `parts`: shares are multiples of 1/parts. `gain`: the work is shared only if the time of a sum falls to at most
    // this fraction of the first device's time; a smaller gain does not justify the power of a second device. `noise`:
    // ratio by which two timings of the same sum may differ.
    constexpr double parts = 16, gain = 0.97, noise = 1.03;
    std::vector<double> shares(shares_.size(), 0.0);
    shares.front() = 1;
    if (helpers_.empty()) return;
    std::vector<double> best = shares;
    const double alone = time_sum(positions, softening, shares);
    double least = gain * alone, last = noise * alone;
    // The first device also sorts, and the helpers wait for the sort and for the copies, so the best shares are unequal
    // even for equal devices. Starting from the share 1/parts for each helper, the loop increases the helpers' shares
    // until the time of a sum increases.
    for (double each = 1; each * static_cast<double>(helpers_.size()) < parts; ++each) {
        std::ranges::fill(shares, each / parts);
        shares.front() = 1 - each * static_cast<double>(helpers_.size()) / parts;
        const double seconds = time_sum(positions, softening, shares);
        if (seconds > noise * last) break;
        last = std::min(last, seconds);
        if (seconds >= least) continue;
        least = seconds;
        best = shares;
    }
    divide(best);
    forget();
}

void FmmTeam::begin(const cl::Buffer& positions, double gravity, double softening) {
    finish();  // helpers may be working on a sum that was discarded
    softening_ = softening;
    double given = shares_.front();
    const auto body_at = [this](double share) {
        return static_cast<cl_uint>(std::llround(std::min(share, 1.0) * static_cast<double>(bodies_)));
    };
    BodyRange own{0, body_at(given)};
    active_.clear();
    for (const auto& helper : helpers_) {
        const cl_uint begin = body_at(given);
        given += helper->share;
        helper->part = BodyRange{begin, body_at(given)};
        if (helper->part.size() > 0) active_.push_back(helper.get());
    }
    if (active_.empty()) own = {0, body_at(1)};
    stage_ = active_.empty() ? Stage::complete : Stage::sorting;
    first_.begin(positions, gravity, softening, own);
}

// Advances all devices to an equal fraction of their sums. The first device keeps working while the sorted
// bodies are copied to the helpers.
double FmmTeam::enqueue_slice(double pairs) {
    if (done() >= 1) return 0;
    double enqueued = 0;
    if (stage_ == Stage::sorting) {
        while (!first_.has_sorted()) enqueued += first_.enqueue_slice(0);
        read_sorted();
    }
    if (first_.done() < 1) enqueued += first_.enqueue_slice(pairs);
    if (stage_ == Stage::reading) begin_helpers();
    if (stage_ != Stage::helping) return enqueued;
    for (Helper* const helper : active_) {
        while (helper->fmm.done() < first_.done() && helper->fmm.done() < 1)
            enqueued += helper->fmm.enqueue_slice(pairs);
        helper->context.queue.flush();
    }
    const bool all = std::ranges::all_of(active_, [](const Helper* helper) { return helper->fmm.done() >= 1; });
    if (all && first_.done() >= 1) add_results();
    return enqueued;
}

double FmmTeam::done() const {
    if (stage_ == Stage::complete) return first_.done();
    return std::min(first_.done(), std::nextafter(1.0, 0.0));
}

void FmmTeam::use_tolerance(float tolerance) {
    first_.use_tolerance(tolerance);
    for (const auto& helper : helpers_) helper->fmm.use_tolerance(tolerance);
}

void FmmTeam::forget() {
    finish();
    first_.forget();
    for (const auto& helper : helpers_) helper->fmm.forget();
}

void FmmTeam::finish() {
    if (sorted_is_read_()) sorted_is_read_.wait();
    for (const auto& helper : helpers_) helper->context.queue.finish();
}

void FmmTeam::read_sorted() {
    const BodySort& sort = first_.sorted();
    std::vector<cl::Event> sorted(1);
    context_.queue.enqueueMarkerWithWaitList(nullptr, &sorted[0]);
    context_.queue.flush();
    const auto read = [&](const cl::Buffer& from, std::size_t bytes, std::byte* to) {
        copies_.enqueueReadBuffer(from, CL_FALSE, 0, bytes, to, &sorted, &sorted_is_read_);
    };
    read(sort.box(), bytes_of_box(sort), host_->box);
    read(sort.keys(), bytes_of_keys(sort), host_->keys);
    read(sort.bodies(), bytes_of_bodies(sort), host_->bodies);
    copies_.flush();
    stage_ = Stage::reading;
}

void FmmTeam::begin_helpers() {
    sorted_is_read_.wait();
    for (Helper* const helper : active_) {
        const BodySort& sort = helper->fmm.sorted();
        const cl::CommandQueue& queue = helper->context.queue;
        queue.enqueueWriteBuffer(sort.box(), CL_FALSE, 0, bytes_of_box(sort), host_->box);
        queue.enqueueWriteBuffer(sort.keys(), CL_FALSE, 0, bytes_of_keys(sort), host_->keys);
        queue.enqueueWriteBuffer(sort.bodies(), CL_FALSE, 0, bytes_of_bodies(sort), host_->bodies);
        helper->fmm.begin_sorted(softening_, helper->part);
        queue.flush();
    }
    stage_ = Stage::helping;
}

void FmmTeam::add_results() {
    for (Helper* const helper : active_) {
        helper->context.queue.enqueueReadBuffer(
            helper->fmm.accelerations(), CL_FALSE, helper->part.first * sizeof(Float4),
            helper->part.size() * sizeof(Float4), host_->results.data() + helper->part.first, nullptr,
            &helper->results_are_read);
        helper->context.queue.flush();
    }
    for (Helper* const helper : active_) {
        helper->results_are_read.wait();
        context_.queue.enqueueWriteBuffer(arrived_, CL_FALSE, 0, helper->part.size() * sizeof(Float4),
                                          host_->results.data() + helper->part.first);
        first_.enqueue_results_of_other(arrived_, helper->part);
    }
    context_.queue.flush();
    stage_ = Stage::complete;
}

}  // namespace milkomeda
