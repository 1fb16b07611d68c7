// The Simulation panel: play, step and reset, the parameters, and the pace.
#include <imgui.h>

#include <cmath>

#include "app/motion/transport.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

const SimulationParameters defaults;

}  // namespace

void simulation_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    using Scale = Widgets::Scale;
    SimulationParameters& p = view.parameters;
    const InitialState& initial = view.loaded.initial();
    const SimulationStatus status = view.loaded.simulation().status();
    const bool runs = status.tier != Tier::none;

    if (widgets.button(view.transport.playing() ? "pause" : "play", "space") && runs)
        view.transport.play(!view.transport.playing());
    ImGui::SameLine();
    if (widgets.button("step", "finish the step under way, or do one ( . )") && runs)
        view.transport.request_step();
    ImGui::SameLine();
    actions.reset = widgets.button("reset", "back to the start ( r )");
    ImGui::Text("%s   t = %.2f   step %ld", format_time(status.time).c_str(), status.time, status.steps);
    if (!runs) ImGui::TextWrapped("Paused: %s", status.tier_reason.c_str());

    widgets.slider("timestep", p.timestep, 1e-3, 0.2, initial.parameters.timestep,
                   with_unit("%.4f", p.timestep * myr_per_time, "Myr").c_str(), Scale::logarithmic,
                   "model time of one step, in units of 17.78 Myr");
    widgets.slider("softening", p.softening, 0, 1, initial.parameters.softening,
                   with_unit("%.4f", p.softening * kpc_per_length * 1000, "pc").c_str(), Scale::logarithmic,
                   "Plummer softening length, in units of 4 kpc");
    widgets.slider("damping", p.damping, 0.9, 1, initial.parameters.damping, "%.5f per step", Scale::linear,
                   "velocities are multiplied by it at the end of every step; 1 is none");
    widgets.slider("gravity", p.gravity, 0, 4, initial.parameters.gravity, "%.3f G", Scale::linear,
                   "gravitational constant, in units of the real one");

    std::vector<std::string> fractions;
    for (const int k : fraction_denominators) fractions.push_back(k == 1 ? "1" : "1/" + std::to_string(k));
    auto index_of = [](int k) { return static_cast<std::size_t>(std::lround(std::log2(k))); };
    std::size_t fraction = index_of(p.fraction_denominator);
    if (widgets.choice("fraction", fraction, fractions, index_of(initial.parameters.fraction_denominator),
                       "of the bodies that pull in each step, in turns: faster, and noisier"))
        p.fraction_denominator = fraction_denominators[fraction];
    widgets.choice("fraction mode", p.fraction_mode, names<FractionMode>, initial.parameters.fraction_mode,
                   "unbiased: rescaled to the right mean force; unscaled: as in 2008, too weak");
    widgets.choice("integrator", p.integrator, names<Integrator>, initial.parameters.integrator,
                   "leapfrog (second order), symplectic Euler (2008), explicit Euler (2010)");

    int steps = p.steps_per_frame.value_or(0);
    if (widgets.slider("steps/frame", steps, 0, 64, 0, steps == 0 ? "auto" : "%d steps", Scale::linear,
                       "steps in every frame; auto takes as many as the pace needs"))
        p.steps_per_frame = steps == 0 ? std::nullopt : std::optional{steps};
    widgets.slider("pace", p.time_per_second, 0.01, 20, defaults.time_per_second,
                   with_unit("%.2f", p.time_per_second * myr_per_time, "Myr/s").c_str(), Scale::logarithmic,
                   "model time per second of wall clock, in units of 17.78 Myr");
    ImGui::Text("pace reached %.2f (%.1f Myr/s)", view.transport.pace_reached(),
                view.transport.pace_reached() * myr_per_time);
    for (const std::string& line : warnings(p)) {
        ImGui::PushStyleColor(ImGuiCol_Text, {1.0f, 0.75f, 0.3f, 1});
        ImGui::TextWrapped("%s", line.c_str());
        ImGui::PopStyleColor();
    }
    save_section(widgets, view, actions);
}

}  // namespace milkomeda
