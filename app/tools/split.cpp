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

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// Returns the distance between the centers of two galaxies, estimated from the first rows (at most 2048) of each core
// component. These rows are a random sample, because rows are shuffled, and represent the same bodies in runs with
// equal bodies. NaN unless there are exactly two galaxies.
double separation_in(const Simulation& simulation, const ParticleSet& particles) {
    constexpr std::size_t enough = 2048;
    const std::vector<std::string> names = galaxies(particles);
    if (names.size() != 2) return unknown;
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

// Returns the distance between the centers of two galaxies. For a series, the centers are those of the shown bodies.
double separation_of(LoadedScene& scene) {
    const ParticleSource& source = scene.particle_source();
    if (source.probes()) return separation_in(source.simulation(), scene.initial().particles);
    const std::vector<Landmark>& centers = scene.galaxies();
    return centers.size() == 2 ? glm::length(centers[0].position - centers[1].position) : unknown;
}

// Returns the model time of the picture of a run before LoadedScene::update() shifts it.
double drawn_time(const ParticleSource& source) {
    return source.probes() ? source.simulation().drawn_time() : source.transport().time();
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

void RowThinning::limit(std::initializer_list<std::vector<double>*> columns) {
    constexpr std::size_t most = 4096;  // a plot is not wider than this number of pixels
    if ((*columns.begin())->size() < most) return;
    for (std::vector<double>* const column : columns) {
        for (std::size_t i = 0; 2 * i < column->size(); ++i) (*column)[i] = (*column)[2 * i];
        column->resize(most / 2);
    }
    stride_ *= 2;
}

void SplitHistory::add(const SplitSample& sample) {
    if (!thinning_.wants_row()) return;
    times.push_back(sample.time);
    rms.push_back(sample.rms);
    first_separation.push_back(sample.first_separation);
    second_separation.push_back(sample.second_separation);
    separation.push_back(std::abs(sample.first_separation - sample.second_separation));
    thinning_.limit({&times, &rms, &first_separation, &second_separation, &separation});
}

void EnergyHistory::add(double time, double energy) {
    if (!thinning_.wants_row()) return;
    times.push_back(time);
    energies.push_back(energy);
    thinning_.limit({&times, &energies});
}

std::vector<double> energy_errors(const EnergyHistory& history, double from) {
    std::vector<double> errors(history.times.size(), unknown);
    const auto first = std::ranges::lower_bound(history.times, from);
    for (auto i = static_cast<std::size_t>(first - history.times.begin()); i < errors.size(); ++i) {
        const double start = history.energies[static_cast<std::size_t>(first - history.times.begin())];
        errors[i] = std::abs((history.energies[i] - start) / start);
    }
    return errors;
}

SplitPanes split_panes(const Area& free, float line) {
    constexpr float plot_lines = 12, most_of_height = 0.38f, gap = 2;
    const float plot = std::round(std::min(plot_lines * line, most_of_height * free.size.y));
    const glm::vec2 size{std::floor((free.size.x - gap) / 2), free.size.y - plot};
    const glm::vec2 pane = glm::max(size, 1.0f);
    return {.second = {free.least, pane},
            .first = {{free.most().x - pane.x, free.least.y}, pane},
            .plot = {{free.least.x, free.most().y - plot}, {free.size.x, plot}}};
}

void SplitView::ask_for(const Comparison& comparison) {
    second_.reset();
    comparison_ = comparison;
    asked_for_ = true;
}

void SplitView::end() {
    asked_for_ = false;
    if (!second_) return;
    second_.reset();
    release_unused_memory();
}

void SplitView::begin(const LoadedScene& run, const SimulationParameters& parameters,
                      const ComputeContext& compute) try {
    const bool has_limit = !run.particle_source().limits().force_comparison.empty();
    if (compute.device.tier == Tier::none && !has_limit)
        throw UsageError(fmt::format("two runs cannot be compared: {}", compute.device.reason));
    second_.reset();  // frees the former run first, because the memory may be too small for another run
    // NOLINTNEXTLINE(modernize-make-unique): Second cannot be moved
    second_.reset(new Second{SecondRun{comparison_, run, parameters, compute}});
    second_->latched = parameters;
    history_ = {};
    second_energies_ = {};
} catch (const std::exception&) {
    end();
    throw;
}

void SplitView::advance(LoadedScene& run, const SimulationParameters& parameters, FrameTime frame) {
    ParticleSource& first = run.particle_source();
    SecondRun& second = second_->run;
    constexpr double energy_share = 0.02;  // share of the second run's time for measurements of its energy
    if (Probes* const probes = second.source().probes()) probes->sample_energies(energy_share);
    second.follow(first.transport().time(), second_->latched);  // because the user may have moved a series in time
    frame.one_step_only = true;
    bool noted = false;
    do {
        if (!is_behind()) {
            if (first.frames().is_between_steps()) second_->latched = parameters;
            const double before = first.transport().time();
            advance_run(first, second_->latched, frame, second_->first_seconds);
            if (first.transport().time() == before) return;  // the first run has completed no step in this frame
            second.follow(first.transport().time(), second_->latched);
        }
        if (is_behind()) {
            advance_run(second.source(), second.parameters(second_->latched), frame, second_->second_seconds);
            second.follow(first.transport().time(), second_->latched);
            if (is_behind()) return;
        }
        constexpr double memory = 0.9;
        second_->first_seconds *= memory;
        second_->second_seconds *= memory;
        if (!std::exchange(noted, true)) note(run);
    } while (frame.busy_seconds < StepPacer::longest_frame_seconds);
}

// Adds the present state of both runs to the curves, if both are between two steps and their model times are equal to
// within one timestep.
void SplitView::note(LoadedScene& run) {
    SecondRun& second = second_->run;
    if (!second.source().frames().is_between_steps() || !run.particle_source().frames().is_between_steps()) return;
    const double time = run.particle_source().transport().time();
    if (std::abs(second.source().transport().time() - time) > second_->latched.timestep) return;
    const double rms =
        second.has_equal_bodies() ? second.source().probes()->rms_distance(*run.particle_source().probes()) : unknown;
    history_.add({time, rms, separation_of(run), separation_of(second.scene())});
    Probes* const probes = second.source().probes();
    if (const auto sample = probes ? probes->take_energy_sample() : std::nullopt) {
        const Energies energies = energies_of(*sample);
        second_energies_.add(sample->time, energies.total());
    }
}

// Displays both runs at the common model time share * first_time + (1 - share) * second_time, where `share` is the part
// of the computing time that the first run takes. The common time advances evenly while the runs compute their steps
// one after the other, so that the motion is smooth. Runs that are more than a step apart, and series, show their own
// times.
void SplitView::update(LoadedScene& run) {
    SecondRun& second = second_->run;
    const double first_time = drawn_time(run.particle_source()), second_time = drawn_time(second.source());
    const double longest = std::max(second_->latched.timestep, second.parameters(second_->latched).timestep);
    const bool are_computed = run.particle_source().probes() && second.source().probes();
    const bool are_close = are_computed && std::abs(first_time - second_time) <= 1.5 * longest;
    const double both = second_->first_seconds + second_->second_seconds;
    const double share = both > 0 ? second_->first_seconds / both : 0.5;
    const double time = share * first_time + (1 - share) * second_time;
    run.update(are_close ? time - first_time : 0);
    second.scene().update(are_close ? time - second_time : 0);
}

}  // namespace milkomeda
