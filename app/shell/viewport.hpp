// The picture behind the panels: draws bodies, annotations and tools, and determines the part of the picture that
// panels leave free.
#pragma once

#include <optional>
#include <set>

#include "app/panels/panels.hpp"
#include "app/shell/capture.hpp"
#include "app/shell/run_editor.hpp"
#include "data/system/memory.hpp"
#include "render/gl/native_gl.hpp"
#include "render/gl/pixel_area.hpp"

namespace milkomeda {

class Viewport {
  public:
    Viewport(Screen& screen, ActiveRun& run, ViewState& view, EditTools& tools, const Panels& panels, Capture& capture)
        : screen_{screen}, run_{run}, view_{view}, tools_{tools}, panels_{panels}, capture_{capture} {}

    void register_commands(CommandRegistry& registry);

    // Draws the picture, and passes it to a screenshot or video that needs it. Throws OpenCL errors.
    void draw();
    // Continues to compute the map of the potential slice. For an exact video frame, completes the map.
    void advance_slice();
    // Must be called when a scene was loaded. Shows a notice if a software renderer has to compile shaders.
    void expect_first_pictures();
    // With a software renderer, returns memory of finished frames to the system, at most once a second.
    void trim_memory() {
        if (draws_in_software_) memory_.trim_once_a_second();
    }

    // Returns the camera with its principal point at the center of the area that panels leave free.
    Camera shown_camera() const;
    // Returns the view in screen coordinates of the panels; in stereo, the view from the midpoint of the eyes.
    View view_of_panels() const;
    // Returns half the width and half the height of the area that panels leave free, as tangents of angles.
    FreeView free_view() const;
    // Returns the center of the area that panels leave free, relative to the center of the picture: right and
    // up, in units of half the picture's size.
    glm::vec2 center() const;
    // Selects the body at the position `place` in screen coordinates.
    void select_body(const glm::vec2& place);
    // Sets the limits of the density colors to the smallest and largest density in the picture.
    void fit_density();

    bool introduces_galaxies = false;  // true: shows the names of galaxies even if the annotation `labels` is off

  private:
    // Properties of a picture for which separate shaders are compiled.
    struct PictureKind {
        DrawMode mode;
        int pixel;
        DustQuality dust;
        bool is_split;
        auto operator<=>(const PictureKind&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };
    struct RestoredRequests;

    void register_look_commands(CommandRegistry& registry);
    void register_camera_commands(CommandRegistry& registry);
    void next_preset();
    void refine();
    std::vector<UserCommand> preset_commands();
    std::vector<UserCommand> viewpoint_commands();
    PictureKind kind_to_draw();
    bool shows_picture() const;
    void draw_or_simplify();
    void draw_picture();
    void draw_bodies(const glm::ivec2& pixels);
    float annotation_scale(const glm::ivec2& pixels) const;
    void draw_split(const glm::ivec2& pixels);
    void draw_tools();
    void draw_slice(const glm::ivec2& pixels);
    void draw_match(const glm::ivec2& pixels);
    void annotate(const glm::ivec2& pixels);
    std::optional<PixelArea> seen_pixels(const glm::ivec2& pixels) const;
    Area free_area() const;

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    EditTools& tools_;
    const Panels& panels_;
    Capture& capture_;
    const bool draws_in_software_ = draws_in_software();  // true if OpenGL runs on the CPU
    PictureKind drawn_{};                                 // kind of the newest picture
    std::set<PictureKind> drawn_kinds_;                   // kinds of pictures with compiled shaders
    MemoryTrimmer memory_;
};

}  // namespace milkomeda
