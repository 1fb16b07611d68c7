#include "app/shell/run_quantities.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/constants.hpp>
#include <limits>

#include "app/diagnostics/merger.hpp"
#include "app/scene/encounter_source.hpp"
#include "data/base/units.hpp"
#include "data/particles/structure.hpp"
#include "data/simulation/parameter_table.hpp"

namespace milkomeda {
namespace {

using Value = std::optional<QuantityValue>;
using Row = DiagnosticsSeries::Row;

// Returns a number as the value of a quantity; an empty optional for NaN.
Value known(double number) { return std::isnan(number) ? Value{} : Value{number}; }
Value word_of(bool value) { return std::string{value ? "true" : "false"}; }

double time_of(const Row& row) { return row.found.time; }
double displayed_time(const LessonRun& run) { return run.loaded.particle_source().transport().time(); }

// Returns the rows of diagnostics that are not later than the displayed time.
std::span<const Row> rows_of(const LessonRun& run) {
    constexpr double rounding = 1e-6;
    const std::vector<Row>& rows = run.diagnostics.series().rows();
    const auto end = std::ranges::upper_bound(rows, displayed_time(run) + rounding, {}, time_of);
    return {rows.begin(), end};
}

// Returns a quantity of the newest row, or an empty optional if there is no row.
Value of_newest(const LessonRun& run, const std::function<double(const Row&)>& value) {
    const std::span<const Row> rows = rows_of(run);
    return rows.empty() ? Value{} : known(value(rows.back()));
}

Value error_of(const LessonRun& run, float ErrorDistribution::*percentile) {
    const auto errors = run.loaded.particle_source().force_errors();
    return errors ? Value{double{errors->relative.*percentile}} : Value{};
}

Value of_orbit(const LessonRun& run, double SceneOrbit::*element) {
    const auto& orbit = run.loaded.initial().orbit;
    return orbit ? Value{(*orbit).*element} : Value{};
}

Value passages_of(const LessonRun& run) {
    const RunHistory* const history = run.loaded.particle_source().checkpoints().run_history();
    if (!history) return {};
    const std::vector<double> times = passages(history->separations());
    return static_cast<double>(std::ranges::upper_bound(times, displayed_time(run)) - times.begin());
}

Value branches_of(const LessonRun& run) {
    const RunHistory* const history = run.loaded.particle_source().checkpoints().run_history();
    return history ? Value{static_cast<double>(history->branches().size())} : Value{};
}

Value merger_of(const LessonRun& run) {
    const auto time = merger_time(rows_of(run));
    return time ? Value{*time} : Value{};
}

// Returns true if the window shows the encounter of a model that the search has found.
bool shows_model(const LessonRun& run) {
    const std::string& source = run.loaded.initial().source;
    return std::ranges::any_of(run.match.search.state().models,
                               [&](const FoundModel& model) { return source == source_of(model.encounter); });
}

Value match_score(const LessonRun& run) {
    const std::vector<FoundModel>& models = run.match.search.state().models;
    if (models.empty()) return {};
    double best = std::numeric_limits<double>::lowest();
    for (const FoundModel& model : models) best = std::max(best, model.terms.score());
    return Value{best};
}

bool shows_contours(const LessonRun& run) {
    const MatchLook& look = run.match.overlay.look;
    return look.picture_contours && look.model_contours;
}

using Measure = Value (*)(const LessonRun&);

// Functions that return the quantities of the picture to match, which are unknown without a picture.
const std::map<std::string, Measure>& match_measures() {
    using Run = const LessonRun&;
    static const std::map<std::string, Measure> table{
        {"match_separation",
         [](Run run) -> Value {
             return glm::length(run.match.picture()->marks().pair.separation) * encounter_kpc / kpc_per_length;
         }},
        {"match_circles",
         [](Run run) -> Value { return static_cast<double>(run.match.picture()->marks().mask.circles.size()); }},
        {"match_encounters", [](Run run) -> Value { return static_cast<double>(run.match.search.state().encounters); }},
        {"match_score", match_score},
        {"match_judged", [](Run run) -> Value { return static_cast<double>(run.match.search.judged()); }},
        {"match_kept",
         [](Run run) -> Value {
             return static_cast<double>(
                 std::ranges::count(run.match.search.state().models, true, &FoundModel::is_kept));
         }},
        {"match_shown", [](Run run) { return word_of(shows_model(run)); }},
        {"match_blinks", [](Run run) { return word_of(run.match.overlay.look.blinks); }},
        {"match_contours", [](Run run) { return word_of(shows_contours(run)); }}};
    return table;
}

// Functions that return the quantities of the run, in contrast to quantities of a galaxy or component, by their names.
const std::map<std::string, Measure>& measures() {
    using Run = const LessonRun&;
    static const std::map<std::string, Measure> table{
        {"time", [](Run run) -> Value { return displayed_time(run); }},
        {"steps",
         [](Run run) -> Value { return static_cast<double>(run.loaded.particle_source().frames().status().steps); }},
        {"bodies", [](Run run) -> Value { return static_cast<double>(run.loaded.initial().particles.size()); }},
        {"galaxies",
         [](Run run) -> Value { return static_cast<double>(galaxies(run.loaded.initial().particles).size()); }},
        {"energy_error",
         [](Run run) { return of_newest(run, [](const Row& row) { return std::abs(row.energy_error); }); }},
        {"virial_ratio",
         [](Run run) { return of_newest(run, [](const Row& row) { return row.found.virial_ratio(); }); }},
        {"separation", [](Run run) { return of_newest(run, [](const Row& row) { return row.found.separation; }); }},
        {"unbound", [](Run run) { return of_newest(run, [](const Row& row) { return row.found.unbound; }); }},
        {"star_formation",
         [](Run run) { return of_newest(run, [](const Row& row) { return row.found.star_formation; }); }},
        {"sfr_msun_per_yr", [](Run run) { return of_newest(run, [](const Row& row) { return row.found.gas.rate; }); }},
        {"passages", passages_of},
        {"merger_time", merger_of},
        {"branches", branches_of},
        {"force_errors.p50", [](Run run) { return error_of(run, &ErrorDistribution::p50); }},
        {"force_errors.p90", [](Run run) { return error_of(run, &ErrorDistribution::p90); }},
        {"force_errors.p99", [](Run run) { return error_of(run, &ErrorDistribution::p99); }},
        {"force_errors.most", [](Run run) { return error_of(run, &ErrorDistribution::most); }},
        {"orbit.eccentricity", [](Run run) { return of_orbit(run, &SceneOrbit::eccentricity); }},
        {"orbit.pericentre", [](Run run) { return of_orbit(run, &SceneOrbit::pericenter); }},
        {"orbit.separation", [](Run run) { return of_orbit(run, &SceneOrbit::separation); }},
        {"playing", [](Run run) { return word_of(run.loaded.particle_source().transport().playing()); }},
        {"comparing", [](Run run) { return word_of(run.is_comparing); }}};
    return table;
}

// Returns the value of a parameter of the simulation; an empty optional if `name` is not a parameter.
Value of_parameter(const std::string& name, const SimulationParameters& parameters) {
    for (const Parameter& parameter : parameter_table()) {
        if (!parameter.scene_key.ends_with("." + name)) continue;
        const SettingValue value = parameter.field.get(parameters);
        if (const double* const number = std::get_if<double>(&value)) return *number;
        if (const Fraction* const fraction = std::get_if<Fraction>(&value)) return 1.0 / fraction->denominator;
        if (const Choice* const choice = std::get_if<Choice>(&value)) return std::string{choice->name()};
        if (const CountOrAuto* const count = std::get_if<CountOrAuto>(&value))
            return *count ? Value{static_cast<double>(**count)} : Value{std::string{"auto"}};
    }
    return {};
}

// Returns the name of a component in quantities and in columns of diagnostics, such as "milky-way_disk".
std::string column_of(const Component& component) {
    return component.galaxy.empty() ? component.name : component.galaxy + "_" + component.name;
}

// Returns a Lagrangian radius such as "r50_milky-way_disk".
Value radius_of(const std::string& name, const LessonRun& run) {
    const std::vector<Component>& components = run.diagnostics.series().components();
    const auto found = std::ranges::find(components, name.substr(std::string_view{"r50_"}.size()), column_of);
    if (found == components.end()) return {};
    const auto column = static_cast<std::size_t>(found - components.begin());
    return of_newest(run, [&](const Row& row) {
        if (column >= row.found.radii.size()) return Diagnostics::nan;
        const LagrangianRadii& radii = row.found.radii[column];
        return name.starts_with("r10") ? radii.r10 : name.starts_with("r50") ? radii.r50 : radii.r90;
    });
}

double degrees_between(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

// Mass, center and velocity of a galaxy, and the spin of its disk.
struct GalaxyState {
    std::string name;
    double mass = 0;
    glm::dvec3 center{0}, velocity{0};
    std::optional<glm::dvec3> spin{};  // empty without a disk
};

GalaxyState state_of(const ParticleSet& bodies, const std::string& galaxy) {
    GalaxyState state{.name = galaxy};
    const auto each = [&](const auto& act) {
        for (const Component& component : bodies.components)
            if (component.galaxy == galaxy)
                for (std::size_t i = component.first; i < component.first + component.count; ++i) act(component, i);
    };
    each([&](const Component&, std::size_t i) {
        const double mass = bodies.positions[i].w;
        state.mass += mass;
        state.center += mass * vector_of(bodies.positions[i]);
        state.velocity += mass * vector_of(bodies.velocities[i]);
    });
    if (state.mass > 0) state.center /= state.mass, state.velocity /= state.mass;
    each([&](const Component& component, std::size_t i) {
        if (component.name != "disk") return;
        const glm::dvec3 x = vector_of(bodies.positions[i]) - state.center,
                         v = vector_of(bodies.velocities[i]) - state.velocity;
        state.spin = state.spin.value_or(glm::dvec3{0}) + double{bodies.positions[i].w} * glm::cross(x, v);
    });
    return state;
}

}  // namespace

GalaxyFacts galaxy_facts(const ParticleSet& bodies) {
    GalaxyFacts facts;
    std::vector<GalaxyState> states;
    for (const std::string& name : galaxies(bodies)) states.push_back(state_of(bodies, name));
    if (states.size() < 2) return facts;
    const auto [lighter, heavier] = std::minmax(states[0].mass, states[1].mass);
    facts.mass_ratio = lighter / heavier;
    for (const GalaxyState& galaxy : states) {
        const GalaxyState* other = nullptr;
        for (const GalaxyState& each : states)
            if (&each != &galaxy && (!other || each.mass > other->mass)) other = &each;
        if (!galaxy.spin) continue;
        const glm::dvec3 orbit = glm::cross(other->center - galaxy.center, other->velocity - galaxy.velocity);
        facts.inclinations[galaxy.name] = degrees_between(*galaxy.spin, orbit);
    }
    return facts;
}

const GalaxyFacts& RunQuantities::facts_of(const LoadedScene& loaded) {
    if (setup_.lock() == loaded.held_initial()) return facts_;
    setup_ = loaded.held_initial();
    facts_ = galaxy_facts(loaded.initial().particles);
    return facts_;
}

// Returns "inclination.GALAXY" (in degrees) or "spin.GALAXY" ("prograde" or "retrograde"), such as "spin.ngc-4038".
std::optional<QuantityValue> RunQuantities::of_galaxy(const std::string& name, const LessonRun& run) {
    constexpr double right_angle = 90;  // degrees
    const std::size_t point = name.find('.');
    const std::map<std::string, double>& inclinations = facts_of(run.loaded).inclinations;
    const auto found = inclinations.find(name.substr(point + 1));
    if (found == inclinations.end()) return {};
    if (name.substr(0, point) == "inclination") return found->second;
    return std::string{found->second < right_angle ? "prograde" : "retrograde"};
}

std::optional<QuantityValue> RunQuantities::find(const std::string& name, const LessonRun& run) {
    if (const auto measure = measures().find(name); measure != measures().end()) return measure->second(run);
    if (const auto measure = match_measures().find(name); measure != match_measures().end())
        return run.match.picture() ? measure->second(run) : Value{};
    if (name == "mass_ratio") {
        const std::optional<double>& ratio = facts_of(run.loaded).mass_ratio;
        return ratio ? Value{*ratio} : Value{};
    }
    if (name == "view_angle")
        return picture_direction_ ? Value{degrees_between(*picture_direction_, glm::dvec3{run.view_direction})}
                                  : Value{};
    if (name.starts_with("spin.") || name.starts_with("inclination.")) return of_galaxy(name, run);
    if (name.starts_with("r10_") || name.starts_with("r50_") || name.starts_with("r90_")) return radius_of(name, run);
    return of_parameter(name, run.parameters);
}

}  // namespace milkomeda
