#include "data/state/integrator_state_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "data/simulation/parameter_table.hpp"
#include "data/state/component_lines.hpp"

namespace milkomeda {
namespace {

// Converts a parameter's value to a number, because the columns of the run log contain numbers. The number of a choice
// is its index in the list of names.
double number_of(const SettingValue& value) {
    if (const auto* const choice = std::get_if<Choice>(&value)) return static_cast<double>(choice->index);
    if (const auto* const fraction = std::get_if<Fraction>(&value)) return fraction->denominator;
    return std::get<double>(value);
}

// Converts a stored number to an integer. Throws std::invalid_argument unless the number is an integer from `least` to
// `most`.
long whole(double number, double least, double most) {
    if (!(number >= least && number <= most) || number != std::floor(number))
        throw std::invalid_argument("a number of the integrator state is invalid");
    return static_cast<long>(number);
}

SettingValue value_of(double number, const SettingValue& like) {
    if (const auto* const choice = std::get_if<Choice>(&like)) {
        const auto last = static_cast<double>(choice->names.size() - 1);
        return Choice{static_cast<std::size_t>(whole(number, 0, last)), choice->names};
    }
    if (const auto* const fraction = std::get_if<Fraction>(&like))
        return Fraction{static_cast<int>(whole(number, 1, 1e9)), fraction->denominators};
    return number;
}

constexpr double furthest_step = 1e15;

// Archive groups of the integer columns: one for field bodies (all bodies except perturbers), one for perturbers.
constexpr const char *of_bodies = "Integers", *of_perturbers = "Perturbers";

struct LogColumn {
    ColumnForm form;
    std::function<double(const RunChange&)> get;
    std::function<void(RunChange&, double)> set;  // throws std::invalid_argument for invalid numbers
    bool may_be_missing = false;                  // true for columns that older versions did not write
};

LogColumn column_of(const Parameter& parameter) {
    return {{"Log/" + parameter.setting.key, NumberType::float64, 1},
            [&parameter](const RunChange& change) { return number_of(parameter.field.get(change.config.parameters)); },
            [&parameter](RunChange& change, double number) {
                SimulationParameters& parameters = change.config.parameters;
                parameter.field.set(parameters, value_of(number, parameter.field.get(parameters)));
            },
            parameter.group == ParameterGroup::gas};
}

// Returns the column for a property of the external mass. In steps without an external mass, the stored number is NaN.
LogColumn column_of(const char* name, double& (*part)(ExternalMass&)) {
    return {{"Log/" + std::string{name}, NumberType::float64, 1},
            [part](const RunChange& change) {
                ExternalMass external_mass = change.config.external_mass.value_or(ExternalMass{});
                return change.config.external_mass ? part(external_mass) : std::nan("");
            },
            [part](RunChange& change, double number) {
                if (std::isnan(number)) return;
                if (!change.config.external_mass) change.config.external_mass.emplace();
                part(*change.config.external_mass) = number;
            }};
}

// Converts a number of the perturber clock to an integer. Throws std::invalid_argument for a fraction or if |n| > 2^53.
std::int64_t exact(double number) {
    constexpr double most = 0x1p53;
    return whole(number, -most, most);
}

template <auto... path>
LogColumn restart_column(const char* name) {
    return {{"Log/" + std::string{name}, NumberType::float64, 1},
            [](const RunChange& change) { return static_cast<double>((change.config.perturbers.*....*path)); },
            [](RunChange& change, double number) {
                auto& member = (change.config.perturbers.*....*path);
                member = static_cast<std::remove_reference_t<decltype(member)>>(exact(number));
            },
            true};
}

// A member of PerturberClock, and the name of its number in the file.
struct ClockNumber {
    const char* name;
    std::int64_t& (*member)(PerturberClock&);
};
constexpr std::array clock_numbers{
    ClockNumber{"Perturbers/Shortest", [](PerturberClock& c) -> std::int64_t& { return c.restart.shortest; }},
    ClockNumber{"Perturbers/SinceBefore", [](PerturberClock& c) -> std::int64_t& { return c.restart.before.since; }},
    ClockNumber{"Perturbers/DensityBefore",
                [](PerturberClock& c) -> std::int64_t& { return c.restart.before.density; }},
    ClockNumber{"Perturbers/Since", [](PerturberClock& c) -> std::int64_t& { return c.pace.since; }},
    ClockNumber{"Perturbers/Density", [](PerturberClock& c) -> std::int64_t& { return c.pace.density; }},
};
constexpr const char* clock_restart = "Perturbers/Restart";

void put(ArchiveContent& content, PerturberClock clock) {
    content.numbers[clock_restart] = clock.restart.number;
    for (const ClockNumber& number : clock_numbers)
        content.numbers[number.name] = static_cast<double>(number.member(clock));
}

std::optional<PerturberClock> clock_in(const ArchiveResult& answer) {
    if (!answer.numbers.contains(clock_restart)) return {};
    PerturberClock clock;
    clock.restart.number = static_cast<int>(exact(answer.number(clock_restart)));
    for (const ClockNumber& number : clock_numbers)
        if (answer.numbers.contains(number.name)) number.member(clock) = exact(answer.number(number.name));
    return clock;
}

std::vector<LogColumn> make_log_columns() {
    const auto form = [](const char* name) { return ColumnForm{name, NumberType::float64, 1}; };
    std::vector<LogColumn> columns{
        {form("Log/Force"), [](const RunChange& c) { return static_cast<double>(c.force); },
         [](RunChange& c, double number) { c.force = whole(number, -2 * furthest_step, 2 * furthest_step); }},
        {form("Log/Time"), [](const RunChange& c) { return c.time; },
         [](RunChange& c, double number) { c.time = number; }},
        {form("Log/TimeOf"), [](const RunChange& c) { return static_cast<double>(c.time_of); },
         [](RunChange& c, double number) { c.time_of = whole(number, -furthest_step, furthest_step); }},
        {form("Log/Solver"), [](const RunChange& c) { return static_cast<double>(c.config.solver); },
         [](RunChange& c, double number) { c.config.solver = static_cast<int>(whole(number, -1, 1e9)); }},
        {form("Log/Correction"), [](const RunChange& c) { return double{c.config.tolerance_scale}; },
         [](RunChange& c, double number) { c.config.tolerance_scale = static_cast<float>(number); }},
        restart_column<&PerturberRestart::number>("Restart"),
        restart_column<&PerturberRestart::shortest>("RestartShortest"),
        restart_column<&PerturberRestart::before, &PerturberPace::since>("RestartSince"),
        restart_column<&PerturberRestart::before, &PerturberPace::density>("RestartDensity"),
        column_of("VisitorX", [](ExternalMass& body) -> double& { return body.position.x; }),
        column_of("VisitorY", [](ExternalMass& body) -> double& { return body.position.y; }),
        column_of("VisitorZ", [](ExternalMass& body) -> double& { return body.position.z; }),
        column_of("VisitorMass", [](ExternalMass& body) -> double& { return body.mass; }),
        column_of("VisitorRadius", [](ExternalMass& body) -> double& { return body.radius; }),
    };
    for (const Parameter& parameter : parameter_table())
        if (affects_steps(parameter.group)) columns.push_back(column_of(parameter));
    return columns;
}

const std::vector<LogColumn>& log_columns() {
    static const std::vector<LogColumn> columns = make_log_columns();
    return columns;
}

void require_sense(const RunChange& change) {
    const StepConfig& with = change.config;
    validate(with.parameters);
    const bool is_valid = std::isfinite(change.time) && std::isfinite(with.tolerance_scale) && with.tolerance_scale > 0;
    if (!is_valid) throw std::invalid_argument("a time or tolerance scale in the run log is invalid");
}

std::vector<RunChange> changes_in(const ArchiveResult& answer) {
    std::vector<RunChange> changes;
    for (const LogColumn& column : log_columns()) {
        const auto found = answer.columns.find(column.form.name);
        const std::size_t rows = found == answer.columns.end() ? 0 : found->second.size() / sizeof(double);
        if (&column == &log_columns().front()) changes.resize(rows);
        if (rows == 0 && column.may_be_missing) continue;
        if (rows != changes.size()) throw std::invalid_argument("the columns of the run log have different lengths");
        for (std::size_t row = 0; row < rows; ++row) {
            double number = 0;
            std::memcpy(&number, found->second.data() + row * sizeof number, sizeof number);
            column.set(changes[row], number);
        }
    }
    std::ranges::for_each(changes, require_sense);
    return changes;
}

ColumnForm integer_form(const std::string& group, const char* name, NumberType type) {
    return {group + '/' + name, type, 3};
}

// Returns the integers of a column. Files store them as 64-bit integers; the result has the number of bits of `format`.
std::vector<std::byte> integers_of(const ArchiveResult& answer, const std::string& group, const char* name,
                                   const FixedPoint& format, std::size_t bodies) {
    const auto found = answer.columns.find(integer_form(group, name, NumberType::int64).name);
    if (found == answer.columns.end() || found->second.size() != 3 * bodies * sizeof(std::int64_t))
        throw std::invalid_argument("the integer columns do not have one row for each body");
    if (format.bits == 64) return found->second;
    std::vector<std::byte> numbers(3 * bodies * sizeof(std::int32_t));
    for (std::size_t i = 0; i < 3 * bodies; ++i) {
        std::int64_t wide = 0;
        std::memcpy(&wide, found->second.data() + i * sizeof wide, sizeof wide);
        const auto number = static_cast<std::int32_t>(wide);
        if (number != wide)
            throw std::invalid_argument("a number in the integer columns needs more than the stated number of bits");
        std::memcpy(numbers.data() + i * sizeof number, &number, sizeof number);
    }
    return numbers;
}

void put(ArchiveContent& content, const IntegerRows& integers, const std::string& group) {
    const NumberType type = integers.format.bits == 64 ? NumberType::int64 : NumberType::int32;
    content.columns.push_back({integer_form(group, "Positions", type), integers.positions});
    content.columns.push_back({integer_form(group, "Velocities", type), integers.velocities});
    content.numbers[group + "/Bits"] = integers.format.bits;
    content.numbers[group + "/PositionExponent"] = integers.format.position_exponent;
    content.numbers[group + "/VelocityExponent"] = integers.format.velocity_exponent;
    if (integers.format.is_widened) content.numbers[group + "/Widened"] = 1;
}

std::optional<IntegerRows> integers_in(const ArchiveResult& answer, const std::string& group, std::size_t rows) {
    if (!answer.numbers.contains(group + "/Bits")) return {};
    const auto exponent = [&](const char* name) {
        constexpr double most = 1000;  // largest valid exponent; the integer 1 stands for 2^exponent
        const double number = answer.number(group + '/' + name);
        return std::isnan(number) ? 0 : static_cast<int>(whole(number, -most, most));
    };
    IntegerRows integers;
    const long bits = whole(answer.numbers.at(group + "/Bits"), 32, 64);
    if (bits != 32 && bits != 64) throw std::invalid_argument("the integer columns must have 32 or 64 bits");
    integers.format = {static_cast<int>(bits), exponent("PositionExponent"), exponent("VelocityExponent"),
                       bits == 64 && answer.numbers.contains(group + "/Widened")};
    integers.positions = integers_of(answer, group, "Positions", integers.format, rows);
    integers.velocities = integers_of(answer, group, "Velocities", integers.format, rows);
    return integers;
}

}  // namespace

void request_integrator_state(ArchiveRequest& question) {
    for (const LogColumn& column : log_columns()) question.columns.push_back(column.form);
    for (const char* group : {of_bodies, of_perturbers}) {
        for (const char* name : {"Positions", "Velocities"})
            question.columns.push_back(integer_form(group, name, NumberType::int64));
        for (const char* name : {"Bits", "PositionExponent", "VelocityExponent", "Widened"})
            question.numbers.push_back(std::string{group} + '/' + name);
    }
    for (const char* name : {"Memory/Earliest", "Memory/Start", "Memory/Solver", "Memory/RowOutside",
                             "Memory/Correction", "Memory/Corrected"})
        question.numbers.emplace_back(name);
    question.numbers.emplace_back(clock_restart);
    for (const ClockNumber& number : clock_numbers) question.numbers.emplace_back(number.name);
    question.texts.emplace_back("Memory/WhyNoFurther");
}

void put(ArchiveContent& content, const IntegratorState& memory, std::vector<std::vector<double>>& held) {
    content.numbers["Memory/Earliest"] = static_cast<double>(memory.log.earliest());
    content.numbers["Memory/Start"] = memory.log.start_time();
    content.texts["Memory/WhyNoFurther"] = memory.log.rewind_limit_reason();
    content.numbers["Memory/Solver"] = memory.solver;
    if (memory.row_outside) content.numbers["Memory/RowOutside"] = static_cast<double>(*memory.row_outside);
    content.numbers["Memory/Correction"] = memory.tolerance_scale;
    content.numbers["Memory/Corrected"] = static_cast<double>(memory.tolerance_scale_accuracy);
    if (memory.perturbers) {
        put(content, *memory.perturbers, of_perturbers);
        put(content, memory.perturber_clock);
    }
    const std::vector<RunChange>& changes = memory.log.changes();
    if (changes.empty()) return;
    for (const LogColumn& column : log_columns()) {
        std::vector<double>& numbers = held.emplace_back();
        std::ranges::transform(changes, std::back_inserter(numbers), column.get);
        content.columns.push_back({column.form, std::as_bytes(std::span{numbers})});
    }
}

void put(ArchiveContent& content, const IntegerRows& integers) { put(content, integers, of_bodies); }

std::optional<IntegratorState> integrator_state_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                                   long steps, double time, std::size_t bodies,
                                                   std::size_t perturbers) try {
    if (!answer.numbers.contains("Memory/Earliest")) return {};
    const auto number = [&](const char* name) { return answer.number(name); };
    IntegratorState memory;
    memory.log = RunLog::of(changes_in(answer), whole(number("Memory/Earliest"), -furthest_step, furthest_step), steps,
                            time, number("Memory/Start"), answer.text("Memory/WhyNoFurther"));
    memory.solver = static_cast<int>(whole(number("Memory/Solver"), 0, 1e9));
    if (answer.numbers.contains("Memory/RowOutside"))
        memory.row_outside = whole(number("Memory/RowOutside"), 0, static_cast<double>(bodies) - 1);
    memory.tolerance_scale = static_cast<float>(number("Memory/Correction"));
    if (!(memory.tolerance_scale > 0 && std::isfinite(memory.tolerance_scale)))
        throw std::invalid_argument("the tolerance scale is invalid");
    memory.tolerance_scale_accuracy =
        static_cast<Accuracy>(whole(number("Memory/Corrected"), 0, double{names<Accuracy>.size() - 1}));
    if (perturbers > 0) memory.perturbers = integers_in(answer, of_perturbers, perturbers);
    if (memory.perturbers && memory.perturbers->format.bits != 64)
        throw std::invalid_argument("the integer columns of perturbers must have 64 bits");
    if (const std::optional<PerturberClock> clock = clock_in(answer))
        memory.perturber_clock = *clock;
    else if (perturbers > 0 && memory.log.has_step(steps - 1))
        memory.log.end_rewind(steps, memory.log.time_of(steps),
                              "the file does not contain the earlier steps of the perturbers");
    return memory;
} catch (const std::invalid_argument& error) {
    fail_as_inconsistent(file, error.what());
}

std::optional<IntegerRows> integers_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                       std::size_t bodies) try {
    return integers_in(answer, of_bodies, bodies);
} catch (const std::invalid_argument& error) {
    fail_as_inconsistent(file, error.what());
}

}  // namespace milkomeda
