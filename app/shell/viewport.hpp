// The picture behind the panels: draws the bodies, annotations and tools, lowers the quality where drawing
// takes too long, and finds the part of the picture that the user sees.
#pragma once

#include <optional>
#include <set>

#include "app/panels/panels.hpp"
#include "app/shell/capture.hpp"
#include "app/shell/run_editor.hpp"
#include "data/system/memory.hpp"
#include "render/gl/pixel_area.hpp"

namespace milkomeda {

class Viewport {
  public:
    Viewport(Screen& screen, ActiveRun& run, ViewState& view, EditTools& tools, const Panels& panels,
             Capture& capture);

    void register_commands(CommandRegistry& registry);

    // Draws the picture into the window, and captures it if a file needs it. Throws the errors of the device,
    // which may fail while the picture waits for its rows.
    void draw();
    // Continues the map of the slice; an exact frame of a video waits for its map.
    void advance_slice();
    // Must be called when a scene was loaded: a software renderer compiles shaders for its first pictures.
    void expect_first_pictures();
    // Frees memory of frames that are no longer needed, at most once a second.
    void trim_memory() {
        if (draws_in_software_) memory_.trim_once_a_second();
    }

    // The camera, whose principal point is the center of the area that panels leave free.
    Camera shown_camera() const;
    // The view in coordinates of the panels. A stereo picture counts as the view from between both eyes.
    View view_of_panels() const;
    // Half width and half height of the area that panels leave free, as tangents of angles.
    FreeView free_view() const;
    // Center of the area that panels leave free: from the center of the picture to the right and up, in
    // halves of the picture's size.
    glm::vec2 center() const;
    // Selects the body at a place in screen coordinates.
    void select_body(const glm::vec2& place);
    // Sets the limits of the density colors to the densities of the picture.
    void fit_density();

    bool introduces_galaxies = false;  // labels the galaxies, whatever annotations are shown

  private:
    // What shaders are compiled for.
    struct PictureKind {
        DrawMode mode;
        int pixel;
        DustQuality dust;
        bool is_split;
        auto operator<=>(const PictureKind&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
    };
    struct RestoredRequests;

    void register_look_commands(CommandRegistry& registry);
    void register_camera_commands(CommandRegistry& registry);
    void next_preset();
    PictureKind kind_to_draw();
    bool shows_picture() const;
    void draw_or_simplify();
    void draw_picture();
    void draw_bodies(const glm::ivec2& pixels);
    Adaptation adaptation() const;
    float annotation_scale(const glm::ivec2& pixels) const;
    void draw_split(const glm::ivec2& pixels);
    void draw_tools();
    void draw_slice(const glm::ivec2& pixels);
    void annotate(const glm::ivec2& pixels);
    std::optional<PixelArea> seen_pixels(const glm::ivec2& pixels) const;
    Area free_area() const;

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    EditTools& tools_;
    const Panels& panels_;
    Capture& capture_;
    const bool draws_in_software_;       // on a CPU, which allocates much memory for every frame
    PictureKind drawn_{};                // newest picture
    std::set<PictureKind> drawn_kinds_;  // kinds of pictures whose shaders are compiled
    MemoryTrimmer memory_;
};

}  // namespace milkomeda
