#include "app/panels/panels.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/panels/help_overlay.hpp"
#include "app/panels/recording_note.hpp"
#include "app/panels/tour_overlay.hpp"
#include "app/tools/mixed_panel.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/io/notices.hpp"
#include "app/ui/ui.hpp"
#include "app/tools/play_panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/diagnostics/timing_panel.hpp"
#include "app/ui/column_window.hpp"

namespace milkomeda {
namespace {

// A series of snapshots is played where others are simulated.
PanelFaces faces_of(const LoadedScene& loaded) {
    const bool recorded = loaded.particle_source().series() != nullptr;
    const char* const first = recorded ? "Playback" : "Simulation";
    return {{{first, first, recorded ? "time, pace, and saving" : "time, pace, accuracy, and saving"},
             {"Scene", "Scene", "what is loaded, and how it begins"},
             {"Diagnostics", "Diagnostics", "what is conserved, and how exact the forces are"},
             {"View", "View", "how bodies are drawn, in which light, and from where"},
             {"Timing", "Timing", "what a frame's time goes to"},
             {"Device", "Advanced", "what computes, and the screen"}}};
}

}  // namespace

PanelActions Panels::draw(const PanelView& view) {
    PanelActions actions;
    widgets_.begin_frame();
    scene_.begin_frame();
    open_for(view.tour);
    arrange(view);
    if (shown) {
        actions.control = menus_.draw(widgets_, view.controls);
        draw_columns(view, actions);
        draw_transport(view, actions);
        RunFacts facts = run_facts(view);
        facts.playing &= !gallery_.is_open();
        status_.draw(widgets_, facts, recording_width(view.film, view.recorder));
    }
    recording_note(widgets_, view.film, view.recorder);
    lost_device_panel(widgets_, view, actions, free_area());
    choose_file(actions);
    if (const auto picked = gallery_.draw(widgets_, above(), below(), view.loaded.initial().source))
        actions.load = with_source(scene_.draft().options(), *picked);
    if (view.tour.runs()) tour_overlay(widgets_, view.tour, free_area());
    view.split.arrange(free_area(), ImGui::GetTextLineHeight());
    split_.draw(widgets_, view.split, view.loaded.particle_source(), view.parameters, view.ui.scale());
    actions.tool = play_panel(widgets_, view.tools, view.most_bodies, free_area());
    if (help) help_overlay(widgets_, view.controls, above(), below(), help);
    if (const std::string note = widgets_.take_note(); !note.empty()) view.notices.add(note);
    notices_.draw(widgets_, view.notices.lines(), beside_tour(widgets_, free_area()));
    return actions;
}

void Panels::choose_file(PanelActions& actions) {
    if (!files_.is_open()) return;
    auto& wish = files_.purpose() == FilePurpose::open ? actions.open : actions.save_as;
    wish = files_.draw(widgets_);
}

void Panels::arrange(const PanelView& view) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    if (view.lost_device && workspace_.covers_picture()) workspace_.close(Side::left);  // it is to be seen
    workspace_.arrange({.window = {screen.x, screen.y},
                        .above = above(),
                        .below = below(),
                        .notices = notices_.height(),
                        .line = ImGui::GetTextLineHeight(),
                        .tab_widths = tab_widths(faces_of(view.loaded))});
}

void Panels::draw_columns(const PanelView& view, PanelActions& actions) {
    const PanelFaces faces = faces_of(view.loaded);
    const auto has_keys = [this](const Column& column) { return column.open && column.side == keys_; };
    if (keys_ && std::ranges::none_of(workspace_.columns(), has_keys)) give_keys_back();  // it was closed
    for (const Column& column : workspace_.columns()) {
        column_window(workspace_, column, widgets_, faces, keys_moved_ && has_keys(column),
                      [&](Panel panel) { draw_panel(panel, view, actions); });
    }
    keys_moved_ = false;
}

void Panels::draw_transport(const PanelView& view, PanelActions& actions) {
    ParticleSource& source = view.loaded.particle_source();
    SnapshotSeries* const series = source.series();
    const SceneSetup& initial = view.loaded.initial();
    const TimeStrip strip = time_strip(source, initial.milestones, initial.until);
    const TransportRequests wishes =
        transport_.draw(widgets_,
                        {.source = source,
                         .pace = series ? series->pace : view.parameters.time_per_second,
                         .strip = strip,
                         .controls = view.controls,
                         .has_times = !series || series->has_times(),
                         .has_years = series ? series->has_times() : !initial.mixed},
                        StatusLine::height());
    if (wishes.control) actions.control = wishes.control;
    if (wishes.show) actions.show = wishes.show;
    if (wishes.head_for) actions.head_for = wishes.head_for;
    actions.play_on |= wishes.play_on;
}

void Panels::draw_panel(Panel panel, const PanelView& view, PanelActions& actions) {
    switch (panel) {
        case Panel::simulation:
            if (LiveBox* const box = view.loaded.particle_source().box())
                actions.reset |=
                    mixed_panel(widgets_, *box, view.loaded.particle_source().transport(), view.mixed_tools);
            else if (SnapshotSeries* const series = view.loaded.particle_source().series())
                playback_panel(widgets_, view, *series, actions);
            else
                simulation_panel(widgets_, view, actions);
            break;
        case Panel::scene:
            scene_.draw(widgets_, view, actions);
            break;
        case Panel::diagnostics:
            actions.diagnostics =
                diagnostics_.draw(widgets_, view.diagnostics, view.loaded.particle_source(), view.parameters);
            errors_.draw(widgets_, view.loaded.particle_source());
            break;
        case Panel::view:
            view_.draw(widgets_, view, actions);
            break;
        case Panel::timing:
            timing_panel(widgets_, view.timing, view.cost.timers().clock(),
                         view.loaded.particle_source().frames().status().tier != Tier::none, view.notices);
            break;
        case Panel::device:
            device_panel(widgets_, view, actions);
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

// The tour speaks of controls: their panels are in front meanwhile, and afterwards all is as it was.
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
