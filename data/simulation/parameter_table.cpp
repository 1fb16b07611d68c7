#include "data/simulation/parameter_table.hpp"

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

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
          .label = "timestep",
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
          .help = "Plummer softening length, as 0.05 or 200pc",
          .label = "softening",
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
          .help = "velocities are multiplied by it in every step",
          .label = "damping",
          .tooltip =
              "all velocities are multiplied by this factor at the end of every step; 1 means no damping",
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
          .label = "gravity",
          .tooltip = "gravitational constant, in units of the real one",
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
          .help = "of the bodies that pull in each step",
          .label = "fraction",
          .tooltip = "the fraction of the bodies that attract in each step; all take turns. Smaller is "
                     "faster, and noisier"},
         fraction_field},
        {Group::method,
         "fraction-mode",
         "simulation.fraction_mode",
         false,
         {.key = "fraction_mode",
          .option = "--fraction-mode",
          .help = "unscaled: gravity is too weak",
          .label = "fraction mode",
          .tooltip = "unbiased: rescaled to the right mean force; unscaled: not rescaled, so gravity is too "
                     "weak (as in the program of 2008)"},
         field<P, &P::fraction_mode>},
        {Group::method,
         "accuracy",
         "simulation.accuracy",
         false,
         {.key = "accuracy",
          .option = "--accuracy",
          .help = "of the multipole method's forces; what is drawn gets draft",
          .label = "accuracy",
          .tooltip =
              "99 of 100 bodies have a relative error of their force below 1e-2 (draft), 1e-3 (default), "
              "1e-4 (fine); the direct sum is exact"},
         field<P, &P::accuracy>},
        {Group::method,
         "integrator",
         "simulation.integrator",
         false,
         {.key = "integrator",
          .option = "--integrator",
          .help = "how a step moves bodies; what is drawn gets reversible",
          .label = "integrator",
          .tooltip =
              "leapfrog is of second order; reversible is leapfrog on integers, so that time runs back "
              "exactly; symplectic Euler is what the program of 2008 used; explicit Euler gains "
              "energy, as a tutorial of 2010 did"},
         field<P, &P::integrator>},
        {Group::pace,
         "steps-per-frame",
         "simulation.steps_per_frame",
         false,
         {.key = "steps_per_frame",
          .option = "--steps-per-frame",
          .help = "a number, or auto: as many as the pace needs",
          .label = "steps/frame",
          .tooltip = "how many steps every frame takes; auto takes as many as the pace needs",
          .valid = {1, 1000},
          .slider = {0, 64},  // 0 means automatic
          .format = "%d steps"},
         field<P, &P::steps_per_frame>},
        {Group::pace,
         "time-per-second",
         "simulation.time_per_second",
         true,
         {.key = "time_per_second",
          .option = "--time-per-second",
          .help = "the pace: model time per second",
          .label = "pace",
          .tooltip = "model time per second of wall clock, in units of 17.78 Myr",
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
          .help = "memory for moments that the window can go back to, MiB",
          .label = "key frames",
          .tooltip =
              "memory for key frames, moments of the run that you can go back to: on the device, or the "
              "host's where there is no room. Once it is full every second one goes",
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
