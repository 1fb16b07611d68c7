#include "app/panels/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/diagnostics/timing_panel.hpp"
#include "app/io/notices.hpp"
#include "app/panels/overlays.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/column_window.hpp"
#include "app/ui/ui.hpp"

namespace milkomeda {
namespace {

// Returns the tabs of the panels. For snapshots, the Playback panel replaces the Simulation panel.
TabTexts tab_texts(const LoadedScene& loaded) {
    const bool recorded = loaded.particle_source().series() != nullptr;
    const char* const first = recorded ? "Playback" : "Simulation";
    return {{{first, first, recorded ? "Time, pace and saving" : "Time, pace, accuracy and saving"},
             {"Scene", "Scene", "The loaded scene and its initial conditions"},
             {"Diagnostics", "Diagnostics", "Plots of conserved quantities, and errors of the forces"},
             {"View", "View", "Appearance of the bodies, light, colors and camera"},
             {"Timing", "Timing", "Time of each part of a frame"},
             {"Device", "Advanced", "Compute device, solver and screen"}}};
}

}  // namespace

PanelActions Panels::draw(const PanelContents& contents) {
    PanelActions actions;
    const LoadedScene& loaded = contents.observed.loaded;
    Notices& notices = contents.view.notices;
    widgets_.begin_frame();
    scene_.begin_frame();
    open_for(contents.tour);
    arrange(contents);
    if (shown) draw_bars_and_columns(contents, actions);
    recording_note(widgets_, contents.video, contents.recording);
    if (contents.lost_device)
        lost_device_panel(widgets_, *contents.lost_device, loaded.particle_source().transport().time(), free_area(),
                          actions);
    choose_file(actions);
    choose_columns(actions);
    if (const auto picked = gallery_.draw(widgets_, above(), below(), loaded.initial().source))
        actions.load = with_source(scene_.draft().options(), *picked);
    if (contents.tour.runs()) tour_overlay(widgets_, contents.tour, free_area());
    draw_split(contents);
    actions.tool = play_panel(widgets_, contents.tools, contents.scene.most_bodies, free_area());
    if (!gallery_.is_open()) draw_cards(contents, actions);
    if (shown && !gallery_.is_open()) framing_button(widgets_, contents.view.camera, loaded, free_area());
    if (!contents.split.on()) measure_panel(widgets_, contents.measure, free_area());
    if (contents.lesson && !gallery_.is_open())
        actions.lesson = contents.lesson_card.draw(widgets_, *contents.lesson, loaded.initial().source, free_area());
    if (help) help_overlay(widgets_, contents.commands, above(), below(), help);
    if (const std::string note = widgets_.take_note(); !note.empty()) notices.add(note);
    notices_.draw(widgets_, notices.lines(), beside_tour(widgets_, free_area()));
    return actions;
}

// Draws titles and curves of compared runs.
void Panels::draw_split(const PanelContents& contents) {
    contents.split.arrange(free_area(), ImGui::GetTextLineHeight());
    EnergyHistory energies;
    if (contents.split.on())
        for (const DiagnosticsSeries::Row& row : contents.diagnostics.series().rows())
            if (const double energy = row.found.total_energy(); std::isfinite(energy))
                energies.add(row.found.time, energy);
    split_.draw(widgets_, contents.split, contents.observed.loaded.particle_source(), contents.run.parameters, energies,
                contents.advanced.ui.scale());
}

// Draws the cards that float over the picture.
void Panels::draw_cards(const PanelContents& contents, PanelActions& actions) {
    actions.exporting = export_card(widgets_, contents.exporting, free_area());
    actions.comparing =
        compare_card(widgets_, contents.comparing, contents.run.parameters, contents.split, free_area());
}

void Panels::draw_bars_and_columns(const PanelContents& contents, PanelActions& actions) {
    actions.command = menus_.draw(widgets_, contents.commands);
    draw_columns(contents, actions);
    draw_transport(contents, actions);
    RunFacts facts = run_facts(contents.observed);
    facts.playing &= !gallery_.is_open() && !contents.tools.pauses_run();
    status_.draw(widgets_, facts, recording_width(contents.video, contents.recording));
}

void Panels::choose_file(PanelActions& actions) {
    if (!files_.is_open()) return;
    auto& wish = files_.purpose() == FilePurpose::open ? actions.open : actions.save_as;
    wish = files_.draw(widgets_);
}

// Draws the dialog of columns. While the dialog is open, arrows and space operate its lists.
void Panels::choose_columns(PanelActions& actions) {
    if (!columns_.is_open()) return;
    actions.columns = columns_.draw(widgets_);
    auto& flags = ImGui::GetIO().ConfigFlags;
    if (columns_.is_open())
        flags |= ImGuiConfigFlags_NavEnableKeyboard;
    else if (!keys_)
        flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

void Panels::arrange(const PanelContents& contents) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    if (contents.lost_device && workspace_.covers_picture())
        // closes the panel that covers the picture, so that the panel about the lost device is visible
        workspace_.close(Side::left);
    workspace_.arrange({.window = {screen.x, screen.y},
                        .above = above(),
                        .below = below(),
                        .notices = notices_.height(),
                        .line = ImGui::GetTextLineHeight(),
                        .tab_widths = tab_widths(tab_texts(contents.observed.loaded))});
}

void Panels::draw_columns(const PanelContents& contents, PanelActions& actions) {
    const TabTexts texts = tab_texts(contents.observed.loaded);
    const auto has_keys = [this](const Column& column) { return column.open && column.side == keys_; };
    const bool was_closed = keys_ && std::ranges::none_of(workspace_.columns(), has_keys);
    if (was_closed) give_keys_back();
    for (const Column& column : workspace_.columns()) {
        column_window(workspace_, column, widgets_, texts, keys_moved_ && has_keys(column),
                      [&](Panel panel) { draw_panel(panel, contents, actions); });
    }
    keys_moved_ = false;
}

void Panels::draw_transport(const PanelContents& contents, PanelActions& actions) {
    ParticleSource& source = contents.run.loaded.particle_source();
    SnapshotSeries* const series = source.series();
    const SceneSetup& initial = contents.run.loaded.initial();
    const TimeStrip strip = time_strip(source, initial.milestones, initial.until);
    transport_.draw(widgets_,
                    {.source = source,
                     .pace = series ? series->pace : contents.run.parameters.time_per_second,
                     .strip = strip,
                     .commands = contents.commands,
                     .has_times = !series || series->has_times(),
                     .has_years = series ? series->has_times() : !initial.mixed},
                    StatusLine::height(), actions);
}

void Panels::draw_panel(Panel panel, const PanelContents& contents, PanelActions& actions) {
    ParticleSource& source = contents.run.loaded.particle_source();
    switch (panel) {
        case Panel::simulation:
            if (LiveBox* const box = source.box())
                actions.reset |= mixed_panel(widgets_, *box, source.transport(), contents.run.mixed_tools);
            else if (SnapshotSeries* const series = source.series())
                playback_panel(widgets_, contents.run, *series, actions);
            else
                simulation_panel(widgets_, contents.run, actions);
            break;
        case Panel::scene:
            scene_.draw(widgets_, contents.scene, actions);
            break;
        case Panel::diagnostics:
            actions.diagnostics = diagnostics_.draw(widgets_, contents.diagnostics, source, contents.run.parameters);
            break;
        case Panel::view:
            view_panel(widgets_, camera_, contents.view, actions);
            break;
        case Panel::timing:
            timing_panel(widgets_, contents.timing, contents.advanced.quality.timers().clock(),
                         source.frames().status().tier != Tier::none, contents.view.notices);
            break;
        case Panel::advanced:
            advanced_panel(widgets_, contents.advanced, actions);
            break;
    }
}

void Panels::toggle(Panel panel) {
    const bool hides = shows(panel);
    shown = true;
    if (hides)
        workspace_.close(side_of(panel));
    else
        workspace_.show(panel);
}

void Panels::pass_keys() {
    shown = true;
    std::vector<Side> open;
    for (const Column& column : workspace_.columns())
        if (column.open) open.push_back(column.side);
    if (open.empty()) {
        const bool one_for_all = workspace_.columns().size() < 2;
        open.push_back(one_for_all ? Side::left : side_of(workspace_.newest()));
        workspace_.show(workspace_.newest());
    }
    const auto now = keys_ ? std::ranges::find(open, *keys_) : open.end();
    const auto next = !keys_ ? open.begin() : now == open.end() ? now : now + 1;
    if (next == open.end()) return give_keys_back();
    keys_ = *next;
    keys_moved_ = true;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
}

void Panels::give_keys_back() {
    keys_.reset();
    ImGui::GetIO().ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::SetWindowFocus(nullptr);
}

// During a tour, brings the panel with the explained control to the front; after the tour, restores the arrangement of
// the panels.
void Panels::open_for(const Tour& tour) {
    if (tour.runs()) {
        if (!before_tour_) before_tour_ = BeforeTour{shown, workspace_};
        shown = true;
        if (tour.stop().panel) workspace_.show(*tour.stop().panel);
    } else if (before_tour_) {
        shown = before_tour_->shown;
        workspace_ = before_tour_->workspace;
        before_tour_.reset();
    }
}

Area Panels::free_area() const {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    if (!shown) return {{0, 0}, {screen.x, screen.y}};
    return workspace_.free();
}

std::vector<Area> Panels::opaque_areas() const {
    if (!shown) return {};
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    std::vector<Area> areas{{{0, 0}, {screen.x, above()}}, {{0, screen.y - below()}, {screen.x, below()}}};
    for (const Column& column : workspace_.columns()) areas.push_back(column.area);
    return areas;
}

}  // namespace milkomeda
