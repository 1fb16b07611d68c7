// Annotations over the picture (scale, clock, labels, axes, grid, trails): which are shown, and the bodies
// and trails that they refer to. They look alike in the window, in pictures and in videos.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/viewport/annotation_drawing.hpp"
#include "app/viewport/trails.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// The picture to be annotated.
struct BarePicture {
    int width, height;  // pixels
    float scale;        // pixels that correspond to one pixel of a standard screen
    Area free;          // area that no panel covers; in side-by-side stereo, of each half
};

// Scale of annotations in pictures and videos: as large as on a screen where the picture is 720 pixels high.
inline float video_annotation_scale(int height) {
    return std::max(1.0f, static_cast<float>(height) / 720);
}

class Annotations {
  public:
    explicit Annotations(const AnnotationSet& set) : shown{set} {}

    AnnotationSet shown;
    bool introduces = false;  // Galaxy labels are drawn even if they are switched off.
    bool shows(Annotation annotation) const { return shown[index(annotation)]; }
    void toggle();  // hides all annotations, or shows the hidden ones again

    // The time has returned to the start: trails begin again.
    void restart();
    void let_go();  // deselects all bodies
    void forget();  // calls restart() and let_go(), when other particles are loaded

    // The particle set was replaced. names_in() returns the annotated objects before, keep() restores trails
    // and selection of the objects that both sets contain.
    AnnotatedNames names_in(const ParticleSet& particles) const;
    void keep(const AnnotatedNames& names, const ParticleSet& particles);

    // All trails, so that a video that begins now can show them; put() leaves out objects that `particles`
    // lacks.
    Trails trails_in(const ParticleSet& particles) const;
    void put(const Trails& trails, const ParticleSet& particles);
    // Counts changes of the trails other than by record() and draw().
    long trail_changes() const { return trail_changes_; }
    bool records = true;  // False for pictures of moments that trails do not pass through.

    // Selects or deselects the shown body or perturber ring nearest to a pixel; deselects all if none is
    // near. This takes effect in the picture after all bodies have been read back.
    void pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale);
    const std::vector<std::size_t>& chosen_rows() const { return rows_; }

    // Returns the model time between two points of the shown trails; empty if no trails are shown.
    std::optional<double> trail_spacing(const LoadedScene& loaded) const;
    // Adds the positions of the displayed moment to the trails.
    void record(LoadedScene& loaded);

    // Draws the annotations over the bound framebuffer.
    void draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture);

    const AnnotationReport& report() const { return report_; }  // about the last picture

  private:
    // A click, and the rows of its moment, which arrive when they have been read back.
    struct Pick {
        View view;
        glm::vec2 pixel;
        float scale, time_offset;
        std::future<ParticleRows> rows;
    };
    AnnotationSet drawn() const;
    static std::optional<ParticleRows> rows_of(Pick& pick);
    void finish_picks(const LoadedScene& loaded);
    void record(Trail& trail, double time, const glm::vec3& position) const;
    std::optional<std::size_t> nearest_row(const Pick& pick, const ParticleRows& rows,
                                           const SceneSetup& initial) const;
    void toggle(std::size_t row);
    void find(LoadedScene& loaded);
    void find_perturbers(LoadedScene& loaded);

    AnnotationSet hidden_;
    std::vector<Pick> picks_;
    std::vector<std::size_t> rows_;            // rows of the selected bodies
    std::vector<Landmark> galaxies_, bodies_;  // positions at the displayed moment; empty while unknown
    std::vector<Trail> galaxy_trails_, body_trails_;
    std::vector<ShownPerturber> perturbers_;  // at the displayed moment
    std::vector<Trail> perturber_trails_;
    long trail_changes_ = 0;
    std::unique_ptr<HeadlessUi> ui_;  // made at the first drawing
    AnnotationReport report_;
};

}  // namespace milkomeda
