// What is written and drawn over the picture: scale, clock, names, axes, grid and trails; the same in the
// window, in pictures and in films.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/options/annotation_set.hpp"
#include "app/overlay/annotation_drawing.hpp"
#include "app/overlay/trail.hpp"
#include "app/platform/headless_ui.hpp"
#include "app/scene/loaded_scene.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// A picture that is drawn and lacks its annotations.
struct BarePicture {
    int width, height;  // pixels
    float scale;        // so many pixels are as large as one on a common screen
    Area free;          // of panels
};

class Annotations {
  public:
    explicit Annotations(const AnnotationSet& set) : shown{set} {}

    AnnotationSet shown;
    bool shows(Annotation annotation) const { return shown[index(annotation)]; }
    void toggle();  // hides all, or shows again what was hidden

    // The time has jumped back to the start: trails begin again.
    void restart();
    void let_go();  // of all chosen bodies
    void forget();  // both: there are other particles

    // Chooses the shown body nearest to this pixel, or lets it go; lets all go when none is near. That
    // happens in the picture that is drawn when all bodies have been read back.
    void pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale);
    const std::vector<std::size_t>& chosen_rows() const { return rows_; }

    // Takes down where the trails' subjects are at the moment shown.
    void record(LoadedScene& loaded);

    // Draws over the bound framebuffer.
    void draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture);

    // What was last drawn.
    struct Report {
        std::optional<ScaleBar> scale;
        std::string clock, legend;
        std::vector<PlacedLabel> labels;
        std::vector<std::string> bodies;
        std::size_t trail_points = 0;
    };
    const Report& report() const { return report_; }

  private:
    // A click, and the rows of its moment once they have been read back.
    struct Pick {
        View view;
        glm::vec2 pixel;
        float scale, time_offset;
        std::future<ParticleRows> rows;
    };
    void finish_picks(const LoadedScene& loaded);
    static std::optional<std::size_t> nearest_row(Pick& pick, const InitialState& initial);
    void toggle(std::size_t row);
    void find(LoadedScene& loaded);
    void draw(const OverlayPainter& painter, const LoadedScene& loaded, const Camera& camera,
              const Look& look, const Area& area);
    void draw_legend(const OverlayPainter& painter, const LoadedScene& loaded, const Look& look,
                     const Area& area);

    AnnotationSet hidden_;
    std::vector<Pick> picks_;
    std::vector<std::size_t> rows_;            // of chosen bodies
    std::vector<Landmark> galaxies_, bodies_;  // of the moment shown; none while they are not known
    std::vector<Trail> galaxy_trails_, body_trails_;
    std::unique_ptr<HeadlessUi> ui_;  // made when there is something to draw
    Report report_;
};

// What the window writes over the picture if nobody says otherwise; files get nothing.
AnnotationSet default_annotations();

}  // namespace milkomeda
