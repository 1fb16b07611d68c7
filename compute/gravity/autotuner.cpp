#include "compute/gravity/autotuner.hpp"

#include <algorithm>

#include "compute/gravity/direct_solver.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

constexpr double max_timed_seconds = 2;
constexpr double slice_seconds = 0.006;
// Number of warm-up slices at the beginning of a trial. They show how many pairs fit into a slice, and drivers finish
// compiling during them.
constexpr int warm_up_slices = 2;
constexpr int slices_per_trial = warm_up_slices + 2;
constexpr int slices_in_final = 10;
constexpr std::size_t max_finalists = 3;
// A kernel is also timed with non-default settings if its rate is above this fraction of the best rate. A change of
// settings seldom doubles a rate.
constexpr double worth_another_trial = 0.5;

// Returns the number of bodies to time a kernel with. A kernel that is not made for this device may be slow and is
// timed only for comparison, so it gets fewer bodies.
std::size_t bodies_for(const KernelVariant& variant, const Device& device, std::size_t bodies) {
    constexpr std::size_t enough_to_compare = 8192;
    return variant.target->is_made_for(device) ? bodies : std::min(bodies, enough_to_compare);
}

bool same_variant(const KernelRate& a, const KernelRate& b) { return a.kernel.variant == b.kernel.variant; }

}  // namespace

struct Autotuner::Rows {
    KernelContext context;
    cl::Buffer positions = {};
};

Autotuner::Autotuner(const DeviceContext& device_context, std::span<const Float4> positions, const ReadAsset& read)
    : device_{*device_context.device},
      bodies_{positions.size()},
      rows_{std::make_unique<Rows>(
          Rows{{*device_context.context, device_, {*device_context.context, handle_of(device_)}, read}})} {
    rows_->positions = rows_->context.buffer<Float4>(bodies_);
    rows_->context.queue.enqueueWriteBuffer(rows_->positions, CL_TRUE, 0, positions.size_bytes(), positions.data());
    for (const KernelVariant& variant : direct_variants())
        if (variant.target->runs_on(device_)) waiting_.push_front({&variant, complete(variant, {}, device_, bodies_)});
    trials_ = waiting_.size();
    build_next();
}

Autotuner::~Autotuner() {
    if (building_.valid()) building_.wait();
}

void Autotuner::advance(double seconds) {
    const Clock::time_point start = Clock::now();
    while (!finished_ && seconds_since(start) < seconds) {
        if (timed_seconds_ >= max_timed_seconds) {  // a slow device can reach the limit during the first kernel
            if (trial_.solver && trial_.slices > 0) note(trial_.result);
            finished_ = true;
        } else if (trials_over_ == trials_) {
            advance_final();
        } else if (!trial_is_ready()) {
            return;
        } else if (trial_.solver && trial_.slices < slices_per_trial) {
            time_slice(trial_);
        } else {
            end_trial();
        }
    }
}

void Autotuner::run_trial() {
    if (building_.valid()) building_.wait();
    advance(slice_seconds);
    while (!finished_ && !building_.valid()) advance(slice_seconds);
}

void Autotuner::run() {
    while (!finished_) run_trial();
}

double Autotuner::done() const {
    if (finished_) return 1;
    const double of_round = trials_ == 0 ? 1 : static_cast<double>(trials_over_) / static_cast<double>(trials_);
    return second_round_ ? 0.3 + 0.6 * of_round : 0.3 * of_round;
}

KernelChoice Autotuner::best() const {
    if (winner_.variant || rates_.empty()) return winner_;
    return std::ranges::max_element(rates_, {}, &KernelRate::pairs_per_second)->kernel;
}

// Builds the next kernel in another thread and runs a slice there, because drivers compile a kernel at its first run.
void Autotuner::build_next() {
    if (waiting_.empty()) return;
    const KernelChoice kernel = waiting_.front();
    waiting_.pop_front();
    const std::size_t bodies = bodies_for(*kernel.variant, device_, bodies_);
    building_ = in_background([this, kernel, bodies]() -> Trial {
        try {
            Trial trial{{kernel, 0}, make_direct_solver({rows_->context, bodies}, kernel)};
            const bool gave_way = trial.solver->kernel() != kernel;
            if (gave_way) return {};
            trial.solver->begin(rows_->positions, {});
            trial.solver->enqueue_slice(0);
            rows_->context.queue.finish();
            return trial;
            // Building fails, for example, if the kernel needs more registers or memory than the device has.
        } catch (const std::exception&) {
            return {};
        }
    });
}

bool Autotuner::trial_is_ready() {
    if (!building_.valid()) return true;
    if (!is_ready(building_)) return false;
    trial_ = building_.get();
    return true;
}

// Times one slice of about 6 ms. Keeps the highest rate of all slices after the warm-up, because other work on the
// device can only slow a slice down.
void Autotuner::time_slice(Trial& trial) {
    const Clock::time_point start = Clock::now();
    const double wanted = trial.pairs_per_second * slice_seconds;
    double pairs = 0;
    do {
        if (trial.solver->done() >= 1) trial.solver->begin(rows_->positions, {});
        pairs += trial.solver->enqueue_slice(wanted - pairs);
    } while (pairs < wanted);
    rows_->context.queue.finish();
    const double seconds = seconds_since(start);
    timed_seconds_ += seconds;
    trial.pairs_per_second = pairs / seconds;
    const bool has_learnt = ++trial.slices > warm_up_slices;
    const double fastest = has_learnt ? trial.result.pairs_per_second : 0;
    trial.result.pairs_per_second = std::max(fastest, trial.pairs_per_second);
}

void Autotuner::end_trial() {
    if (trial_.solver) {
        note(trial_.result);
        finalists_.push_back(std::move(trial_));
        std::ranges::sort(finalists_, std::greater{}, rate_of);
        if (finalists_.size() > max_finalists) finalists_.pop_back();
    }
    trial_ = {};
    ++trials_over_;
    if (waiting_.empty() && !second_round_) open_second_round();
    build_next();
    if (trials_over_ == trials_) start_final();
}

// Queues more settings of the fast variants. The fastest variant comes first, because the time limit may end the
// search.
void Autotuner::open_second_round() {
    second_round_ = true;
    std::vector<KernelRate> promising = rates_;
    std::ranges::sort(promising, std::greater{}, &KernelRate::pairs_per_second);
    for (const auto& [kernel, rate] : promising)
        for (const KernelSettings& settings : candidates(*kernel.variant, device_, bodies_))
            if (rate > worth_another_trial * promising.front().pairs_per_second && settings != kernel.settings)
                waiting_.push_back({kernel.variant, settings});
    trials_ = waiting_.size();
    trials_over_ = 0;
}

void Autotuner::start_final() {
    for (Trial& trial : finalists_) {
        trial.slices = warm_up_slices;
        trial.result.pairs_per_second = 0;
    }
    if (finalists_.size() < 2) finished_ = true;
}

void Autotuner::advance_final() {
    const auto next = std::ranges::min_element(finalists_, {}, &Trial::slices);
    if (next->slices < warm_up_slices + slices_in_final) return time_slice(*next);
    for (const Trial& trial : finalists_)
        std::erase_if(rates_, [&](const KernelRate& rate) { return same_variant(rate, trial.result); });
    for (const Trial& trial : finalists_) note(trial.result);
    winner_ = std::ranges::max_element(finalists_, {}, rate_of)->result.kernel;
    finished_ = true;
}

void Autotuner::note(const KernelRate& result) {
    const auto known = std::ranges::find_if(rates_, [&](const KernelRate& rate) { return same_variant(rate, result); });
    if (known == rates_.end())
        rates_.push_back(result);
    else if (result.pairs_per_second > known->pairs_per_second)
        *known = result;
}

}  // namespace milkomeda
