#include "data/simulation/parameter_table.hpp"

#include <string>
#include <vector>

#include "data/base/units.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the summaries of all integrators, joined for the tooltip.
const std::string& integrator_summaries() {
    static const std::string joined = [] {
        std::vector<std::string_view> summaries;
        for (const IntegratorScheme& scheme : integrator_table) summaries.push_back(scheme.summary);
        return join(summaries, {}, "; ");
    }();
    return joined;
}

using P = SimulationParameters;
using Group = ParameterGroup;

constexpr Field<P> fraction_field{
    [](const P& p) -> SettingValue {
        return Fraction{p.fraction_denominator, fraction_denominators};
    },
    [](P& p, const SettingValue& value) { p.fraction_denominator = std::get<Fraction>(value).denominator; }};

std::vector<Parameter> make_table() {
    return {
        {Group::physics,
         "timestep",
         "simulation.timestep",
         true,
         {.key = "dt",
          .option = "--dt",
          .help = "timestep",
          .label = "Timestep",
          .tooltip = "model time of one step, in units of 17.78 Myr",
          .valid = timestep_range,
          .slider = {1e-3, 0.2},
          .scale = Scale::logarithmic,
          .format = "%.4f",
          .unit = {myr_per_time, "Myr"}},
         field<P, &P::timestep>},
        {Group::physics,
         "softening",
         "simulation.softening",
         false,
         {.key = "softening",
          .option = "--softening",
          .help = "Plummer softening length, such as 0.05 or 200pc",
          .label = "Softening",
          .tooltip = "Plummer softening length, in units of 4 kpc",
          .valid = {0, 10},
          .slider = {0, 1},
          .scale = Scale::logarithmic,
          .format = "%.4f",
          .unit = {kpc_per_length * 1000, "pc"}},
         field<P, &P::softening>},
        {Group::physics,
         "damping",
         "simulation.damping",
         false,
         {.key = "damping",
          .option = "--damping",
          .help = "factor by which every step multiplies velocities",
          .label = "Damping",
          .tooltip = "all velocities are multiplied by this factor at the end of every step; 1 means no damping",
          .valid = {0, 1},
          .slider = {0.9, 1},
          .format = "%.5f per step"},
         field<P, &P::damping>},
        {Group::physics,
         "gravity",
         "simulation.gravity",
         false,
         {.key = "gravity",
          .option = "--gravity",
          .help = "gravitational constant",
          .label = "Gravity",
          .tooltip = "gravitational constant, relative to its real value",
          .valid = {0, 100},
          .slider = {0, 4},
          .format = "%.3f G"},
         field<P, &P::gravity>},
        {Group::method,
         "fraction",
         "simulation.fraction",
         false,
         {.key = "fraction",
          .option = "--fraction",
          .help = "fraction of the bodies that attract in each step",
          .label = "Fraction",
          .tooltip = "fraction of the bodies that attract in each step, in turn; smaller values are faster "
                     "and noisier"},
         fraction_field},
        {Group::method,
         "fraction-mode",
         "simulation.fraction_mode",
         false,
         {.key = "fraction_mode",
          .option = "--fraction-mode",
          .help = "force of a fraction of the bodies: rescaled or not",
          .label = "Fraction mode",
          .tooltip = "unbiased: rescaled to the right mean force; unscaled: not rescaled, so gravity is too "
                     "weak (as in the program of 2008)"},
         field<P, &P::fraction_mode>},
        {Group::method,
         "accuracy",
         "simulation.accuracy",
         false,
         {.key = "accuracy",
          .option = "--accuracy",
          .help = "accuracy of the forces; runs that are drawn default to draft",
          .label = "Accuracy",
          .tooltip = "99 of 100 bodies have a relative error of their force below 1e-2 (draft), 1e-3 (default), "
                     "1e-4 (fine); the direct sum is exact"},
         field<P, &P::accuracy>},
        {Group::method,
         "integrator",
         "simulation.integrator",
         false,
         {.key = "integrator",
          .option = "--integrator",
          .help = "integration scheme; runs that are drawn default to reversible",
          .label = "Integrator",
          .tooltip = integrator_summaries().c_str()},
         field<P, &P::integrator>},
        {Group::pace,
         "steps-per-frame",
         "simulation.steps_per_frame",
         false,
         {.key = "steps_per_frame",
          .option = "--steps-per-frame",
          .help = "steps per frame; auto: as many as the pace needs",
          .label = "Steps per frame",
          .tooltip = "steps per frame; auto takes as many as the pace needs",
          .valid = {1, 1000},
          .slider = {0, 64},  // position 0 of the slider means automatic
          .format = "%d steps"},
         field<P, &P::steps_per_frame>},
        {Group::pace,
         "time-per-second",
         "simulation.time_per_second",
         true,
         {.key = "time_per_second",
          .option = "--time-per-second",
          .help = "pace: model time per second of wall-clock time",
          .label = "Pace",
          .tooltip = "model time per second of wall-clock time, in units of 17.78 Myr",
          .valid = {1e-3, 1e3},
          .slider = {0.01, 20},
          .scale = Scale::logarithmic,
          .format = "%.2f",
          .unit = {myr_per_time, "Myr/s"}},
         field<P, &P::time_per_second>},
        {Group::window,
         "key-frame-memory",
         "simulation.key_frame_memory",
         false,
         {.key = "key_frame_memory",
          .option = "--key-frames",
          .help = "memory for key frames, to which the window can go back, MiB",
          .label = "Key frame memory",
          .tooltip = "memory for key frames, the moments that the run can go back to: device memory, or host memory "
                     "if the device has no room. When it is full, every second key frame is dropped",
          .valid = {0, 1e6},
          .slider = {0, 4096},
          .scale = Scale::logarithmic,
          .format = "%.0f MiB"},
         field<P, &P::key_frame_memory>},
    };
}

}  // namespace

std::span<const Parameter> parameter_table() {
    static const std::vector<Parameter> table = make_table();
    return table;
}

}  // namespace milkomeda
