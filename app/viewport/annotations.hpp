// The annotations over the picture (scale, clock, names, axes, grid, trails ...): which are shown, and the
// bodies and trails that they are about. They are the same in the window, in pictures and in films.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewport/annotation_drawing.hpp"
#include "app/viewport/trails.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/viewport/annotation_drawing.hpp"
#include "app/viewport/trails.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// A picture that lacks its annotations.
struct BarePicture {
    int width, height;  // pixels
    float scale;        // pixels that are as large as one on a common screen
    Area free;          // the part that no panel covers, of each eye's half where there are two
};

// Of pictures and films, wherever they are made: text and lines are as large as on a screen where the picture
// would be 720 pixels high.
inline float video_annotation_scale(int height) {
    return std::max(1.0f, static_cast<float>(height) / 720);
}

class Annotations {
  public:
    explicit Annotations(const AnnotationSet& set) : shown{set} {}

    AnnotationSet shown;
    bool introduces = false;  // the galaxies: their labels are drawn, whatever is shown
    bool shows(Annotation annotation) const { return shown[index(annotation)]; }
    void toggle();  // hides all, or shows again what was hidden

    // The time has jumped back to the start: trails begin again.
    void restart();
    void let_go();  // no body is chosen any more
    void forget();  // both, when other particles are loaded

    // Other particles were made of those that are annotated: what both have keeps its trail, and stays
    // chosen.
    AnnotatedNames names_in(const ParticleSet& particles) const;
    void keep(const AnnotatedNames& names, const ParticleSet& particles);

    // As a film has them that begins here: what these bodies lack is left out.
    Trails trails_in(const ParticleSet& particles) const;
    void put(const Trails& trails, const ParticleSet& particles);
    // How often they have become others than record() and draw() make them.
    long trail_changes() const { return trail_changes_; }
    bool records = true;  // false: pictures of moments through which trails do not lead

    // Chooses the shown body or the perturber's ring nearest to this pixel, or lets it go; lets all go when
    // none is near. That happens in the picture that is drawn when all bodies have been read back.
    void pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale);
    const std::vector<std::size_t>& chosen_rows() const { return rows_; }

    // The model time between two points of the trails that are shown; none where none are.
    std::optional<double> trail_spacing(const LoadedScene& loaded) const;
    // Adds to the trails where their subjects are at the moment shown.
    void record(LoadedScene& loaded);

    // Draws over the bound framebuffer.
    void draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture);

    const AnnotationReport& report() const { return report_; }  // of what was last drawn

  private:
    // A click, and the rows of its moment once they have been read back.
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
    std::vector<std::size_t> rows_;            // of chosen bodies
    std::vector<Landmark> galaxies_, bodies_;  // of the moment shown; none while they are not known
    std::vector<Trail> galaxy_trails_, body_trails_;
    std::vector<ShownPerturber> perturbers_;  // of the moment shown
    std::vector<Trail> perturber_trails_;
    long trail_changes_ = 0;
    std::unique_ptr<HeadlessUi> ui_;  // made when there is something to draw
    AnnotationReport report_;
};

}  // namespace milkomeda
