// How the window shows the picture to match: over, under or instead of the model, and contours of both.
#pragma once

#include <future>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/match_picture.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "assets/assets.hpp"
#include "data/field/contours.hpp"
#include "render/picture/picture_renderer.hpp"

namespace milkomeda {

// The user's settings.
struct MatchLook {
    PictureStyle style;
    bool blinks = false;            // shows the picture and the model alternately
    bool is_cleaned = false;        // shows the picture without background and masked light
    bool picture_contours = false;  // contours of the picture
    bool model_contours = false;    // contours of the surface density of the shown bodies
};

// Contours at a gray value of the picture, or around equally many cells of the model.
struct MatchContours {
    struct Level {
        float gray = 0;              // gray value of the picture
        std::vector<Contour> lines;  // in cells, (0, 0) is the center of the first cell of the top row
    };
    std::vector<Level> levels;
};

// Gray values of the contours. The score compares the outlines at the first two values.
inline constexpr std::array contour_grays{0.03f, 0.06f, 0.12f, 0.25f, 0.5f};

MatchContours contours_of_picture(const MatchTarget& target);

// Returns the light of the shown bodies in the cells of the frame: the mass in each cell, smoothed by one cell.
// `placement` says where the picture of the frame lies in the world; its pixels are seen along the z axis.
struct ShownMass {
    const ParticleRows& rows;
    float time_offset = 0;  // bodies are at position + velocity * time_offset
    const std::vector<Component>& components;
    const std::vector<ShownBodies>& shown;  // one element for each component
};
std::vector<double> mass_in_cells(const ShownMass& bodies, const MatchFrame& frame, const PicturePlacement& placement);

// Returns contours of the model. The contour of a gray value surrounds as many cells as the picture has above this
// value, because the score compares only ranks. A gray value without such cells has no contour.
MatchContours contours_of_model(const std::vector<double>& mass, const MatchTarget& target);

class MatchOverlay {
  public:
    explicit MatchOverlay(const Assets& assets) : assets_{assets} {}

    MatchLook look;
    bool holds_picture = false;  // true while the user holds the key that shows the picture alone

    // Draws the picture over the bound framebuffer of `pixels` pixels, according to the settings and the blinking.
    void draw(const MatchPicture& picture, const PicturePlacement& placement, const Camera& camera, const Look& view,
              const glm::ivec2& pixels);
    void draw_contours(const OverlayPainter& painter, const MatchPicture& picture,
                       const PicturePlacement& placement) const;

    // Continues to blink, and to compute contours in a thread. Must be called once a frame. `has_news`: true if the
    // prepared picture has changed. `seconds`: duration of the frame in seconds.
    void advance(const MatchPicture& picture, const PicturePlacement& placement, LoadedScene& loaded, bool has_news,
                 double seconds);
    // Returns true if the next picture may change without input.
    bool is_busy() const { return look.blinks || rows_.valid() || found_.valid() || is_due_; }
    bool shows_picture() const;
    const std::optional<MatchContours>& of_picture() const { return of_picture_; }
    const std::optional<MatchContours>& of_model() const { return of_model_; }

    void forget();  // must be called when another picture replaces the picture

  private:
    void advance_model(const MatchPicture& picture, const PicturePlacement& placement, LoadedScene& loaded,
                       double seconds);

    const Assets& assets_;
    std::optional<PictureRenderer> renderer_;
    const float* uploaded_ = nullptr;  // values that the renderer has received
    double blink_seconds_ = 0;
    std::optional<MatchContours> of_picture_, of_model_;

    // The moment for which the model's contours are computed.
    struct State {
        double time = 0;
        long row_changes = 0;
        std::vector<ShownBodies> shown;
        glm::dvec4 placement{0};
        bool operator==(const State&) const = default;
    };
    State asked_;
    bool is_due_ = false;
    double pause_ = 0;  // seconds until the next request for rows is permitted
    float time_offset_ = 0;
    std::shared_ptr<const SceneSetup> setup_;
    std::future<ParticleRows> rows_;
    std::future<MatchContours> found_;
};

}  // namespace milkomeda
