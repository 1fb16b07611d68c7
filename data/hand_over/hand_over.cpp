#include "data/hand_over/hand_over.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "data/base/units.hpp"
#include "data/hand_over/expectation.hpp"
#include "data/neighbors/neighbors.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/unit_system.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

constexpr double ideal_gamma = 5.0 / 3;  // adiabatic index of both programs unless they are compiled with another index

bool is_gadget(const HandOver& run) { return run.program == HandOverProgram::gadget4; }
bool is_isothermal(const HandOver& run) { return run.parameters.gas.model == GasModel::isothermal; }

// Returns the internal energy per unit mass that the program expects of gas with this temperature. Isothermal gas of
// GADGET-4 has the adiabatic index 1, and its energy is the square of the speed of sound. All other gas has the energy
// of the ratio of specific heats.
double gas_energy(HandOverProgram program, const GasParameters& gas) {
    const double speed = isothermal_sound_speed(gas.temperature);
    if (gas.model == GasModel::adiabatic) return speed * speed / (gas.adiabatic_index - 1);
    return program == HandOverProgram::gadget4 ? speed * speed : speed * speed / (ideal_gamma - 1);
}

// Returns the tolerance of the opening criterion for the target error of Milkomeda. The direct sum of Milkomeda has no
// counterpart; the tolerance is then a tenth of that of the accuracy `fine`.
double opening_tolerance(HandOverProgram program, Accuracy accuracy) {
    const double target = accuracy == Accuracy::exact ? target_error(Accuracy::fine) / 10 : target_error(accuracy);
    return program == HandOverProgram::gadget4 ? 2 * target : target;
}

// Returns the shortest timestep that SWIFT accepts. Outputs of SWIFT are later than the ends of steps by this time.
double least_timestep(const SimulationParameters& parameters) { return parameters.timestep / (1 << 20); }

std::string gas_options_of_gadget(const HandOver& run) {
    if (run.gas == 0) return "";
    std::string options = "WENDLAND_C2_KERNEL\nWENDLAND_BIAS_CORRECTION";
    if (is_isothermal(run))
        options += "\nISOTHERM_EQS";
    else if (run.parameters.gas.adiabatic_index != ideal_gamma)
        options += fmt::format("\nGAMMA={}", run.parameters.gas.adiabatic_index);
    return options;
}

// Returns the smoothing lengths of SWIFT in units of the mean distance of particles, for a number of neighbors within
// the radius at which the kernel ends.
double resolution_eta(double neighbors) {
    return std::cbrt(3 * neighbors / (4 * std::numbers::pi)) / smoothing_length_per_h;
}

std::string gas_parameters_of_swift(const HandOver& run) {
    if (run.gas == 0) return "";
    const GasParameters& gas = run.parameters.gas;
    std::string text =
        fmt::format("\nSPH:\n  resolution_eta:       {:.5f}\n  CFL_condition:        0.2\n  viscosity_alpha_max:  {}\n",
                    resolution_eta(gas.neighbors), gas.viscosity);
    if (is_isothermal(run))
        text += fmt::format("\nEoS:\n  isothermal_internal_energy:  {}\n", gas_energy(run.program, gas));
    text.pop_back();
    return text;
}

std::string configuration_of_swift(const HandOver& run) {
    std::string options = run.ranks > 1 ? " --with-metis" : "";
    if (run.gas == 0) return options;
    options += " --with-hydro=sphenix --with-kernel=wendland-C2";
    if (is_isothermal(run)) options += " --with-equation-of-state=isothermal-gas";
    return options;
}

// Returns the lines of README.md about differences between the run of Milkomeda and that of the program.
std::string notes(const HandOver& run) {
    std::vector<std::string> lines;
    if (is_gadget(run)) {
        const double steps = run.every / run.step();
        lines.push_back(
            steps == std::round(steps)
                ? fmt::format("The longest timestep is {:.6g}, and snapshots are written every {} exactly.", run.step(),
                              run.every)
                : fmt::format("The longest timestep is {0:.6g}. GADGET-4 moves the times of snapshots, which are "
                              "multiples of {1}, to the nearest multiples of this timestep.",
                              run.step(), run.every));
        lines.emplace_back("output/energy.txt contains the energies: time, internal, potential and kinetic energy.");
    } else {
        lines.push_back(fmt::format("The longest timestep is {:.6g}.", run.step()));
        lines.push_back(fmt::format(
            "SWIFT writes wrong velocities if an output is at the end of a step: the error is the acceleration "
            "times the timestep. Each output in params.yml is therefore {:.2g} later. The first and the last "
            "snapshot have this error, and so have the first and the last line of statistics.txt.",
            least_timestep(run.parameters)));
        lines.emplace_back("statistics.txt contains the energies.");
    }
    lines.push_back(fmt::format(
        "The softening lengths are Plummer-equivalent. {}, whose force differs from that of Milkomeda within "
        "{} softening lengths.",
        is_gadget(run) ? "GADGET-4 uses a cubic spline" : "SWIFT uses a Wendland-C2 kernel",
        is_gadget(run) ? 2.8 : 3.0));
    if (run.parameters.accuracy == Accuracy::exact)
        lines.push_back(fmt::format("{} has no direct sum. Its tolerance is a tenth of that for --accuracy fine.",
                                    title_of(run.program)));
    if (run.gas > 0)
        lines.emplace_back(
            "The gas has the kernel and the number of neighbors of Milkomeda, but no pressure floor, no star formation "
            "and no feedback. Cooling is off.");
    return "- " + fmt::format("{}", fmt::join(lines, "\n- "));
}

std::vector<PlaceholderValue> values_of(const HandOver& run) {
    const SimulationParameters& p = run.parameters;
    const auto number = [](double value) { return fmt::format("{}", value); };
    const bool is_parallel = run.ranks > 1;
    return {{"source", run.source},
            {"bodies", fmt::format("{}", run.bodies)},
            {"begin", number(run.begin)},
            {"until", number(run.until)},
            {"every", number(run.every)},
            {"statistics", number(run.every / 4)},
            {"ranks", fmt::format("{}", run.ranks)},
            {"unit_length", number(model_units.length_cm)},
            {"unit_mass", number(model_units.mass_g)},
            {"unit_velocity", number(model_units.velocity_cm_per_s)},
            {"gravity", number(p.gravity)},
            {"softening", number(p.softening)},
            {"timestep", number(p.timestep)},
            {"least_timestep", number(least_timestep(p))},
            {"first_snapshot", number(run.begin + run.every + least_timestep(p))},
            {"first_statistics", number(run.begin + least_timestep(p))},
            {"force_accuracy", number(opening_tolerance(run.program, p.accuracy))},
            {"neighbors", fmt::format("{:.0f}", p.gas.neighbors)},
            {"viscosity", number(p.gas.viscosity / 2)},
            {"memory", fmt::format("{}", memory_limit(run))},
            {"gas_options", gas_options_of_gadget(run)},
            {"gas_parameters", gas_parameters_of_swift(run)},
            {"cells", fmt::format("{}", std::max<std::size_t>(16, 4 * run.ranks))},
            {"shift", number(run.box_size / 2)},
            {"configure", configuration_of_swift(run)},
            {"executable", is_parallel ? "swift_mpi" : "swift"},
            {"mpirun", is_parallel ? fmt::format("mpirun -np {} $MPIRUN_OPTIONS ", run.ranks) : ""},
            {"flags", run.gas > 0 ? "--hydro --self-gravity" : "--self-gravity"},
            {"expected", expectation(run)},
            {"notes", notes(run)}};
}

}  // namespace

std::string_view title_of(HandOverProgram program) {
    return program == HandOverProgram::gadget4 ? "GADGET-4" : "SWIFT";
}

std::string_view format_of(HandOverProgram program) { return program == HandOverProgram::gadget4 ? "hdf5" : "swift"; }

double HandOver::step() const {
    double step = until - begin;
    while (step > parameters.timestep) step /= 2;
    return step;
}

double usual_snapshot_interval(double duration) {
    constexpr double wanted = 0.5;
    return duration / std::exp2(std::max(0.0, std::round(std::log2(duration / wanted))));
}

void require_possible(const HandOver& run) {
    const SimulationParameters& p = run.parameters;
    const auto refuse = [&](const std::string& reason) {
        throw std::invalid_argument(fmt::format("{} {}", title_of(run.program), reason));
    };
    if (!(run.until > run.begin))
        refuse(fmt::format("cannot end at {} a run that begins at {}; set a later --until", run.until, run.begin));
    if (!(run.every > 0 && run.every <= run.until - run.begin))
        refuse(fmt::format("cannot write snapshots every {}; set --every between 0 and {}", run.every,
                           run.until - run.begin));
    if (run.step() == run.until - run.begin)
        refuse(fmt::format("needs at least two timesteps between {} and {}; set a later --until or a shorter --dt",
                           run.begin, run.until));
    if (p.damping != 1) refuse(fmt::format("has no damping, but the damping is {}; set --damping 1", p.damping));
    if (p.gravity == 0) refuse("has no run without gravity; set --gravity above 0");
    if (p.softening == 0) refuse("needs a softening length above 0; set --softening");
    if (p.fraction_mode == FractionMode::unscaled && p.fraction_denominator != 1)
        refuse("sums over all bodies; set --fraction 1");
    if (run.gas > 0 && !is_gadget(run) && !is_isothermal(run) && std::abs(p.gas.adiabatic_index - ideal_gamma) > 1e-3)
        refuse(
            fmt::format("is prepared for the adiabatic index 5/3 only, but it is {}; leave out --gas-adiabatic-index",
                        p.gas.adiabatic_index));
}

ParticleSet hand_over_particles(ParticleSet particles, HandOverProgram program,
                                const SimulationParameters& parameters) {
    const GasParameters& gas = parameters.gas;
    if (gas_count(particles.components) == 0) return particles;
    if (gas.model == GasModel::off) {
        for (Component& component : particles.components)
            if (is_gas(component)) component.name = "stars";
        return particles;
    }
    particles.gas.resize(particles.size());
    const auto energy = static_cast<float>(gas_energy(program, gas));
    for (const Component& component : particles.components) {
        if (!is_gas(component)) continue;
        const std::span positions = std::span{particles.positions}.subspan(component.first, component.count);
        const std::vector<Neighborhood> around =
            program == HandOverProgram::swift ? surroundings(positions, {}).around : std::vector<Neighborhood>{};
        const auto ratio = static_cast<float>(std::cbrt(gas.neighbors / default_neighbors));
        for (std::size_t i = 0; i < component.count; ++i) {
            const std::size_t row = component.first + i;
            Float4& velocity = particles.velocities[row];
            if (is_young_star(velocity)) continue;
            float& known = particles.gas[row].energy;
            if (gas.model == GasModel::isothermal || known < 0) known = energy;
            if (velocity.w == 0 && !around.empty()) velocity.w = ratio * around[i].radius;
        }
    }
    return particles;
}

// The name of a placeholder consists of small letters and "_", so that "$@" in a script is no placeholder.
std::string filled_template(const std::string& text, const std::vector<PlaceholderValue>& values) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
    std::string filled;
    std::size_t at = 0;
    for (std::size_t begin = text.find('@'); begin != text.npos; begin = text.find('@', std::max(at, begin + 1))) {
        const std::size_t end = text.find_first_not_of(letters, begin + 1);
        if (end == text.npos || text[end] != '@' || end == begin + 1) continue;  // "$@" in a script
        const std::string name = text.substr(begin + 1, end - begin - 1);
        const auto value = std::ranges::find(values, name, &PlaceholderValue::name);
        if (value == values.end()) throw std::logic_error("the placeholder @" + name + "@ has no value");
        filled += text.substr(at, begin - at) + value->text;
        at = end + 1;
        const bool is_line = (begin == 0 || text[begin - 1] == '\n') && at < text.size() && text[at] == '\n';
        if (value->text.empty() && is_line) ++at;
    }
    return filled + text.substr(at);
}

std::vector<HandOverFile> hand_over_files(const HandOver& run, const AssetSource& assets) {
    const std::vector<PlaceholderValue> values = values_of(run);
    const std::string folder = fmt::format("data/hand_over/{}/", name_of(run.program));
    std::vector<HandOverFile> files;
    for (const std::string& name : assets.list(folder.substr(0, folder.size() - 1)))
        files.push_back(
            {name.substr(folder.size()), filled_template(assets.read(name), values), name.ends_with("run.sh")});
    return files;
}

}  // namespace milkomeda
