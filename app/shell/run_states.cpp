// The state of the run in the output of --trace: device, solver, transport, history and diagnostics.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/diagnostics/merger.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/setting_json.hpp"
#include "app/shell/state_rows.hpp"
#include "app/tools/mixed_tools.hpp"
#include "data/particles/structure.hpp"
#include "data/scene/milestones.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

const ParticleSource& source_of(const TracedParts& parts) { return parts.run.loaded.particle_source(); }

Json scene(const LoadedScene& loaded) {
    const SceneSetup& initial = loaded.initial();
    Json orbit;  // null if the scene has no orbit
    if (initial.orbit)
        orbit = {{"eccentricity", initial.orbit->eccentricity},
                 {"pericentre", initial.orbit->pericenter},
                 {"separation", initial.orbit->separation}};
    return {{"source", initial.source},
            {"bodies", initial.particles.size()},
            {"total_mass", total_mass(initial.particles)},
            {"title", initial.title},
            {"orbit", orbit}};
}

// Returns the durations of one iteration of a mixed box in milliseconds.
Json of(const MixedTimes& times) {
    return {{"total", 1e3 * times.total},
            {"device", 1e3 * times.device},
            {"host", 1e3 * times.host},
            {"wait", 1e3 * times.wait},
            {"map", 1e3 * times.map}};
}

Json of(const LiveBox& box, const MixedTools& tools) {
    const MixedSimulation& simulation = box.simulation();
    const MixedStatus status = simulation.status();
    Json large = Json::array();
    for (const LargeParticle& row : simulation.large().rows())
        if (row.is_used()) large.push_back({row.position.x, row.position.y, row.position.z, row.radius, row.fixed});
    return {{"tool", name_of(tools.tool())},
            {"holds", tools.holds()},
            {"gravity", array(simulation.gravity())},
            {"schedule", name_of(simulation.schedule())},
            {"memory", name_of(box.box().memory)},
            {"small", status.small},
            {"full_cells", status.full_cells},
            {"iteration_ms", of(box.times())},
            {"large", large}};
}

Json kernel(const LoadedScene& loaded, const KernelTuning& kernels) {
    const KernelChoice running = loaded.particle_source().solver().kernel;
    Json rates = Json::object();
    for (const KernelVariant& variant : direct_variants())
        if (const double rate = kernels.pairs_per_second(variant); rate > 0) rates[variant.name] = rate * 1e-9;
    return {{"name", running.variant ? running.variant->name : ""},
            {"kernel", running.variant ? to_string(running) : ""},
            {"origin", name_of(kernels.origin())},
            {"searching", kernels.searching()},
            {"waits", kernels.search_waits()},
            {"gpairs_per_s", rates}};
}

Json solver(const ParticleSource& source) {
    const SimulationStatus status = source.frames().status();
    Json errors;
    if (const auto found = source.force_errors())
        errors = {{"p50", found->relative.p50},
                  {"p90", found->relative.p90},
                  {"p99", found->relative.p99},
                  {"most", found->relative.most}};
    return {
        {"name", source.solver().type->name}, {"runs", status.solver}, {"force_errors", errors}, {"gas", status.gas}};
}

Json of(const ErrorDistribution& errors) {
    return {{"p50", errors.p50},
            {"p90", errors.p90},
            {"p99", errors.p99},
            {"most", errors.most},
            {"counts", errors.histogram.counts}};
}

// Returns the histograms of the force errors. The lower edge of the bin with the index i is
// 10^(least_decade + i / per_decade).
Json of(const ForceErrors& errors) {
    return {{"bodies", errors.bodies},
            {"cost", errors.cost},
            {"rms_acceleration", errors.rms_acceleration},
            {"relative", of(errors.relative)},
            {"to_rms", of(errors.to_rms)},
            {"least_decade", ErrorHistogram::least_decade},
            {"per_decade", ErrorHistogram::per_decade}};
}

Json device(const std::optional<LostDevice>& lost, double time) {
    Json choices = Json::array();
    if (!lost) return {{"lost", false}, {"reason", ""}, {"goes_on_from", nullptr}, {"choices", choices}};
    for (const Device& choice : lost->choices) choices.push_back(choice.name);
    return {{"lost", true}, {"reason", lost->reason}, {"goes_on_from", time}, {"choices", choices}};
}

Json of(const SnapshotSeries& series, bool playing) {
    Json follows;  // null unless a program is writing the series
    if (const auto progress = series.progress()) {
        follows = {{"snapshots", progress->snapshots}, {"newest", progress->newest}, {"share", nullptr}};
        if (progress->share) follows["share"] = *progress->share;
    }
    return {{"file", series.file(series.index()).string()},
            {"time", series.time()},
            {"index", series.index()},
            {"count", series.count()},
            {"playing", playing},
            {"interpolated", series.interpolated()},
            {"note", series.note()},
            {"follows", follows}};
}

// Returns the title of the present milestone, and the model time to which the run is computing. Both values may be
// missing and are then null.
Json milestones(const LoadedScene& loaded) {
    const ParticleSource& source = loaded.particle_source();
    const std::vector<SceneMilestone>& all = loaded.initial().milestones;
    Json present, goal;
    if (const auto index = milestone_at(all, source.transport().time())) present = all[*index].title;
    if (source.transport().state().goal) goal = *source.transport().state().goal;
    return {{"count", all.size()}, {"present", present}, {"heading_for", goal}};
}

// Returns the measured Kennicutt-Schmidt relation, or null without gas. A galaxy without star formation has no mean.
Json of(const std::optional<SchmidtMeasurement>& schmidt) {
    if (!schmidt || schmidt->galaxies.empty()) return {};
    Json galaxies = Json::array();
    for (const GalaxySchmidtPoints& galaxy : schmidt->galaxies) {
        Json row = {{"names", galaxy.galaxies}, {"squares", galaxy.squares.size()}, {"mean", nullptr}};
        if (galaxy.mean) row["mean"] = {{"gas", galaxy.mean->gas}, {"rate", galaxy.mean->rate}, {"kpc", galaxy.radius}};
        galaxies.push_back(row);
    }
    return {{"time", schmidt->time}, {"galaxies", galaxies}};
}

// Returns the newest row of diagnostics, or null before the first row. Numbers that are not finite become null.
Json of(const LiveDiagnostics& diagnostics) {
    const auto known = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    const DiagnosticsSeries& series = diagnostics.series();
    Json row, radii = Json::object(), markers = Json::array(), merged;  // `merged` is null without a merger
    if (const auto time = merger_time(series.rows())) merged = *time;
    for (const SeriesMarker& marker : series.markers())
        markers.push_back({{"time", marker.time}, {"text", marker.text}});
    Json other_branch;  // null without another branch
    if (const auto other = diagnostics.other())
        other_branch = {{"name", other->name}, {"rows", other->measurements->series.rows().size()}};
    if (!series.rows().empty()) {
        const Diagnostics& found = series.rows().back().found;
        for (std::size_t c = 0; c < series.components().size(); ++c)
            radii[full_name(series.components()[c])] = {known(found.radii[c].r10), known(found.radii[c].r50),
                                                        known(found.radii[c].r90)};
        row = {{"time", found.time},
               {"steps", found.steps},
               {"kinetic", known(found.energies.kinetic)},
               {"potential", known(found.energies.potential)},
               {"total", known(found.total_energy())},
               {"energy_error", known(series.rows().back().energy_error)},
               {"momentum", array(found.momentum)},
               {"angular_momentum", array(found.angular_momentum)},
               {"virial_ratio", known(found.virial_ratio())},
               {"separation", known(found.separation)},
               {"unbound", known(found.unbound)},
               {"star_formation", known(found.star_formation)},
               {"gas_mass", known(found.gas.mass)},
               {"stars_formed", known(found.gas.stars)},
               {"sfr_msun_per_yr", known(found.gas.rate)},
               {"internal", known(found.gas.internal_energy)},
               {"substeps", known(found.gas.substeps)},
               {"radii", radii}};
    }
    return {{"rows", series.rows().size()},
            {"newest", row},
            {"oldest_time", series.rows().empty() ? Json() : Json(series.rows().front().found.time)},
            {"kennicutt_schmidt", of(diagnostics.measurements().schmidt)},
            {"markers", markers},
            {"other_branch", other_branch},
            {"merged", merged},
            {"share", diagnostics.share},
            {"cost_share", diagnostics.cost().share()},
            {"cost_seconds", diagnostics.cost().seconds},
            {"profile_seconds", diagnostics.profile_seconds()},
            {"step_seconds", diagnostics.cost().step_seconds},
            {"bound", diagnostics.bound},
            {"alarmed", diagnostics.has_alarmed()}};
}

// Returns the stored history of the run, or null for a run without history.
Json run_history(const RunHistory* history, long steps) {
    if (!history) return {};
    Json passed = Json::array(), futures = Json::array(), keys = Json::array();
    for (const double time : passages(history->separations())) passed.push_back(time);
    for (const auto& branch : history->branches())
        futures.push_back(
            {{"begin", branch->begin.steps},
             {"end", branch->end.steps},
             {"present", branch == history->present()},
             {"changes", history->log_of(*branch).settings(branch->begin.steps, branch->end.steps).size()}});
    for (const DeviceSnapshot* const key : history->keys()) keys.push_back(key->steps);
    const RunHistory::Memory memory = history->memory();
    return {{"start", history->start().steps},
            {"end", history->end().steps},
            {"has_future", history->has_future(steps)},
            {"keys", keys},
            {"interval", memory.interval},
            {"budget", memory.budget},
            {"bytes", memory.bytes},
            {"bytes_on_device", memory.bytes_on_device},
            {"futures", futures},
            {"overwrites", history->overwrites},
            {"passages", passed}};
}

Json transport(const LoadedScene& loaded, const SimulationStatus& status) {
    const ParticleSource& source = loaded.particle_source();
    Json goal, exact_from;
    if (source.transport().state().goal) goal = *source.transport().state().goal;
    if (const auto from = source.transport().state().undo_limit) exact_from = *from;
    return {{"playing", source.transport().playing()},
            {"time", status.time},
            {"steps", status.steps},
            {"backwards", source.transport().state().backward},
            {"loops", source.transport().state().looping},
            {"heading_for", goal},
            {"exact_from", exact_from},
            {"shown", loaded.moment().time},
            {"first", source.transport().state().first_time},
            {"last", source.transport().state().last_time},
            {"time_line", run_history(source.checkpoints().run_history(), status.steps)}};
}

constexpr StateRow run_rows[] = {
    {"tier",
     [](const TracedParts& parts) -> Json {
         const SimulationStatus status = source_of(parts).frames().status();
         return {{"tier", name_of(status.tier)}, {"reason", status.tier_reason}, {"device", status.device}};
     }},
    {"device",
     [](const TracedParts& parts) { return device(parts.run.lost_device, source_of(parts).frames().status().time); }},
    {"scene", [](const TracedParts& parts) { return scene(parts.run.loaded); }},
    {"parameters", [](const TracedParts& parts) { return to_json(parts.run.parameters); }},
    {"transport",
     [](const TracedParts& parts) { return transport(parts.run.loaded, source_of(parts).frames().status()); }},
    {"playback",
     [](const TracedParts& parts) -> Json {
         const SnapshotSeries* const series = source_of(parts).series();
         return series ? of(*series, source_of(parts).transport().playing()) : Json();
     }},
    {"mixed",
     [](const TracedParts& parts) -> Json {
         const LiveBox* const box = source_of(parts).box();
         return box ? of(*box, parts.tools.mixed) : Json();
     }},
    {"kernel", [](const TracedParts& parts) { return kernel(parts.run.loaded, parts.run.kernels); }},
    {"solver", [](const TracedParts& parts) { return solver(source_of(parts)); }},
    {"errors",
     [](const TracedParts& parts) -> Json {
         const auto errors = source_of(parts).force_errors();
         return errors ? of(*errors) : Json();
     }},
    {"diagnostics", [](const TracedParts& parts) { return of(parts.run.diagnostics); }},
    {"milestones", [](const TracedParts& parts) { return milestones(parts.run.loaded); }},
};

}  // namespace

std::span<const StateRow> run_states() { return run_rows; }

}  // namespace milkomeda
