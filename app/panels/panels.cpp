#include "app/panels/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/diagnostics/diagnostics_panel.hpp"
#include "app/diagnostics/timing_panel.hpp"
#include "app/io/notices.hpp"
#include "app/panels/notice_box.hpp"
#include "app/panels/overlays.hpp"
#include "app/panels/panel_rows.hpp"
#include "app/panels/speeds.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/ui.hpp"
#include "app/viewport/annotations.hpp"

namespace milkomeda {

PanelActions Panels::draw(const PanelContents& contents) {
    PanelActions actions;
    const LoadedScene& loaded = contents.observed.loaded;
    Notices& notices = contents.view.notices;
    widgets_.begin_frame();
    scene_.begin_frame();
    opaque_.clear();
    title_area_ = {};
    open_for(contents.tour);
    follow_tool(contents, actions);
    arrange();
    if (shown) draw_around_picture(contents, actions);
    if (!shows(Panel::look)) presets_.rest();
    recording_note(widgets_, contents.video, contents.recording, above());
    if (contents.lost_device)
        lost_device_panel(widgets_, *contents.lost_device, loaded.particle_source().transport().time(), free_area(),
                          actions);
    choose_file(actions);
    choose_columns(actions);
    if (const auto picked = gallery_.draw(widgets_, above(), below(), loaded.initial().source))
        actions.load = with_source(scene_.draft().options(), *picked);
    if (contents.tour.runs()) tour_overlay(widgets_, contents.tour, free_area());
    draw_split(contents);
    if (shown && !gallery_.is_open()) framing_button(widgets_, contents.view.camera, loaded, free_area());
    if (contents.lesson && !gallery_.is_open())
        actions.lesson = contents.lesson_card.draw(widgets_, *contents.lesson, loaded.initial().source, free_area());
    if (help) help_overlay(widgets_, contents.commands, above(), below(), help);
    if (about) about_overlay(widgets_, about);
    if (const std::string note = widgets_.take_note(); !note.empty()) notices.hint(note);
    draw_notices(widgets_, notices.visible(), below_title(beside_tour(widgets_, free_area())));
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
                contents.device.ui.scale());
}

void Panels::draw_around_picture(const PanelContents& contents, PanelActions& actions) {
    actions.command = menus_.draw(widgets_, contents.commands);
    RunFacts facts = run_facts(contents.observed);
    facts.playing &= !gallery_.is_open() && !contents.tools.pauses_run();
    status_.draw(widgets_, facts);
    draw_title(contents);
    draw_rails(contents, actions);
    for (const Side side : {Side::left, Side::right}) draw_open_panel(side, contents, actions);
    keys_moved_ = false;
    draw_transport(contents, actions);
}

// Draws the title of the scene, which appears when a scene begins and whenever the time bar is visible.
void Panels::draw_title(const PanelContents& contents) {
    const std::string& title = contents.observed.loaded.initial().title;
    if (title != titled_) presence.wake();
    titled_ = title;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (moved.x != 0 || moved.y != 0) presence.wake();
    presence.advance(transport_.is_used() || contents.tour.runs(), ImGui::GetIO().DeltaTime);
    if (presence.opacity() == 0 || contents.split.on() || contents.lesson || gallery_.is_open()) return;
    Area free = free_area();
    if (workspace_.open(Side::left)) {  // the card of a mouse tool covers a part of the free area
        const float right = workspace_.panel(Side::left).most().x;
        free.size.x -= std::max(0.0f, right - free.least.x);
        free.least.x = std::max(free.least.x, right);
    }
    if (contents.view.annotations.shows(Annotation::clock)) free.least.y += 1.5f * ImGui::GetTextLineHeight();
    title_area_ = draw_scene_title(contents.observed.loaded, free, presence.opacity());
}

void Panels::choose_file(PanelActions& actions) {
    if (!files_.is_open()) return;
    actions.file = files_.draw(widgets_);
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

void Panels::arrange() {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    workspace_.arrange({.window = {screen.x, screen.y}, .above = above(), .unit = ImGui::GetFrameHeight() / 3});
}

float Panels::below() const { return shown ? ImGui::GetIO().DisplaySize.y - workspace_.free().most().y : 0; }

// When the user selects a mouse tool, opens the card of the tool. When the tool is deselected, closes its card. When
// another card replaces the card of the tool, deselects the tool.
void Panels::follow_tool(const PanelContents& contents, PanelActions& actions) {
    const std::optional<Panel> tool = contents.measure.is_on() ? Panel::measure
                                      : contents.match.is_on() ? Panel::match
                                                               : card_of(contents.tools.tool());
    const auto card = workspace_.choice()[0];
    if (tool == tool_ && tool && card != tool) deselect_tool(contents, actions);
    if (tool == tool_) return;
    tool_ = tool;
    if (tool)
        workspace_.show(*tool);
    else if (card && is_tool(*card))
        workspace_.close(Side::left);
}

void Panels::deselect_tool(const PanelContents& contents, PanelActions& actions) {
    actions.tool = PlayTool::none;
    contents.measure.choose(MeasureKind::none);
    contents.match.choose(false);
}

bool Panels::close_card() {
    if (!shown || !workspace_.open(Side::left)) return false;
    workspace_.close(Side::left);
    return true;
}

// Returns the part of `area` below the title of the scene if the area has no space for notices beside the title.
Area Panels::below_title(const Area& area) const {
    const bool fits = title_area_.most().x + widest_notice() <= area.most().x;
    const float top = std::clamp(title_area_.most().y, area.least.y, area.most().y);
    if (fits || title_area_.size.x == 0) return area;
    return {{area.least.x, top}, {area.size.x, area.most().y - top}};
}

void Panels::draw_rails(const PanelContents& contents, PanelActions& actions) {
    const bool recorded = contents.run.loaded.particle_source().series() != nullptr;
    for (const Side side : {Side::left, Side::right}) {
        std::vector<RailIcon> icons;
        for (const PanelRow& row : panel_rows) {
            if (side_of(row.panel) != side || row.panel == Panel::timing) continue;
            const bool is_on =
                row.command ? command_titled(contents.commands, row.command).is_on() : workspace_.shows(row.panel);
            icons.push_back({row.panel, text_of(row, recorded), is_on});
        }
        const Focus focus = side == Side::left ? Focus::left_rail : Focus::right_rail;
        const auto clicked = draw_rail(workspace_, side, icons, widgets_, takes_keys(focus));
        if (!clicked) continue;
        if (const char* const command = row_of(*clicked).command)
            actions.command = &command_titled(contents.commands, command);
        else
            toggle(*clicked);
    }
}

void Panels::draw_transport(const PanelContents& contents, PanelActions& actions) {
    ParticleSource& source = contents.run.loaded.particle_source();
    SnapshotSeries* const series = source.series();
    const SceneSetup& initial = contents.run.loaded.initial();
    const TimeStrip strip = time_strip(source, initial);
    transport_.draw(widgets_,
                    {.source = source,
                     .pace = series ? series->pace : contents.run.parameters.time_per_second,
                     .usual_pace = usual_pace(contents.run.loaded),
                     .strip = strip,
                     .commands = contents.commands,
                     .has_times = !series || series->has_times(),
                     .has_years = series ? series->has_times() : initial.has_years()},
                    workspace_.bar(), gallery_.is_open() ? 0 : presence.opacity(), actions);
}

void Panels::draw_open_panel(Side side, const PanelContents& contents, PanelActions& actions) {
    const Focus focus = side == Side::left ? Focus::card : Focus::drawer;
    const auto panel = workspace_.open(side);
    if (!panel) {
        if (keys_ == focus) give_keys_back();
        return;
    }
    const bool recorded = contents.run.loaded.particle_source().series() != nullptr;
    const PanelText text = text_of(row_of(*panel), recorded);
    const DrawnPanel drawn = draw_panel_window({text.name, text.title, workspace_.panel(side), takes_keys(focus)},
                                               widgets_, [&] { draw_panel(*panel, contents, actions); });
    if (drawn.opaque) opaque_.push_back(*drawn.opaque);
    if (drawn.stays) return;
    workspace_.close(side);
    if (is_tool(*panel)) deselect_tool(contents, actions);
}

void Panels::draw_panel(Panel panel, const PanelContents& contents, PanelActions& actions) {
    ParticleSource& source = contents.run.loaded.particle_source();
    switch (panel) {
        case Panel::scenes:
            scene_.draw(widgets_, contents.scene, actions);
            if (widgets_.section("Save bodies", "Saves the bodies at the displayed time"))
                save_section(widgets_, contents.run.save_name, actions);
            break;
        case Panel::add:
        case Panel::throw_galaxy:
        case Panel::pull:
            play_panel(widgets_, contents.tools, contents.scene.most_bodies);
            break;
        case Panel::measure:
            actions.measuring = measure_panel(widgets_, contents.measure);
            break;
        case Panel::match:
            actions.matching = match_panel(widgets_, contents.match);
            break;
        case Panel::slice:
            slice_panel(widgets_, contents.view.slice, contents.view.camera.shown());
            break;
        case Panel::compare:
            actions.comparing =
                compare_panel(widgets_, contents.comparing, contents.run.parameters,
                              gas_count(contents.run.loaded.initial().particles.components) > 0, contents.split);
            if (actions.comparing == CompareRequest::start) workspace_.close(Side::left);
            break;
        case Panel::exporting:
            actions.exporting = export_panel(widgets_, contents.exporting, contents.view.annotations);
            break;
        case Panel::look:
            look_panel(widgets_, presets_, components, contents.view, actions);
            break;
        case Panel::camera:
            camera_.draw(widgets_, contents.view, actions);
            break;
        case Panel::labels:
            labels_panel(widgets_, contents.view.annotations);
            break;
        case Panel::graphs:
            actions.diagnostics = diagnostics_.draw(widgets_, contents.diagnostics, source, contents.run.parameters);
            break;
        case Panel::physics:
            if (LiveBox* const box = source.box())
                actions.reset |= mixed_panel(widgets_, *box, source.transport(), contents.run.mixed_tools);
            else if (SnapshotSeries* const series = source.series())
                playback_panel(widgets_, contents.run, *series, actions);
            else
                physics_panel(widgets_, contents.run);
            break;
        case Panel::device:
            draw_device(contents, actions);
            break;
        case Panel::timing:
            timing_panel(widgets_, contents.timing, contents.device.quality.timers().clock(),
                         source.frames().status().tier != Tier::none, contents.view.notices);
            break;
    }
}

void Panels::draw_device(const PanelContents& contents, PanelActions& actions) {
    device_panel(widgets_, contents.device, actions);
    if (widgets_.button("Frame times...###Timing", "Shows the time of each part of a frame"))
        workspace_.show(Panel::timing);
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
    std::vector<Focus> parts;
    if (workspace_.open(Side::left)) parts.push_back(Focus::card);
    if (workspace_.open(Side::right)) parts.push_back(Focus::drawer);
    if (parts.empty()) {
        const Panel newest = is_tool(workspace_.newest()) ? Panel::physics : workspace_.newest();
        workspace_.show(newest);
        parts.push_back(side_of(newest) == Side::left ? Focus::card : Focus::drawer);
    }
    parts.insert(parts.end(), {Focus::left_rail, Focus::right_rail});
    const auto now = keys_ ? std::ranges::find(parts, *keys_) : parts.end();
    const auto next = !keys_ ? parts.begin() : now == parts.end() ? now : now + 1;
    if (next == parts.end()) return give_keys_back();
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

}  // namespace milkomeda
