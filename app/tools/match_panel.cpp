#include "app/tools/match_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <numbers>

#include "app/ui/text_fit.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Draws the settings of how the picture is shown.
void shown_controls(Widgets& widgets, MatchOverlay& overlay) {
    MatchLook& look = overlay.look;
    widgets.choice("Picture", look.style.blend, names<PictureBlend>, PictureBlend::over,
                   "over: the picture covers the model. under: the light of the model is added to the picture. "
                   "difference: orange where the model is brighter, blue where the picture is brighter");
    widgets.slider(
        "Opacity", look.style.opacity, {0, 1, 0.5, "%.2f"},
        "Opacity of the picture: 0 shows the model alone, 1 shows the picture alone (over) or the picture at "
        "full brightness (under)");
    widgets.checkbox("Blink", look.blinks, false,
                     "Shows picture and model in turn, for 0.7 s each. Hold the key a to see the picture alone");
    widgets.checkbox("Without stars", look.is_cleaned, false,
                     "Shows the picture as the score uses it: without the background and the masked light");
    widgets.checkbox("Contours of the picture", look.picture_contours, false,
                     "Lines at 3, 6, 12, 25 and 50 % of white, in the cells in which models are compared");
    widgets.checkbox("Contours of the model", look.model_contours, false,
                     "Lines of equal surface density of the shown bodies, around as many cells as the contours of the "
                     "picture");
}

// Draws the settings of the mouse tool.
void mouse_controls(Widgets& widgets, MatchTool& tool) {
    widgets.choice("Mouse", tool.mouse, names<MatchMouse>, MatchMouse::galaxies,
                   "galaxies: drag the nuclei, and the ends of the axes of the ellipses. mask: a click adds or removes "
                   "a circle, a drag adds a circle of any size. scale bar: drag along a bar of known length");
    PictureMarks marks = tool.picture()->marks();
    if (tool.mouse == MatchMouse::mask) {
        widgets.line("circles", fmt::format("Masked circles: {}", marks.mask.circles.size()).c_str(),
                     "Light in the circles is replaced by the light around them");
        widgets.slider("Radius", tool.mask_radius, {1, 200, 12, "%.0f pixels", Widgets::Scale::logarithmic},
                       "Radius of a circle that a click adds");
        if (widgets.button("Guess stars", "Replaces the mask by compact sources outside of the ellipses"))
            tool.edit("guess the mask", tool.picture()->with_guessed_mask());
        ImGui::SameLine();
        if (widgets.button("Clear", "Removes all circles")) {
            marks.mask.circles.clear();
            tool.edit("clear the mask", marks);
        }
    }
    if (tool.mouse != MatchMouse::scale_bar) return;
    const auto& bar = tool.scale_bar();
    if (!bar || !(bar->pixels() > 0))
        return widgets.line("what to do", "Drag along the scale bar of the picture", "Then type its length");
    double arcseconds = marks.pair.arcseconds_per_pixel * bar->pixels();
    if (widgets.slider("Bar length", arcseconds, {0.1, 10000, 60, "%.3g arcsec", Widgets::Scale::logarithmic},
                       "Angular length of the scale bar; sets the scale of the picture")) {
        set_distance(marks, arcseconds / bar->pixels(), marks.pair.distance);
        tool.continue_edit("measure the scale bar", marks);
    }
    if (widgets.edit_finished()) tool.finish();
}

// Draws the scale and the orientation of the picture, and the velocities of the galaxies.
void pair_section(Widgets& widgets, MatchTool& tool) {
    if (!widgets.section("Scale and sky", "Scale, distance, rotation and velocities of the pair")) return;
    PictureMarks marks = tool.picture()->marks();
    const PicturePlacement placement = placement_of(marks.pair, marks.is_mirrored);
    const auto change = [&](const char* name, const auto& set) {
        set();
        tool.continue_edit(name, marks);
    };
    constexpr auto log = Widgets::Scale::logarithmic;
    double arcseconds = marks.pair.arcseconds_per_pixel, distance = marks.pair.distance,
           kpc = placement.kpc_per_pixel(), rotation = placement.rotation();
    if (widgets.slider("Pixel", arcseconds, {0, 100, 0, "%.4g arcsec"}, "Edge of a pixel; 0: unknown"))
        change("change the pixel", [&] { set_distance(marks, arcseconds, distance); });
    if (widgets.slider("Distance##match", distance, {0, 5000, 0, "%.4g Mpc"},
                       "Distance of the galaxies; 0: unknown. Distance and pixel give the scale"))
        change("change the distance", [&] { set_distance(marks, arcseconds, distance); });
    if (widgets.slider("Scale", kpc, {1e-4, 1000, 1, "%.4g kpc/pixel", log},
                       "Length of a pixel's edge at the galaxies"))
        change("change the scale", [&] { set_kpc_per_pixel(marks, kpc); });
    if (widgets.slider("Rotation", rotation, {-180, 180, 0, "%.1f°"},
                       "Rotation of the model in the picture, counterclockwise"))
        change("rotate the picture", [&] { set_rotation(marks, rotation); });
    bool is_mirrored = marks.is_mirrored;
    if (widgets.checkbox("Mirrored", is_mirrored, false, "Exchanges left and right of the picture")) {
        set_mirrored(marks, is_mirrored);
        tool.edit("mirror the picture", marks);
    }
    for (std::size_t g = 0; g < 2; ++g) {
        double& velocity = marks.pair.galaxies[g].velocity;
        if (widgets.slider(fmt::format("Velocity {}", g + 1).c_str(), velocity, {-1000, 100000, 0, "%.0f km/s"},
                           "Velocity of the galaxy away from the observer; 0: unknown"))
            change("change a velocity", [] {});
    }
    if (widgets.edit_finished()) tool.finish();
}

// Draws the buttons that start, stop, save and open a search.
MatchRequest search_buttons(Widgets& widgets, MatchSearch& search) {
    MatchRequest request = MatchRequest::none;
    const auto button = [&](const char* label, MatchRequest wanted, const char* tooltip) {
        if (widgets.button(label, tooltip)) request = wanted;
    };
    const bool has_state = search.has_state();
    if (search.is_running()) {
        if (widgets.button("Stop search", "Stops the search after the present batch of encounters; the models stay"))
            search.stop();
    } else {
        button("Start search", MatchRequest::start_search,
               "Computes many encounters with test particles, until you stop the search. A new search removes the "
               "models of the last search");
        if (has_state) {
            ImGui::SameLine();
            button("Continue", MatchRequest::continue_search, "Goes on with the stopped search");
        }
    }
    if (has_state) {
        button("Save result...", MatchRequest::save_result,
               "Writes the models, the state of the search and the marks, so that the search can continue later");
        ImGui::SameLine();
    }
    button("Open result...", MatchRequest::open_result,
           "Opens a result of this card or of the command match, with its picture");
    return request;
}

// Draws the buttons for the chosen model.
MatchRequest model_buttons(Widgets& widgets, MatchTool& tool, std::size_t chosen) {
    MatchRequest request = MatchRequest::none;
    MatchSearch& search = tool.search;
    widgets.line("facts", tool.gallery.facts().c_str(), "The orbit of the chosen model");
    bool is_kept = search.state().models[chosen].is_kept;
    if (widgets.button("Show", "Shows the encounter of the model in the window, at the present time"))
        request = MatchRequest::show_model;
    ImGui::SameLine();
    if (widgets.button("Prefer", "Searches more encounters that resemble the model")) search.prefer(chosen);
    ImGui::SameLine();
    if (widgets.checkbox("Keep", is_kept, false, "Keeps the model in the list, even if better models are found"))
        search.keep(chosen, is_kept);
    ImGui::SameLine();
    if (widgets.button("Reject", "Removes the model, and avoids models that resemble it")) {
        search.reject(chosen);
        tool.gallery.note_change(search.state().models);
    }
    return request;
}

// Draws the controls of the search, and the models that the search has found.
MatchRequest search_section(Widgets& widgets, MatchTool& tool) {
    const MatchSearch& search = tool.search;
    if (!widgets.section("Search", "Searches for encounters of two galaxies that look like the picture"))
        return MatchRequest::none;
    widgets.choice("Rigid galaxies", tool.rigid_galaxies, offered_rigid_galaxies, RigidGalaxy::archive,
                   "Potential and friction of the galaxies in the next search. spam: those of the published models. "
                   "milky-way: those of the Milky Way of this program, whose live galaxies a model predicts better");
    MatchRequest request = search_buttons(widgets, tool.search);
    const SearchState& state = search.state();
    if (!state.fault.empty()) write_warning(state.fault);
    if (state.encounters > 0)
        widgets.line(
            "encounters",
            fmt::format("{} encounters{}", count_text(state.encounters), state.has_stalled ? ", no more gain" : "")
                .c_str(),
            fmt::format("{:.0f} encounters per second", state.encounters_per_second).c_str());
    tool.gallery.draw(widgets, state.models);
    if (const auto chosen = tool.gallery.chosen())
        if (const MatchRequest wanted = model_buttons(widgets, tool, *chosen); wanted != MatchRequest::none)
            request = wanted;
    return request;
}

void confirm_result(Widgets& widgets, const ConfirmStatus::Result& result) {
    const auto line = [&](const char* label, const std::string& text, const char* tooltip) {
        widgets.line(label, text.c_str(), tooltip);
    };
    line("outcome",
         fmt::format("{}, {} correction{}", result.is_confirmed ? "Confirmed" : "Not confirmed", result.corrections,
                     result.corrections == 1 ? "" : "s"),
         "A model is confirmed if live galaxies reach their observed places. Corrections are changes of the velocity "
         "at the start");
    line("place error", fmt::format("Place error: {:.1f} %", 100 * result.place_error),
         "Distance of galaxy 2 from its observed place, in percent of the separation on the sky; at most 5 % is "
         "accepted");
    if (result.live && result.restricted)
        line("scores", fmt::format("Score: {:.1f} live, {:.1f} restricted", *result.live, *result.restricted),
             "Similarity to the picture with live galaxies, and with rigid galaxies and test particles; larger is "
             "better");
    line("report", fmt::format("Report: {}", result.report.filename().string()), result.report.string().c_str());
}

// Draws the controls of the confirmation with live galaxies, its progress and its result.
MatchRequest confirm_section(Widgets& widgets, MatchTool& tool) {
    ConfirmStatus& status = tool.confirming;
    if (!widgets.section("Confirm", "Repeats a model with live galaxies, in which every body attracts all others"))
        return MatchRequest::none;
    widgets.slider("Bodies##confirm", status.bodies,
                   {1000, 1'000'000, ConfirmStatus{}.bodies, "%d", Widgets::Scale::logarithmic},
                   "Number of bodies of both galaxies");
    widgets.slider("Corrections", status.corrections,
                   {0, static_cast<int>(most_corrections), ConfirmStatus{}.corrections, "%d"},
                   "Largest number of further runs, whose start is changed until both galaxies reach their places");
    if (status.progress) {
        write_wrapped(*status.progress);
        return widgets.button("Cancel", "Ends the runs; no file is written") ? MatchRequest::cancel_confirmation
                                                                             : MatchRequest::none;
    }
    if (!status.fault.empty()) write_warning(status.fault);
    if (status.result) confirm_result(widgets, *status.result);
    MatchRequest request = MatchRequest::none;
    if (!tool.gallery.chosen())
        write_wrapped("Choose a model of the search to confirm it");
    else if (widgets.button("Confirm with live galaxies...",
                            "Runs the chosen model with live galaxies in the background, and writes a scene and a "
                            "report page beside it"))
        request = MatchRequest::confirm_model;
    if (status.result && widgets.button("Open scene", "Loads the scene with live galaxies"))
        request = MatchRequest::open_confirmed;
    return request;
}

}  // namespace

MatchRequest match_panel(Widgets& widgets, MatchTool& tool) {
    MatchRequest request = MatchRequest::none;
    const auto button = [&](const char* label, MatchRequest wanted, const char* tooltip) {
        if (widgets.button(label, tooltip)) request = wanted;
    };
    const MatchPicture* const picture = tool.picture();
    if (!picture) {
        write_wrapped("Open a picture of two galaxies to compare it with a model");
        button("Open picture...", MatchRequest::open_picture, "Opens a PNG, JPEG or FITS file");
        button("Open result...", MatchRequest::open_result,
               "Opens a result of this card or of the command match, with its picture");
        return request;
    }
    const std::string name = picture->file().filename().string();
    widgets.line(
        "file", name.c_str(),
        fmt::format("{}: {} x {} pixels", picture->file().string(), picture->size().x, picture->size().y).c_str());
    button("Sky view", MatchRequest::sky_view, "Looks at the picture as the observer does, without perspective");
    ImGui::SameLine();
    button("To galaxy", MatchRequest::place_at_galaxy,
           "Moves the picture, so that nucleus 1 is at the followed galaxy, or else at the first galaxy of the run");
    shown_controls(widgets, tool.overlay);
    mouse_controls(widgets, tool);
    pair_section(widgets, tool);
    for (const auto section : {search_section, confirm_section})
        if (const MatchRequest wanted = section(widgets, tool); wanted != MatchRequest::none) request = wanted;
    if (!picture->prepared().fault.empty()) write_warning(picture->prepared().fault);
    button("Picture...", MatchRequest::open_picture, "Opens another picture");
    ImGui::SameLine();
    button("Pair...", MatchRequest::open_pair, "Reads nuclei, ellipses, scale and mask from a .pair file");
    ImGui::SameLine();
    button("Save pair...", MatchRequest::save_pair, "Writes nuclei, ellipses, scale and mask to a .pair file");
    if (widgets.button("Remove picture", "Closes the picture; the model stays")) tool.close();
    return request;
}

}  // namespace milkomeda
