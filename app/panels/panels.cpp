#include "app/panels/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/panels/color_panel.hpp"
#include "app/panels/drawing_panel.hpp"
#include "app/panels/light_panel.hpp"
#include "app/panels/screen_panel.hpp"
#include "app/platform/controls.hpp"
#include "data/base/units.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

const SimulationParameters defaults;
const Look default_look;

void show_lines(const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * screen.x, screen.y - ImGui::GetTextLineHeight()}, ImGuiCond_Always,
                            {0.5f, 1});
    ImGui::Begin("##notices", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(screen.x - 2 * ImGui::GetTextLineHeight());
    for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void show_help() {
    constexpr float lines_wide = 38, least_scale = 0.5f;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float lines_high = static_cast<float>(help_lines().size()) + 3;  // the last one may need two
    const float full_line = ImGui::GetTextLineHeight();
    const bool tight = screen.x < 44 * full_line || screen.y < 1.4f * lines_high * full_line;
    // All of it, in smaller letters where it has to be.
    const float scale =
        std::clamp(std::min(screen.x / (lines_wide * full_line), screen.y / (lines_high * full_line)),
                   least_scale, 1.0f);
    const float line = scale * full_line;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.6f * line, tight ? 0 : 0.3f * line});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.6f * line, tight ? 0 : 0.6f * line});
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin("Help", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
    ImGui::SetWindowFontScale(scale);
    ImGui::PushTextWrapPos(screen.x - 2 * line);
    for (const HelpLine& help : help_lines()) {
        ImGui::TextUnformatted(help.keys.data());
        ImGui::SameLine((tight ? 10 : 12) * line);
        ImGui::TextUnformatted(help.meaning.data());
    }
    if (!tight) ImGui::Separator();
    ImGui::TextUnformatted("Right click puts a control back to its default; Ctrl+click types a value.");
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

// The next checkbox stands in the right half of the line, if the last one and it leave room for each other.
void beside_if_it_fits(const std::string& label) {
    const float half = 0.5f * ImGui::GetWindowWidth();
    const float width = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                        ImGui::CalcTextSize(label.c_str()).x + ImGui::GetStyle().WindowPadding.x;
    const bool left_ends = ImGui::GetItemRectMax().x < ImGui::GetWindowPos().x + half;
    const bool left_is_first = ImGui::GetItemRectMin().x < ImGui::GetWindowPos().x + 0.25f * half;
    if (width < half && left_ends && left_is_first) ImGui::SameLine(half);
}

}  // namespace

PanelActions Panels::draw(const PanelView& view) {
    PanelActions actions;
    widgets_.begin_frame();
    if (shown) {
        if (RecordedMotion* const recorded = view.loaded.motion().recorded())
            playback(*recorded, actions);
        else
            simulation(view, actions);
        look(view, actions);
        scene(view, actions);
        device(view);
    }
    if (help) show_help();
    show_lines(view.notices.lines());
    return actions;
}

void Panels::simulation(const PanelView& view, PanelActions& actions) {
    using Scale = Widgets::Scale;
    SimulationParameters& p = view.parameters;
    const InitialState& initial = view.loaded.initial();
    Motion& motion = view.loaded.motion();
    const SimulationStatus status = motion.status();
    const bool runs = status.tier != Tier::none;
    layout_.begin("Simulation", {false, 0});
    widgets_.begin_panel("Simulation");

    if (widgets_.button(motion.playing() ? "pause" : "play", "space") && runs) motion.play(!motion.playing());
    ImGui::SameLine();
    if (widgets_.button("step", "finish the step under way, or do one ( . )") && runs) motion.step();
    ImGui::SameLine();
    actions.reset = widgets_.button("reset", "back to the start ( r )");
    ImGui::Text("%s   t = %.2f   step %ld", format_time(status.time).c_str(), status.time, status.steps);
    if (!runs) ImGui::TextWrapped("Paused: %s", status.tier_reason.c_str());

    widgets_.slider("timestep", p.timestep, 1e-3, 0.2, initial.parameters.timestep,
                    with_unit("%.4f", p.timestep * myr_per_time, "Myr").c_str(), Scale::logarithmic,
                    "model time of one step, in units of 17.78 Myr");
    widgets_.slider("softening", p.softening, 0, 1, initial.parameters.softening,
                    with_unit("%.4f", p.softening * kpc_per_length * 1000, "pc").c_str(), Scale::logarithmic,
                    "Plummer softening length, in units of 4 kpc");
    widgets_.slider("damping", p.damping, 0.9, 1, initial.parameters.damping, "%.5f per step", Scale::linear,
                    "velocities are multiplied by it at the end of every step; 1 is none");
    widgets_.slider("gravity", p.gravity, 0, 4, initial.parameters.gravity, "%.3f G", Scale::linear,
                    "gravitational constant, in units of the real one");

    std::vector<std::string> fractions;
    for (const int k : fraction_denominators) fractions.push_back(k == 1 ? "1" : "1/" + std::to_string(k));
    auto index_of = [](int k) { return static_cast<std::size_t>(std::lround(std::log2(k))); };
    std::size_t fraction = index_of(p.fraction_denominator);
    if (widgets_.choice("fraction", fraction, fractions, index_of(initial.parameters.fraction_denominator),
                        "of the bodies that pull in each step, in turns: faster, and noisier"))
        p.fraction_denominator = fraction_denominators[fraction];
    widgets_.choice("fraction mode", p.fraction_mode, names<FractionMode>, initial.parameters.fraction_mode,
                    "unbiased: rescaled to the right mean force; unscaled: as in 2008, too weak");
    widgets_.choice("integrator", p.integrator, names<Integrator>, initial.parameters.integrator,
                    "leapfrog (second order), symplectic Euler (2008), explicit Euler (2010)");

    int steps = p.steps_per_frame.value_or(0);
    if (widgets_.slider("steps/frame", steps, 0, 64, 0, steps == 0 ? "auto" : "%d steps", Scale::linear,
                        "steps in every frame; auto takes as many as the pace needs"))
        p.steps_per_frame = steps == 0 ? std::nullopt : std::optional{steps};
    widgets_.slider("pace", p.time_per_second, 0.01, 20, defaults.time_per_second,
                    with_unit("%.2f", p.time_per_second * myr_per_time, "Myr/s").c_str(), Scale::logarithmic,
                    "model time per second of wall clock, in units of 17.78 Myr");
    ImGui::Text("pace reached %.2f (%.1f Myr/s)", motion.pace_reached(),
                motion.pace_reached() * myr_per_time);
    for (const std::string& line : warnings(p)) {
        ImGui::PushStyleColor(ImGuiCol_Text, {1.0f, 0.75f, 0.3f, 1});
        ImGui::TextWrapped("%s", line.c_str());
        ImGui::PopStyleColor();
    }
    save(actions);
    layout_.end();
}

void Panels::save(PanelActions& actions) {
    actions.save |= widgets_.text(
        "file##save", save_name_,
        "the extension says the format; a file that exists is left alone, and the new one gets a number");
    ImGui::SameLine();
    actions.save |= widgets_.button("save", "the bodies as they are now ( Ctrl+S )");
}

void Panels::look(const PanelView& view, PanelActions& actions) {
    Look& look = view.look;
    layout_.begin("View", {true, 0});
    widgets_.begin_panel("View");
    // The last one stands for a look of one's own.
    std::vector<std::string> presets{names<Preset>.begin(), names<Preset>.end()};
    presets.emplace_back("own");
    const std::size_t own = names<Preset>.size();
    const std::optional<Preset> before = preset_of(look);
    std::size_t preset = before ? static_cast<std::size_t>(*before) : own;
    if (widgets_.choice("preset", preset, presets, 0, "mode, light and colours together ( p )") &&
        preset != own)
        look = with_preset(look, static_cast<Preset>(preset));
    widgets_.choice("mode", look.mode, names<DrawMode>, default_look.mode,
                    "three ways of 2008, a map of the matter, or stars as a photograph shows them ( d )");
    widgets_.slider("point size", look.point_size, smallest_point_size, largest_point_size,
                    default_look.point_size, "%.2f x", Widgets::Scale::logarithmic,
                    "relative to the mode's own size ( + - )");
    widgets_.slider("brightness", look.brightness, 0.05, 20, default_look.brightness, "%.2f x",
                    Widgets::Scale::logarithmic, "of every particle");
    if (look.mode == DrawMode::sprite)
        widgets_.color("sprite color", look.sprite_color, default_look.sprite_color, "of all particles");
    if (is_developed(look.mode) && widgets_.section("light", "how collected light becomes a picture"))
        light_panel(widgets_, look.tone_mapping, view.loaded.hdr());
    if (look.mode == DrawMode::stars && widgets_.section("color", "what gives particles their colour"))
        color_panel(widgets_, look, view.loaded);
    actions.save_path =
        camera_.draw(widgets_, view.camera, look, view.loaded, view.annotations.chosen_rows(), view.notices);
    density(view, actions);
    annotations(view.annotations);
    ImGui::Separator();
    components(view.loaded);
    layout_.end();
}

void Panels::components(LoadedScene& loaded) {
    const std::vector<Component>& components = loaded.initial().particles.components;
    std::vector<bool>& visible = loaded.shown();
    std::vector<std::string> galaxies;
    for (const Component& component : components)
        if (!component.galaxy.empty() && std::ranges::find(galaxies, component.galaxy) == galaxies.end())
            galaxies.push_back(component.galaxy);

    // A galaxy as a whole: on shows all but its halo, off hides all.
    for (const std::string& galaxy : galaxies) {
        bool any = false;
        for (std::size_t i = 0; i < components.size(); ++i)
            any |= components[i].galaxy == galaxy && visible[i];
        if (&galaxy != galaxies.data()) beside_if_it_fits(galaxy);
        if (widgets_.checkbox(galaxy.c_str(), any, true, "show or hide this galaxy"))
            for (std::size_t i = 0; i < components.size(); ++i)
                if (components[i].galaxy == galaxy) visible[i] = any && components[i].name != "halo";
    }
    for (std::size_t c = 0; c < components.size(); ++c) {
        bool on = visible[c];
        const std::string label = full_name(components[c]);
        if (c > 0 && components[c].name == components[c - 1].name) beside_if_it_fits(label);
        if (widgets_.checkbox(label.c_str(), on, components[c].name != "halo", "show or hide this component"))
            visible[c] = on;
    }
}

void Panels::scene(const PanelView& view, PanelActions& actions) {
    layout_.begin("Scene", {true, 0.55f});
    widgets_.begin_panel("Scene");
    if (auto load = scene_.draw(widgets_, view.loaded.initial(), view.most_bodies))
        actions.load = std::move(load);
    layout_.end();
}

void Panels::device(const PanelView& view) {
    const SimulationStatus status = view.loaded.motion().status();
    layout_.begin("Device", {false, 0.68f});
    widgets_.begin_panel("Device");
    ImGui::TextWrapped("%s", view.loaded.motion().device_text().c_str());
    ImGui::TextWrapped("tier %s: %s", name_of(status.tier).data(), status.tier_reason.c_str());
    ImGui::TextWrapped("%s", status.solver.c_str());
    if (view.kernels.searching()) {
        ImGui::ProgressBar(static_cast<float>(view.kernels.search_done()),
                           {0.7f * ImGui::GetWindowWidth(), 0}, "searching for the fastest");
        ImGui::SameLine();
        if (widgets_.button("skip", "end the search; it begins again at the next start")) view.kernels.skip();
    }
    const double bodies = static_cast<double>(view.loaded.initial().particles.size());
    ImGui::Text("%.3g Gpair/s, %.3g bodies/s", status.pairs_per_second / 1e9,
                status.pairs_per_second / bodies * view.parameters.fraction_denominator);
    ImGui::Text("frame %.1f ms, %.0f per second", 1e3 * view.clock.smooth_seconds(),
                view.clock.frames_per_second());
    const auto& history = view.clock.history_ms();
    ImGui::PlotLines("##frame ms", history.data(), static_cast<int>(history.size()),
                     view.clock.history_start(), "frame ms", 0, 100, {0, 3 * ImGui::GetTextLineHeight()});
    drawing_section(widgets_, view.cost, view.look.mode);
    if (status.tier != Tier::none &&
        widgets_.section("kernels", "the forms of the direct sum, to switch through"))
        kernels(view);
    screen_section(widgets_, view.window, view.ui);
    layout_.end();
}

// From the plainest to the fastest; bars compare what was measured.
void Panels::kernels(const PanelView& view) {
    KernelTuning& kernels = view.kernels;
    const KernelVariant* running = view.loaded.motion().kernel().variant;
    double fastest = 0;
    for (const KernelVariant* variant : kernels.variants())
        fastest = std::max(fastest, kernels.pairs_per_second(*variant));
    for (const KernelVariant* variant : kernels.variants()) {
        const double rate = kernels.pairs_per_second(*variant);
        char text[32] = "not measured";
        if (rate > 0) std::snprintf(text, sizeof text, "%.3g Gpair/s", rate * 1e-9);
        if (widgets_.option(variant->name.data(), text, rate > 0 ? static_cast<float>(rate / fastest) : 0,
                            variant == running, variant->idea.data()))
            kernels.pick(*variant);
    }
    if (!kernels.searching() &&
        widgets_.button("search", "measures all kernels with these bodies, and takes the fastest"))
        kernels.search();
}

}  // namespace milkomeda
