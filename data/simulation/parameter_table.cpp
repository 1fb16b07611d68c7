#include "data/simulation/parameter_table.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "data/base/units.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the summaries of all integrators, joined for the tooltip.
const std::string& integrator_summaries() {
    static const std::string joined = join(integrator_table, &IntegratorScheme::summary, "; ");
    return joined;
}

using P = SimulationParameters;
using Group = ParameterGroup;

constexpr Field<P> fraction_field{
    [](const P& p) -> SettingValue {
        return Fraction{p.fraction_denominator, fraction_denominators};
    },
    [](P& p, const SettingValue& value) { p.fraction_denominator = std::get<Fraction>(value).denominator; }};

// Returns the row of a parameter. If `setting` has no option, the option is "--" and `key` with "-" instead of "_".
Parameter row(Group group, const char* name, std::string key, const Field<P>& field, Setting setting,
              bool takes_time = false) {
    const auto replaced = [](std::string text, char from, char to) {
        std::ranges::replace(text, from, to);
        return text;
    };
    if (setting.option.empty()) setting.option = "--" + replaced(key, '_', '-');
    setting.key = std::move(key);
    return {group, name, "simulation." + replaced(name, '-', '_'), takes_time, std::move(setting), field};
}

// Returns the row of a parameter of the gas, whose scene key belongs to the table [gas] or [star_formation].
Parameter gas_row(const char* scene_key, const char* name, std::string key, const Field<P>& field, Setting setting) {
    Parameter parameter = row(Group::gas, name, std::move(key), field, std::move(setting));
    parameter.scene_key = scene_key;
    return parameter;
}

std::vector<Parameter> make_table() {
    return {
        row(Group::physics, "timestep", "dt", field<P, &P::timestep>,
            {.help = "timestep",
             .label = "Timestep",
             .tooltip =
                 "Model time of one step, in units of 17.78 Myr; a smaller timestep is more accurate, but slower",
             .valid = timestep_range,
             .slider = {1e-3, 0.2},
             .scale = Scale::logarithmic,
             .format = "%.4f",
             .unit = {myr_per_time, "Myr"}},
            true),
        row(Group::physics, "softening", "softening", field<P, &P::softening>,
            {.help = "Plummer softening length, such as 0.05 (in units of 4 kpc) or 200pc",
             .label = "Softening",
             .tooltip =
                 "Plummer softening length, in units of 4 kpc: a larger length weakens the forces between close bodies",
             .valid = {0, 10},
             .slider = {0, 1},
             .scale = Scale::logarithmic,
             .format = "%.4f",
             .unit = {kpc_per_length * 1000, "pc"}}),
        row(Group::physics, "damping", "damping", field<P, &P::damping>,
            {.help = "factor by which every step multiplies velocities; 1 means no damping",
             .label = "Damping",
             .tooltip = "Factor by which all velocities are multiplied at the end of every step; 1 means no damping",
             .valid = {0, 1},
             .slider = {0.9, 1},
             .format = "%.5f per step"}),
        row(Group::physics, "gravity", "gravity", field<P, &P::gravity>,
            {.help = "gravitational constant, relative to its real value",
             .label = "Gravity",
             .tooltip = "Gravitational constant, relative to its real value: 0 turns gravity off",
             .valid = {0, 100},
             .slider = {0, 4},
             .format = "%.3f G"}),
        row(Group::method, "fraction", "fraction", fraction_field,
            {.help = "fraction of the bodies that attract in each step",
             .label = "Approximation fraction",
             .tooltip = "Fraction of the bodies that attract in each step; bodies take turns from step to step. A "
                        "smaller fraction is faster, and makes the forces noisier"}),
        row(Group::method, "fraction-mode", "fraction_mode", field<P, &P::fraction_mode>,
            {.help = "whether forces are rescaled if only a fraction of the bodies attracts",
             .label = "Fraction mode",
             .tooltip = "Use of a fraction of the bodies. unbiased: forces are rescaled, so that their mean is the "
                        "force of all bodies; unscaled: forces are not rescaled, so that gravity is too weak (as in "
                        "the original program of 2008)"}),
        row(Group::method, "accuracy", "accuracy", field<P, &P::accuracy>,
            {.help = "accuracy of the forces; draft by default in the window and in render",
             .label = "Accuracy",
             .tooltip = "Relative force error that 99 % of the bodies do not exceed: 1e-2 (draft), 1e-3 (default) or "
                        "1e-4 (fine); the direct sum (exact) has only rounding errors"}),
        row(Group::method, "integrator", "integrator", field<P, &P::integrator>,
            {.help =
                 "integration scheme; reversible by default in the window and in render; in runs with gas, leapfrog "
                 "replaces reversible and yoshida4",
             .label = "Integrator",
             .tooltip = integrator_summaries().c_str()}),
        gas_row("gas.equation_of_state", "gas", "gas", field<P, &P::gas, &GasParameters::model>,
                {.help = "how gas moves: off (like stars), isothermal or adiabatic",
                 .label = "Gas",
                 .tooltip =
                     "Pressure of the gas. off: gas moves like stars; isothermal: gas keeps its temperature, because "
                     "it radiates the heat of shocks at once; adiabatic: gas keeps its heat"}),
        gas_row("gas.temperature", "gas-temperature", "gas_temperature", field<P, &P::gas, &GasParameters::temperature>,
                {.help = "temperature of isothermal gas, in kelvin",
                 .label = "Gas temperature",
                 .tooltip = "Temperature of isothermal gas: 10,000 K is the temperature of warm gas between the stars",
                 .valid = {10, 1e8},
                 .slider = {1e3, 1e6},
                 .scale = Scale::logarithmic,
                 .format = "%.0f K"}),
        gas_row("gas.gamma", "gas-adiabatic-index", "gas_adiabatic_index",
                field<P, &P::gas, &GasParameters::adiabatic_index>,
                {.help = "adiabatic index of adiabatic gas",
                 .label = "Adiabatic index",
                 .tooltip = "Ratio of the specific heats of adiabatic gas: 5/3 for gas of single atoms",
                 .valid = {1.01, 3},
                 .slider = {1.01, 2},
                 .format = "%.3f"}),
        gas_row(
            "gas.neighbors", "gas-neighbors", "gas_neighbors", field<P, &P::gas, &GasParameters::neighbors>,
            {.help = "number of neighbors over which gas is averaged",
             .label = "Gas neighbors",
             .tooltip = "Number of neighbors over which the gas is averaged: more neighbors are slower, less noisy and "
                        "less sharp",
             .valid = {32, 400},
             .slider = {32, 200},
             .format = "%.0f"}),
        gas_row(
            "gas.viscosity", "gas-viscosity", "gas_viscosity", field<P, &P::gas, &GasParameters::viscosity>,
            {.help = "largest coefficient of the artificial viscosity of gas, in strong shocks",
             .label = "Gas viscosity",
             .tooltip = "Largest coefficient of the artificial viscosity, which gas has in strong shocks. With less "
                        "than 1, gas passes through gas in collisions; 0 switches the viscosity off",
             .valid = {0, 10},
             .slider = {0, 4},
             .format = "%.2f"}),
        gas_row("gas.floor", "gas-floor", "gas_floor", field<P, &P::gas, &GasParameters::floor>,
                {.help = "factor of the pressure floor that keeps gas from breaking up into artificial lumps",
                 .label = "Pressure floor",
                 .tooltip =
                     "Factor of the smallest Jeans mass and Jeans length of the gas. With less than 1, gas breaks up "
                     "into lumps whose size depends on the number of particles; 0 switches the floor off",
                 .valid = {0, 100},
                 .slider = {0, 4},
                 .format = "%.2f x"}),
        gas_row(
            "gas.substeps", "gas-substeps", "gas_substeps", field<P, &P::gas, &GasParameters::most_substeps>,
            {.help = "largest number of substeps of the gas per step, rounded down to a power of two",
             .label = "Gas substeps",
             .tooltip = "Largest number of substeps of the gas per step, rounded down to a power of two. Dense or fast "
                        "gas needs short substeps; the status of the run says if it needs shorter substeps",
             .valid = {1, 4096},
             .slider = {1, 256},
             .scale = Scale::logarithmic,
             .format = "%.0f"}),
        gas_row("star_formation.law", "gas-stars", "gas_stars", field<P, &P::gas, &GasParameters::stars>,
                {.help = "how isothermal gas becomes stars: off, or schmidt (by lot, at the rate of Schmidt's law)",
                 .label = "Stars from gas",
                 .tooltip =
                     "How isothermal gas becomes stars. off: gas stays gas; schmidt: whole particles become stars by "
                     "lot, at a rate that grows with the surface density of the gas"}),
        gas_row(
            "star_formation.seed", "gas-seed", "gas_seed", field<P, &P::gas, &GasParameters::star_seed>,
            {.help = "seed of the lots by which gas becomes stars, a whole number",
             .label = "Seed of stars",
             .tooltip = "Seed of the lots by which gas becomes stars: another seed gives another run of the same kind",
             .valid = {0, 1e9},
             .slider = {1, 100},
             .format = "%.0f"}),
        gas_row(
            "star_formation.feedback", "gas-feedback", "gas_feedback", field<P, &P::gas, &GasParameters::feedback>,
            {.help = "feedback of young stars on isothermal gas, from 0 (none) to 1",
             .label = "Feedback",
             .tooltip = "Pressure by which young stars and supernovae stir dense isothermal gas. 0: none; 1: the full "
                        "pressure of Springel and Hernquist (2003)",
             .valid = {0, 1},
             .slider = {0, 1},
             .format = "%.2f"}),
        row(Group::pace, "steps-per-frame", "steps_per_frame", field<P, &P::steps_per_frame>,
            {.help = "number of steps per frame; auto: as many steps as the pace requires",
             .label = "Steps per frame",
             .tooltip = "Number of steps computed per frame; auto computes as many steps as the pace requires",
             .valid = {1, 1000},
             .slider = {0, 64},  // position 0 of the slider means automatic
             .format = "%d steps"}),
        row(Group::pace, "time-per-second", "time_per_second", field<P, &P::time_per_second>,
            {.help = "pace: model time per second of wall-clock time",
             .label = "Pace",
             .tooltip = "Model time per second of wall-clock time, in units of 17.78 Myr",
             .valid = {1e-3, 1e3},
             .slider = {0.01, 20},
             .scale = Scale::logarithmic,
             .format = "%.2f",
             .unit = {myr_per_time, "Myr/s"}},
            true),
        row(Group::window, "key-frame-memory", "key_frame_memory", field<P, &P::key_frame_memory>,
            {.option = "--key-frames",
             .help = "memory in MiB for key frames, the stored states to which the window can go back",
             .label = "Key frame memory",
             .tooltip =
                 "Memory for key frames (stored states to which the run can go back): device memory, or host memory if "
                 "the device memory is too small. When the memory is full, every second key frame is deleted",
             .valid = {0, 1e6},
             .slider = {0, 4096},
             .scale = Scale::logarithmic,
             .format = "%.0f MiB"}),
    };
}

}  // namespace

std::span<const Parameter> parameter_table() {
    static const std::vector<Parameter> table = make_table();
    return table;
}

}  // namespace milkomeda
