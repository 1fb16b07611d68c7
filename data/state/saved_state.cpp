#include "data/state/saved_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/particles/row_order.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/state/component_lines.hpp"
#include "data/state/integrator_state_columns.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view state_kind = "Milkomeda state";

const ColumnForm positions_form{"Bodies/Positions", NumberType::float32, 4};  // components x, y, z, mass
const ColumnForm velocities_form{"Bodies/Velocities", NumberType::float32, 4};
const ColumnForm ids_form{"Bodies/IDs", NumberType::uint32, 1};
const ColumnForm gas_form{"Bodies/Gas", NumberType::float32, 2};  // internal energy and density
const ColumnForm diagnostics_form{"Diagnostics/Values", NumberType::float64, 1};
const ColumnForm radii_form{"Origins/Radii", NumberType::float32, 1};
const ColumnForm ranks_form{"Origins/VerticalRanks", NumberType::float32, 1};
// Columns of GasState, in the order of gas_columns().
const std::array gas_forms{
    ColumnForm{"Gas/Conditions", NumberType::float32, 4}, ColumnForm{"Gas/Rates", NumberType::float32, 4},
    ColumnForm{"Gas/Measures", NumberType::float32, 4}, ColumnForm{"Gas/Births", NumberType::float32, 4}};
constexpr const char* diagnostics_columns = "Diagnostics/Columns";

// Numbers of ParticleSet::origin; absent if the origin is 0.
constexpr std::array origin_names{"Bodies/OriginX", "Bodies/OriginY", "Bodies/OriginZ"};

std::string name_of(const Parameter& parameter) { return "Parameters/" + parameter.setting.key; }

template <typename Number>
std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
    return std::as_bytes(std::span{numbers});
}

template <typename Number>
std::vector<Number> numbers_of(const ArchiveResult& answer, const ColumnForm& form) {
    const auto found = answer.columns.find(form.name);
    if (found == answer.columns.end()) return {};
    std::vector<Number> numbers(found->second.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), found->second.data(), numbers.size() * sizeof(Number));
    return numbers;
}

template <typename State>
auto gas_columns(State& gas) {
    return std::array{&gas.conditions, &gas.rates, &gas.measures, &gas.births};
}

// Stores a parameter: numbers as numbers, choices by their names.
void put(ArchiveContent& content, const std::string& name, const SettingValue& value) {
    if (const auto* const choice = std::get_if<Choice>(&value))
        content.texts[name] = choice->name();
    else if (const auto* const fraction = std::get_if<Fraction>(&value))
        content.numbers[name] = fraction->denominator;
    else if (const auto* const count = std::get_if<CountOrAuto>(&value))
        content.numbers[name] = count->value_or(0);
    else if (const auto* const number = std::get_if<double>(&value))
        content.numbers[name] = *number;
}

// Returns the stored value of a parameter, or `now` if the file does not contain the parameter. Throws
// std::invalid_argument for invalid values.
SettingValue taken(const ArchiveResult& answer, const Parameter& parameter, const SettingValue& now) {
    const std::string name = name_of(parameter);
    if (const auto* const choice = std::get_if<Choice>(&now)) {
        const auto text = answer.texts.find(name);
        if (text == answer.texts.end()) return now;
        if (const auto named = choice->entry(text->second)) return *named;
        throw std::invalid_argument("'" + text->second + "' is not a valid value of " + parameter.name);
    }
    const auto found = answer.numbers.find(name);
    if (found == answer.numbers.end()) return now;
    const double number = found->second;
    if (std::holds_alternative<double>(now)) return number;
    if (!(std::abs(number) <= 1e9))
        throw std::invalid_argument(std::string{parameter.name} + " is not a number, or is too large");
    const int whole = static_cast<int>(number);
    if (const auto* const fraction = std::get_if<Fraction>(&now)) return Fraction{whole, fraction->denominators};
    return whole == 0 ? CountOrAuto{} : CountOrAuto{whole};
}

SimulationParameters parameters_in(const std::filesystem::path& file, const ArchiveResult& answer) try {
    SimulationParameters parameters;
    for (const Parameter& parameter : parameter_table())
        parameter.field.set(parameters, taken(answer, parameter, parameter.field.get(parameters)));
    validate(parameters);
    return parameters;
} catch (const std::invalid_argument& error) {
    fail_as_inconsistent(file, error.what());
}

// Sets the fourth numbers of the velocities to 0, except the smoothing lengths of gas and the births of young stars.
void clear_radii(ParticleSet& particles) {
    for (const Component& component : particles.components)
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            float& number = particles.velocities[row].w;
            if (!is_gas(component) || !std::isfinite(number)) number = 0;
        }
}

// Takes the internal energies and densities of gas if the file contains them.
void take_gas_values(const std::filesystem::path& file, const ArchiveResult& answer, ParticleSet& particles) {
    particles.gas = numbers_of<GasValues>(answer, gas_form);
    if (!particles.gas.empty() && particles.gas.size() != particles.size())
        fail_as_inconsistent(file, "the numbers of positions and values of gas differ");
    if (!std::ranges::all_of(particles.gas, [](const GasValues& gas) { return gas.density >= 0; }))
        fail_as_inconsistent(file, "a density of the gas is invalid");
}

ArchiveRequest state_question() {
    ArchiveRequest question{
        {positions_form, velocities_form, ids_form, diagnostics_form, radii_form, ranks_form},
        {"Run/Time", "Run/Steps"},
        {"Bodies/Components", "Run/Version", "Solver/Name", "Solver/Kernel", "Solver/Device", diagnostics_columns}};
    question.columns.push_back(gas_form);
    question.columns.insert(question.columns.end(), gas_forms.begin(), gas_forms.end());
    question.numbers.insert(question.numbers.end(), origin_names.begin(), origin_names.end());
    request_integrator_state(question);
    for (const std::string_view text : saved_texts) question.texts.push_back("Run/" + std::string{text});
    for (const Parameter& parameter : parameter_table()) {
        question.numbers.push_back(name_of(parameter));
        question.texts.push_back(name_of(parameter));
    }
    return question;
}

void put(ArchiveContent& content, const SavedRun& run, std::vector<std::vector<double>>& held) {
    content.numbers["Run/Steps"] = static_cast<double>(run.steps);
    content.texts["Run/Version"] = run.version;
    content.texts["Solver/Name"] = run.solver.name;
    content.texts["Solver/Kernel"] = run.solver.kernel;
    content.texts["Solver/Device"] = run.solver.device;
    for (const auto& [name, text] : run.texts) content.texts["Run/" + name] = text;
    for (const Parameter& parameter : parameter_table())
        put(content, name_of(parameter), parameter.field.get(run.parameters));
    if (run.integers) put(content, *run.integers);
    if (run.memory) put(content, *run.memory, held);
    if (run.gas)
        for (std::size_t i = 0; i < gas_forms.size(); ++i)
            content.columns.push_back({gas_forms[i], bytes_of(*gas_columns(*run.gas)[i])});
    if (!run.radii_at_start.empty()) {
        content.columns.push_back({radii_form, bytes_of(run.radii_at_start)});
        content.columns.push_back({ranks_form, bytes_of(run.vertical_ranks)});
    }
    if (run.diagnostics.columns.empty()) return;
    content.texts[diagnostics_columns] = run.diagnostics.columns;
    content.columns.push_back({diagnostics_form, bytes_of(run.diagnostics.values)});
}

// Throws FileError if the integer columns do not represent the float columns. From such a file, the run would continue
// with positions that differ from the displayed positions.
void require_rows_of_integers(const std::filesystem::path& file, const SavedRun& run, const ParticleSet& particles,
                              std::size_t bodies) {
    const std::span positions{particles.positions}, velocities{particles.velocities};
    const bool are_its =
        (!run.integers || represents(*run.integers, positions.first(bodies), velocities.first(bodies))) &&
        (!run.memory || !run.memory->perturbers ||
         represents(*run.memory->perturbers, positions.subspan(bodies), velocities.subspan(bodies)));
    if (!are_its) fail_as_inconsistent(file, "the integer columns differ from the positions and velocities");
}

void require_valid_origins(const std::filesystem::path& file, const SavedRun& run, std::size_t rows) {
    const std::size_t radii = run.radii_at_start.size();
    if (run.vertical_ranks.size() != radii || (radii != 0 && radii != rows))
        fail_as_inconsistent(file, "the numbers of positions, radii at the start and vertical ranks differ");
    const auto is_radius = [](float radius) { return radius >= 0 && std::isfinite(radius); };
    const auto is_rank = [](float rank) { return rank >= -1 && rank <= 1; };
    if (!std::ranges::all_of(run.radii_at_start, is_radius) || !std::ranges::all_of(run.vertical_ranks, is_rank))
        fail_as_inconsistent(file, "a radius at the start or a vertical rank is invalid");
}

// Returns the state of the gas; empty if the file contains none. Throws FileError if it is inconsistent.
std::optional<GasState> gas_in(const std::filesystem::path& file, const ArchiveResult& answer, std::size_t particles) {
    GasState gas;
    for (std::size_t i = 0; i < gas_forms.size(); ++i) *gas_columns(gas)[i] = numbers_of<Float4>(answer, gas_forms[i]);
    if (gas.conditions.empty() && gas.rates.empty() && gas.measures.empty()) return {};
    if (gas.births.empty()) gas.births.resize(gas.conditions.size());  // saved without star formation
    for (const std::vector<Float4>* const column : gas_columns(gas)) {
        if (column->size() != particles)
            fail_as_inconsistent(file, "the columns of the gas do not have one row for each particle of gas");
        const auto is_finite = [](const Float4& row) {
            return std::isfinite(row.x) && std::isfinite(row.y) && std::isfinite(row.z) && std::isfinite(row.w);
        };
        if (!std::ranges::all_of(*column, is_finite))
            fail_as_inconsistent(file, "the state of the gas contains a number that is not finite");
    }
    const auto is_sound = [](const Float4& condition) { return condition.x >= 0 && condition.y > 0; };
    const auto has_signals = [](const Float4& measure) { return measure.z > 0; };
    if (!std::ranges::all_of(gas.conditions, is_sound) || !std::ranges::all_of(gas.measures, has_signals))
        fail_as_inconsistent(file, "an internal energy, smoothing length or signal speed of the gas is invalid");
    return gas;
}

SavedRun run_in(const std::filesystem::path& file, const ArchiveResult& answer, const ParticleSet& particles) {
    const std::size_t perturbers = perturber_count(particles.components), bodies = particles.size() - perturbers;
    constexpr double most_steps = 1e15;
    SavedRun run;
    const double steps = answer.number("Run/Steps");
    if (!(steps >= 0 && steps <= most_steps))
        fail_as_inconsistent(file, "the number of steps is negative or too large");
    run.steps = static_cast<long>(steps);
    run.parameters = parameters_in(file, answer);
    run.version = answer.text("Run/Version");
    run.solver = {answer.text("Solver/Name"), answer.text("Solver/Kernel"), answer.text("Solver/Device")};
    for (const std::string_view name : saved_texts)
        if (const auto found = answer.texts.find("Run/" + std::string{name}); found != answer.texts.end())
            run.texts[std::string{name}] = found->second;
    run.integers = integers_in(file, answer, bodies);
    run.memory = integrator_state_in(file, answer, run.steps, answer.numbers.at("Run/Time"), bodies, perturbers);
    run.gas = gas_in(file, answer, gas_count(particles.components));
    require_rows_of_integers(file, run, particles, bodies);
    run.diagnostics = {answer.text(diagnostics_columns), numbers_of<double>(answer, diagnostics_form)};
    run.radii_at_start = numbers_of<float>(answer, radii_form);
    run.vertical_ranks = numbers_of<float>(answer, ranks_form);
    require_valid_origins(file, run, particles.size());
    return run;
}

}  // namespace

std::filesystem::path write_saved_state(const std::filesystem::path& file, const SavedState& state, Existing existing) {
    const ParticleSet& particles = state.particles;
    require_valid_rows(file, particles);
    ArchiveContent content;
    // owns the columns of the integrator state until the file is written
    std::vector<std::vector<double>> held;
    content.columns = {{positions_form, bytes_of(particles.positions)},
                       {velocities_form, bytes_of(particles.velocities)},
                       {ids_form, bytes_of(particles.ids)}};
    // A run that has computed the state of the gas has newer values in this state.
    if (!particles.gas.empty() && !(state.run && state.run->gas))
        content.columns.push_back({gas_form, bytes_of(particles.gas)});
    content.numbers["Run/Time"] = particles.time;
    for (int axis = 0; axis < 3 && particles.origin != glm::dvec3{0}; ++axis)
        content.numbers[origin_names[std::size_t(axis)]] = particles.origin[axis];
    content.texts["Bodies/Components"] = lines_of(particles.components);
    if (state.run) put(content, *state.run, held);
    return write_archive(file, state_kind, content, existing);
}

SavedState read_saved_state(const std::filesystem::path& file) {
    const ArchiveResult answer = read_archive(file, state_kind, state_question());
    SavedState state;
    ParticleFile bodies;
    bodies.particles.positions = numbers_of<Float4>(answer, positions_form);
    bodies.particles.velocities = numbers_of<Float4>(answer, velocities_form);
    bodies.particles.ids = numbers_of<std::uint32_t>(answer, ids_form);
    const std::size_t rows = bodies.particles.size();
    require_countable(file, rows);
    if (rows == 0) throw FileError(file, "contains no bodies");
    if (bodies.particles.velocities.size() != rows || bodies.particles.ids.size() != rows)
        fail_as_inconsistent(file, "the numbers of positions, velocities and ids differ");
    if (!answer.numbers.contains("Run/Time")) fail_as_inconsistent(file, "the time is missing");
    bodies.particles.time = answer.number("Run/Time");
    if (answer.numbers.contains(origin_names[0]))
        for (int axis = 0; axis < 3; ++axis)
            bodies.particles.origin[axis] = answer.number(origin_names[std::size_t(axis)]);
    add_components(file, answer.text("Bodies/Components"), bodies.particles);
    clear_radii(bodies.particles);
    take_gas_values(file, answer, bodies.particles);
    finish(file, bodies);
    state.particles = std::move(bodies.particles);
    if (answer.numbers.contains("Run/Steps")) state.run = run_in(file, answer, state.particles);
    if (state.run && state.run->gas) set_gas(state.particles, *state.run->gas);
    return state;
}

bool looks_like_state(const FileHead& head) { return looks_like_archive(head, state_kind); }

ParticleFile read_state_bodies(const std::filesystem::path& file, const ReadOptions&) {
    ParticleFile content;
    SavedState state = read_saved_state(file);
    content.particles = std::move(state.particles);
    sort_components_by_id(content.particles);
    content.is_complete = true;
    if (state.run)
        content.notes.push_back(fmt::format(
            "the file contains a run after {} steps of the integrator {}, with forces from the solver {} on {}",
            state.run->steps, name_of(state.run->parameters.integrator), state.run->solver.name,
            state.run->solver.device));
    return content;
}

std::optional<double> read_state_time(const std::filesystem::path& file, const ReadOptions&) {
    const ArchiveResult answer = read_archive(file, state_kind, {{}, {"Run/Time"}, {}}, false);
    const auto time = answer.numbers.find("Run/Time");
    return time == answer.numbers.end() ? std::nullopt : std::optional{time->second};
}

void write_state_bodies(const std::filesystem::path& file, const ParticleSet& particles) {
    require_readable(file, particles.components);
    write_saved_state(file, {particles, std::nullopt});
}

}  // namespace milkomeda
