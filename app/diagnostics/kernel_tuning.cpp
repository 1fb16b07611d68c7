#include "app/diagnostics/kernel_tuning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/io/user_folders.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

constexpr double search_seconds_per_frame = 0.010;

KernelChoice forced_kernel(const DeviceOptions& options, const DeviceContext& device_context) try {
    if (options.kernel.empty() || !device_context.device) return {};
    if (!options.solver->has_kernels)
        throw std::invalid_argument(fmt::format("solver {} has no kernels to choose", options.solver->name));
    return parse_kernel(options.kernel, *device_context.device);
} catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--kernel: {}", error.what()));
}

std::vector<std::string> build_command(const Device& device, std::size_t bodies, const std::filesystem::path& assets) {
    std::vector<std::string> command{
        executable_path().string(), "bench", "build", "--device", std::to_string(device.index), "--bodies",
        std::to_string(bodies)};
    if (!assets.empty()) command.insert(command.end(), {"--assets", assets.string()});
    return command;
}

}  // namespace

KernelTuning::KernelTuning(const DeviceOptions& options, const ProgramOptions& program,
                           const DeviceContext& device_context, const Assets& assets)
    : read_{assets.reader()}, retune_{options.retune}, program_{program}, solver_{options.solver} {
    use_device(options, device_context);
}

void KernelTuning::use_device(const DeviceOptions& options, const DeviceContext& device_context) {
    stop();
    device_context_ = device_context;
    variants_.clear();
    rates_.clear();
    cache_.reset();
    forced_ = forced_kernel(options, device_context);
    if (device_context.tier == Tier::none || !solver_->has_kernels) return;
    for (const KernelVariant& variant : direct_variants())
        if (variant.target->runs_on(*device_context.device)) variants_.push_back(&variant);
    cache_.emplace(program_.saved_settings ? cache_folder() : std::nullopt, *device_context.device, read_);
}

SolverChoice KernelTuning::start(std::size_t bodies, Accuracy accuracy) {
    stop();
    const SolverType* const type = forced_.variant ? &solver_named("direct") : solver_;
    return {type, first_kernel(bodies), accuracy};
}

SolverChoice KernelTuning::start(const SolverChoice& saved) {
    stop();
    rates_.clear();
    origin_ = KernelOrigin::saved;
    return saved;
}

// Returns the kernel for a new simulation. If search results cannot be saved, a search starts only if the user requests
// it.
KernelChoice KernelTuning::first_kernel(std::size_t bodies) {
    rates_.clear();
    origin_ = KernelOrigin::device_default;
    if (!cache_) return {};

    const std::optional<MeasuredKernels> measured = retune_ ? std::nullopt : cache_->find(bodies);
    if (measured) rates_ = measured->rates;
    if (forced_.variant) {
        origin_ = KernelOrigin::command_line;
        return forced_;
    }
    if (measured) {
        origin_ = KernelOrigin::remembered;
        return measured->best;
    }
    search_wanted_ = search_decides_ = retune_ || cache_->keeps();
    search_asked_for_ = retune_;
    return {};
}

SolverChoice KernelTuning::settle(std::span<const Float4> positions, Accuracy accuracy) {
    const SolverChoice choice = start(positions.size(), accuracy);
    if (!search_wanted_ || !retune_) return choice;
    search_.emplace(device_context_, positions, read_);
    Progress progress{"searching for the fastest kernel", "%", 100};
    while (!search_->finished()) {
        search_->run_trial();
        progress.update(100 * search_->done());
    }
    origin_ = KernelOrigin::search;
    return {choice.type, end_search().kernel, accuracy};
}

void KernelTuning::log(const SolverChoice& running, const SimulationStatus& status,
                       const SimulationParameters& parameters) const {
    const bool sums_all_pairs = running.kernel.variant != nullptr;
    if (!sums_all_pairs)
        log_info(status.solver);
    else if (origin_ != KernelOrigin::device_default)
        log_info(fmt::format("{} ({})", status.solver, name_of(origin_)));
    if (!sums_all_pairs && parameters.fraction_denominator > 1)
        log_warning("the approximation fraction is ignored, because only the direct sum supports fractions");
}

double KernelTuning::advance(SolverSlot& slot, std::span<const Float4> positions, bool time_to_spare,
                             const std::function<void()>& finish_drawing, Notices& notices) {
    const Clock::time_point start = Clock::now();
    try {
        if (!slot.choice().kernel.variant) skip();  // only the direct sum has kernels to search
        let_search_wait(!time_to_spare);
        if (search_wanted_ && !search_waits_ && !built_.valid()) advance_search(positions, finish_drawing);
        if (search_ && search_->finished()) {
            const Decision found = end_search();
            notices.add("fastest kernel: " + to_string(found.kernel));
            if (search_decides_) decision_ = found;
        }
    } catch (const std::exception& error) {
        skip();
        notices.fail(in_words(error));
    }
    if (const std::optional<ReadySolver> built = next_built(notices)) {
        slot.use(*built);
        origin_ = building_.origin;
    }
    build_next(slot);
    return seconds_since(start);
}

void KernelTuning::let_search_wait(bool wait) {
    search_waits_ = wait && search_wanted_ && !search_asked_for_ && device_context_.device->type == "cpu";
    if (builds_first_) builds_first_->set_suspended(search_waits_);
}

// Continues the search. While PoCL's CPU driver builds a kernel, it blocks all threads of the process. Therefore a
// child process first builds all kernels into the driver's cache.
void KernelTuning::advance_search(std::span<const Float4> positions, const std::function<void()>& finish_drawing) {
    if (!search_) {
        const Device& device = *device_context_.device;
        if (device.type == "cpu" && !builds_first_)
            builds_first_.emplace(background_command(build_command(device, positions.size(), program_.assets)));
        if (builds_first_ && !builds_first_->ended()) return;
        search_.emplace(device_context_, positions, read_);
    }
    if (finish_drawing) finish_drawing();
    search_->advance(search_seconds_per_frame);
    rates_ = search_->rates();
}

// Returns the solver that a background thread has built; empty if no solver is ready.
std::optional<ReadySolver> KernelTuning::next_built(Notices& notices) try {
    return is_ready(built_) ? std::optional{built_.get()} : std::nullopt;
} catch (const std::exception& error) {
    notices.fail(in_words(error));
    return std::nullopt;
}

// Builds the selected kernel in a background thread, because a build may take a second.
void KernelTuning::build_next(SolverSlot& slot) {
    if (!decision_ || built_.valid()) return;
    building_ = *std::exchange(decision_, std::nullopt);
    SolverChoice choice = slot.choice();
    if (building_.solver) choice.type = building_.solver;
    choice.kernel = building_.kernel;
    built_ = in_background([this, &slot, choice] { return slot.build(choice, read_); });
}

void KernelTuning::search() {
    skip();
    rates_.clear();
    search_wanted_ = search_asked_for_ = search_decides_ = cache_.has_value();
}

void KernelTuning::search_on() { search_wanted_ = search_decides_ = cache_.has_value(); }

void KernelTuning::stop() {
    skip();
    if (built_.valid()) built_.wait();
    built_ = {};
    decision_.reset();
}

void KernelTuning::skip() {
    search_.reset();
    builds_first_.reset();
    search_wanted_ = search_waits_ = false;
}

KernelTuning::Decision KernelTuning::end_search() {
    const MeasuredKernels measured{search_->best(), search_->rates()};
    if (!measured.best.variant)
        throw std::runtime_error("no kernel could be timed on this device; try another --device");
    rates_ = measured.rates;
    cache_->keep(search_->bodies(), measured);
    skip();
    return {measured.best, KernelOrigin::search};
}

const KernelRate* KernelTuning::rate_of(const KernelVariant& variant) const {
    const auto rate = std::ranges::find(rates_, &variant, [](const KernelRate& each) { return each.kernel.variant; });
    return rate == rates_.end() ? nullptr : &*rate;
}

void KernelTuning::pick(const KernelVariant& variant) {
    const KernelRate* const rate = rate_of(variant);
    pick({.type = &solver_named("direct"), .kernel = rate ? rate->kernel : KernelChoice{&variant, {}}});
}

void KernelTuning::pick(const SolverChoice& choice) {
    search_decides_ = false;
    decision_ = {choice.kernel, KernelOrigin::hand, choice.type};
}

std::string KernelTuning::picked_to_build() const {
    const Decision* const next = decision_ ? &*decision_ : built_.valid() ? &building_ : nullptr;
    if (!next || next->origin != KernelOrigin::hand) return {};
    return std::string{next->kernel.variant ? next->kernel.variant->name : next->solver->name};
}

double KernelTuning::pairs_per_second(const KernelVariant& variant) const {
    const KernelRate* const rate = rate_of(variant);
    return rate ? rate->pairs_per_second : 0;
}

}  // namespace milkomeda
