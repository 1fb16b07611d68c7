#include "compute/kernel_search.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_seconds = 2;
constexpr double slice_seconds = 0.006;
constexpr int slices_to_learn = 2;  // how many pairs a slice is; drivers also get ready in them
constexpr int slices_of_a_heat = slices_to_learn + 2;
constexpr int slices_of_the_final = 10;
constexpr std::size_t most_finalists = 3;
constexpr double near_the_best = 0.5;  // settings seldom gain as much

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Kernels made for other devices may be slow, and are only there to be compared with.
std::size_t bodies_for(const KernelVariant& variant, const Device& device, std::size_t bodies) {
    constexpr std::size_t enough_to_compare = 8192;
    return is_made_for(variant, device) ? bodies : std::min(bodies, enough_to_compare);
}

bool same_variant(const KernelRate& a, const KernelRate& b) {
    return a.kernel.variant == b.kernel.variant;
}

}  // namespace

KernelSearch::KernelSearch(const Placement& placement, std::span<const Float4> positions,
                           const ReadSource& read)
    : placement_{placement},
      read_{read},
      bodies_{positions.size()},
      queue_{placement.context, placement.device->handle},
      positions_{placement.context, CL_MEM_READ_ONLY, positions.size_bytes()} {
    queue_.enqueueWriteBuffer(positions_, CL_TRUE, 0, positions.size_bytes(), positions.data());
    for (const KernelVariant& variant : direct_variants())
        if (runs_on(variant, *placement_.device))
            waiting_.push_front({&variant, complete(variant, {}, *placement_.device, bodies_)});
    heats_ = waiting_.size();
    build_next();
}

KernelSearch::~KernelSearch() {
    if (building_.valid()) building_.wait();
}

void KernelSearch::advance(double seconds) {
    const Clock::time_point start = Clock::now();
    while (!finished_ && seconds_since(start) < seconds) {
        if (timed_seconds_ >= most_seconds)
            finish_early();
        else if (heats_over_ == heats_)
            advance_final();
        else if (!runner_is_ready())
            return;
        else if (runner_.solver && runner_.slices < slices_of_a_heat)
            time_slice(runner_);
        else
            end_heat();
    }
}

void KernelSearch::run_heat() {
    if (building_.valid()) building_.wait();
    advance(slice_seconds);
    while (!finished_ && !building_.valid()) advance(slice_seconds);
}

void KernelSearch::run() {
    while (!finished_) run_heat();
}

double KernelSearch::done() const {
    if (finished_) return 1;
    const double of_round = heats_ == 0 ? 1 : static_cast<double>(heats_over_) / static_cast<double>(heats_);
    return second_round_ ? 0.3 + 0.6 * of_round : 0.3 * of_round;
}

KernelChoice KernelSearch::best() const {
    if (winner_.variant || rates_.empty()) return winner_;
    return std::ranges::max_element(rates_, {}, &KernelRate::pairs_per_second)->kernel;
}

// In another thread, with a first slice: that is when drivers translate a kernel.
void KernelSearch::build_next() {
    if (waiting_.empty()) return;
    const KernelChoice kernel = waiting_.front();
    waiting_.pop_front();
    const std::size_t bodies = bodies_for(*kernel.variant, *placement_.device, bodies_);
    building_ = std::async(std::launch::async, [this, kernel, bodies]() -> Runner {
        try {
            Runner runner{{kernel, 0},
                          make_direct_solver(placement_.context, *placement_.device, queue_, bodies, read_,
                                             *kernel.variant, kernel.settings)};
            const bool gave_way = runner.solver->kernel() != kernel;
            if (gave_way) return {};
            runner.solver->begin(positions_, {});
            runner.solver->enqueue_slice(0);
            queue_.finish();
            return runner;
        } catch (const std::exception&) {  // more registers or memory than this device has, say
            return {};
        }
    });
}

bool KernelSearch::runner_is_ready() {
    if (!building_.valid()) return true;
    if (building_.wait_for(std::chrono::seconds{0}) != std::future_status::ready) return false;
    runner_ = building_.get();
    return true;
}

// The fastest of its slices counts: what else the machine does can only slow one down.
void KernelSearch::time_slice(Runner& runner) {
    const Clock::time_point start = Clock::now();
    const double wanted = runner.pairs_per_second * slice_seconds;
    double pairs = 0;
    do {
        if (runner.solver->done() >= 1) runner.solver->begin(positions_, {});
        pairs += runner.solver->enqueue_slice(wanted - pairs);
    } while (pairs < wanted);
    queue_.finish();
    const double seconds = seconds_since(start);
    timed_seconds_ += seconds;
    runner.pairs_per_second = pairs / seconds;
    const bool has_learnt = ++runner.slices > slices_to_learn;
    const double fastest = has_learnt ? runner.result.pairs_per_second : 0;
    runner.result.pairs_per_second = std::max(fastest, runner.pairs_per_second);
}

// On a device that is slow for so many bodies, perhaps in the middle of the first heat.
void KernelSearch::finish_early() {
    if (runner_.solver && runner_.slices > 0) note(runner_.result);
    finished_ = true;
}

void KernelSearch::end_heat() {
    if (runner_.solver) {
        note(runner_.result);
        finalists_.push_back(std::move(runner_));
        std::ranges::sort(finalists_, std::greater{}, rate_of);
        if (finalists_.size() > most_finalists) finalists_.pop_back();
    }
    runner_ = {};
    ++heats_over_;
    if (waiting_.empty() && !second_round_) open_second_round();
    build_next();
    if (heats_over_ == heats_) start_final();
}

// What is promising comes first, in case time runs out.
void KernelSearch::open_second_round() {
    second_round_ = true;
    std::vector<KernelRate> promising = rates_;
    std::ranges::sort(promising, std::greater{}, &KernelRate::pairs_per_second);
    for (const auto& [kernel, rate] : promising)
        for (const KernelSettings& settings : candidates(*kernel.variant, *placement_.device, bodies_))
            if (rate > near_the_best * promising.front().pairs_per_second && settings != kernel.settings)
                waiting_.push_back({kernel.variant, settings});
    heats_ = waiting_.size();
    heats_over_ = 0;
}

void KernelSearch::start_final() {
    for (Runner& runner : finalists_) {
        runner.slices = slices_to_learn;
        runner.result.pairs_per_second = 0;
    }
    if (finalists_.size() < 2) finished_ = true;
}

void KernelSearch::advance_final() {
    const auto next = std::ranges::min_element(finalists_, {}, &Runner::slices);
    if (next->slices < slices_to_learn + slices_of_the_final) return time_slice(*next);
    for (const Runner& runner : finalists_)
        std::erase_if(rates_, [&](const KernelRate& rate) { return same_variant(rate, runner.result); });
    for (const Runner& runner : finalists_) note(runner.result);
    winner_ = std::ranges::max_element(finalists_, {}, rate_of)->result.kernel;
    finished_ = true;
}

void KernelSearch::note(const KernelRate& result) {
    const auto known =
        std::ranges::find_if(rates_, [&](const KernelRate& rate) { return same_variant(rate, result); });
    if (known == rates_.end())
        rates_.push_back(result);
    else if (result.pairs_per_second > known->pairs_per_second)
        *known = result;
}

}  // namespace milkomeda
