#include "app/tools/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/cli/usage_error.hpp"
#include "app/playback/step_pacer.hpp"
#include "data/base/clock.hpp"
#include "data/particles/structure.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {
namespace {

SimulationParameters exact_forces(SimulationParameters parameters) {
    parameters.fraction_denominator = 1;
    parameters.accuracy = Accuracy::exact;
    return parameters;
}

// Returns the solver of the exact run: the direct sum. A compared run that uses the direct sum passes its kernel on;
// otherwise `kernel` is empty and the solver chooses.
SolverChoice exact_solver(const SolverChoice& of_run) {
    return {.type = &solver_named("direct"), .kernel = of_run.kernel, .accuracy = Accuracy::exact};
}

// Returns the distance between the centers of two galaxies, estimated from the first rows (at most 2048) of each core
// component. These rows are a random sample, because rows are shuffled, and represent the same bodies in both runs.
double separation(const Simulation& simulation, const ParticleSet& particles) {
    constexpr std::size_t enough = 2048;
    const std::vector<std::string> names = galaxies(particles);
    if (names.size() != 2) return std::numeric_limits<double>::quiet_NaN();
    std::array<glm::dvec3, 2> centers;
    for (std::size_t i = 0; i < 2; ++i) {
        std::vector<glm::dvec3> points;
        for (const Component& part : core_of_galaxy(particles, names[i]))
            for (const Float4& p : simulation.checkpoints().positions(part.first, std::min(part.count, enough)))
                points.emplace_back(p.x, p.y, p.z);
        centers[i] = shrinking_mean(std::move(points));
    }
    return glm::length(centers[0] - centers[1]);
}

// Advances a run. Adds the duration of the call to `seconds` and to the used time of the frame.
void advance_run(ParticleSource& source, const SimulationParameters& parameters, FrameTime& frame, double& seconds) {
    const Clock::time_point start = Clock::now();
    source.frames().advance(parameters, frame);
    const double taken = seconds_since(start);
    seconds += taken;
    frame.busy_seconds += taken;
    frame.seconds = 0;
}

}  // namespace

void SplitHistory::add(double time, double rms_distance, double separations) {
    // largest number of stored times; a plot is not wider than this number of pixels
    constexpr std::size_t most = 4096;
    if (seen_++ % stride_ != 0) return;
    times.push_back(time);
    rms.push_back(rms_distance);
    separation.push_back(separations);
    if (times.size() < most) return;
    for (std::vector<double>* const column : {&times, &rms, &separation}) {
        for (std::size_t i = 0; 2 * i < column->size(); ++i) (*column)[i] = (*column)[2 * i];
        column->resize(most / 2);
    }
    stride_ *= 2;
}

SplitPanes split_panes(const Area& free, float line) {
    constexpr float plot_lines = 12, most_of_height = 0.38f, gap = 2;
    const float plot = std::round(std::min(plot_lines * line, most_of_height * free.size.y));
    const glm::vec2 size{std::floor((free.size.x - gap) / 2), free.size.y - plot};
    const glm::vec2 pane = glm::max(size, 1.0f);
    return {.exact = {free.least, pane},
            .chosen = {{free.most().x - pane.x, free.least.y}, pane},
            .plot = {{free.least.x, free.most().y - plot}, {free.size.x, plot}}};
}

void SplitView::end() {
    asked_for_ = false;
    if (!exact_) return;
    exact_.reset();
    release_unused_memory();
}

void SplitView::begin(const LoadedScene& run, ComputeContext compute) try {
    const ParticleSource& source = run.particle_source();
    if (compute.device.tier == Tier::none && source.limits().force_comparison.empty())
        throw UsageError(fmt::format("two runs cannot be compared: {}", compute.device.reason));
    compute.solver = exact_solver(source.solver());
    exact_.reset();  // frees the former exact run first, because the memory may be too small for two exact runs
    // NOLINTNEXTLINE(modernize-make-unique): Exact cannot be moved
    exact_.reset(new Exact{run.twin(compute)});
    exact_->scene.particle_source().transport().play(false);
    if (Probes* const probes = exact_->scene.particle_source().probes()) probes->prepare_distances();
    history_ = {};
} catch (const std::exception&) {
    end();
    throw;
}

void SplitView::advance(ParticleSource& run, const SimulationParameters& parameters, FrameTime frame) {
    ParticleSource& exact = exact_->scene.particle_source();
    frame.one_step_only = true;
    bool noted = false;
    do {
        if (!is_behind()) {
            if (run.frames().is_between_steps()) exact_->latched = parameters;
            const double before = run.transport().time();
            advance_run(run, exact_->latched, frame, exact_->run_seconds);
            if (run.transport().time() == before) return;  // the run has completed no step in this frame
            exact.transport().step();
        }
        advance_run(exact, exact_forces(exact_->latched), frame, exact_->exact_seconds);
        if (is_behind()) return;
        constexpr double memory = 0.9;
        exact_->run_seconds *= memory;
        exact_->exact_seconds *= memory;
        if (!std::exchange(noted, true)) note(run);
    } while (frame.busy_seconds < StepPacer::longest_frame_seconds);
}

void SplitView::note(ParticleSource& run) {
    const Simulation &chosen = run.simulation(), &exact = exact_->scene.particle_source().simulation();
    if (!exact.is_between_steps() || !chosen.is_between_steps()) return;
    const ParticleSet& particles = exact_->scene.initial().particles;
    history_.add(run.transport().time(), exact.probes().rms_distance(chosen.probes()),
                 std::abs(separation(chosen, particles) - separation(exact, particles)));
}

// Displays both runs at the common model time share * run_time + (1 - share) * exact_time, where `share` is the part of
// the computing time that the run with the chosen forces takes. The common time advances evenly while the runs compute
// their steps one after the other, so that the motion is smooth.
void SplitView::update(LoadedScene& run) {
    LoadedScene& exact = exact_->scene;
    const double run_time = run.particle_source().simulation().drawn_time();
    const double exact_time = exact.particle_source().simulation().drawn_time();
    const double both = exact_->run_seconds + exact_->exact_seconds;
    const double share = both > 0 ? exact_->run_seconds / both : 0.5;
    const double time = share * run_time + (1 - share) * exact_time;
    run.update(time - run_time);
    exact.update(time - exact_time);
}

}  // namespace milkomeda
