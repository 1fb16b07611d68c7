// Annotations over the picture, such as scale, clock, labels, axes, grid and trails: the set of shown annotations, and
// the bodies and trails to which the annotations refer. Annotations look alike in window, pictures and videos.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/headless_ui.hpp"
#include "app/viewport/annotation_drawing.hpp"
#include "app/viewport/trail.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Size and free area of the picture to annotate.
struct BarePicture {
    int width, height;  // size in pixels
    float scale;        // size of one pixel of a standard screen, in pixels
    Area free;          // area without panels; in side-by-side stereo, the area of each half
};

// Returns the scale of annotations in picture and video files, at which text has the relative size that it
// has on a screen 720 pixels high.
inline float video_annotation_scale(int height) { return std::max(1.0f, static_cast<float>(height) / 720); }

class Annotations {
  public:
    explicit Annotations(const AnnotationSet& set) : shown{set} {}

    AnnotationSet shown;
    bool introduces = false;  // true: draws the labels of galaxies even if the annotation labels is off
    bool shows(Annotation annotation) const { return shown[index(annotation)]; }
    void toggle();  // hides all annotations, or shows the annotations that it has hidden before

    // Deletes all trail points; must be called when the run has returned to its start.
    void restart();
    void deselect_bodies();
    void forget();  // calls restart() and deselect_bodies(); must be called when a scene has been loaded

    // Preserve trails and selection when the particle set is replaced: names_in() must be called before, and
    // keep() afterwards. Objects that the new set lacks are dropped.
    AnnotatedNames names_in(const ParticleSet& particles) const;
    void keep(const AnnotatedNames& names, const ParticleSet& particles);

    // trails_in() returns all trails, so that a new video can start with these trails. put() restores the trails of the
    // objects that `particles` contains.
    Trails trails_in(const ParticleSet& particles) const;
    void put(const Trails& trails, const ParticleSet& particles);
    // Number of changes of the trails by functions other than record() and draw().
    long trail_changes() const { return trail_changes_; }
    bool records = true;  // false: pictures add no points to the trails

    // Selects or deselects the shown body or perturber ring nearest to a pixel; deselects everything if
    // nothing is near. Takes effect once all bodies have been read back from the device.
    void pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale);
    const std::vector<std::size_t>& chosen_rows() const { return rows_; }

    // Returns the smallest model time between two points of the shown trails; empty if no trails are shown.
    std::optional<double> trail_spacing(const LoadedScene& loaded) const;
    // Adds the positions at the displayed moment to the trails.
    void record(LoadedScene& loaded);

    // Draws the annotations over the bound framebuffer.
    void draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture);

    const AnnotationReport& report() const { return report_; }  // report about the last picture

  private:
    // A click, and the bodies at the moment of the click, which are still being read back.
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
    std::optional<std::size_t> nearest_row(const Pick& pick, const ParticleRows& rows, const SceneSetup& initial) const;
    void toggle(std::size_t row);
    void find(LoadedScene& loaded);
    void find_perturbers(LoadedScene& loaded);

    AnnotationSet hidden_;
    std::vector<Pick> picks_;
    std::vector<std::size_t> rows_;            // rows of the selected bodies
    std::vector<Landmark> galaxies_, bodies_;  // displayed positions; empty while unknown
    std::vector<Trail> galaxy_trails_, body_trails_;
    std::vector<ShownPerturber> perturbers_;  // perturbers at the displayed moment
    std::vector<Trail> perturber_trails_;
    long trail_changes_ = 0;
    std::unique_ptr<HeadlessUi> ui_;  // created at the first drawing
    AnnotationReport report_;
};

}  // namespace milkomeda
