// Annotations over the picture, such as scale bar, clock, labels, axes, grid and trails. The class Annotations holds
// the set of shown annotations, the selected bodies, and the trails. Annotations have the same appearance in the
// window, in pictures and in videos.
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

// Size and free area of the picture over which annotations are drawn.
struct BarePicture {
    int width, height;  // size in pixels
    float scale;        // factor by which text, line widths and distances are enlarged, relative to interface scale 1
    Area free;          // area that no panel covers, in pixels; in side-by-side stereo, the area within each half
};

// Returns the scale of annotations in picture and video files. Relative to the picture's height, text has the same size
// as at scale 1 in a picture 720 pixels high.
inline float video_annotation_scale(int height) { return std::max(1.0f, static_cast<float>(height) / 720); }

class Annotations {
  public:
    explicit Annotations(const AnnotationSet& set) : shown{set} {}

    AnnotationSet shown;
    bool introduces = false;  // true: draws the labels of galaxies even if the annotation "labels" is off
    bool shows(Annotation annotation) const { return shown[index(annotation)]; }
    void toggle();  // hides all annotations; if all are hidden, shows the annotations that the last toggle() has hidden

    // Deletes all trail points; must be called when the run has returned to its start.
    void restart();
    void deselect_bodies();
    void forget();  // calls restart() and deselect_bodies(); must be called when a scene has been loaded

    // names_in() and keep() preserve trails and selection when the particle set is replaced. Call names_in() before the
    // replacement, and keep() with the result of names_in() after the replacement. Trails and selection of objects that
    // the new set lacks are deleted.
    AnnotatedNames names_in(const ParticleSet& particles) const;
    void keep(const AnnotatedNames& names, const ParticleSet& particles);

    // trails_in() returns all trails, so that a new video can begin with these trails. put() restores the trails of
    // those objects that `particles` contains.
    Trails trails_in(const ParticleSet& particles) const;
    void put(const Trails& trails, const ParticleSet& particles);
    // Number of times that trails were added, deleted or replaced. Points that record() and draw() add do not count.
    long trail_changes() const { return trail_changes_; }
    bool records = true;  // false: draw() adds no points to the trails

    // Selects the shown body or perturber ring nearest to `pixel`, or deselects it if it is selected. Deselects
    // everything if nothing is near `pixel`. Takes effect once all bodies have been read back from the device.
    void pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale);
    const std::vector<std::size_t>& chosen_rows() const { return rows_; }

    // Returns the smallest model time between two points of the shown trails; empty if no trails are shown.
    std::optional<double> trail_spacing(const LoadedScene& loaded) const;
    // Adds the positions at the displayed moment to the trails.
    void record(LoadedScene& loaded);

    // Draws the annotations over the bound framebuffer.
    void draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture);

    const AnnotationReport& report() const { return report_; }  // report about the annotations in the last picture

  private:
    // A click, and the readback of the bodies' positions at the moment of the click.
    struct Pick {
        View view;
        glm::vec2 pixel;
        float scale, time_offset;
        std::future<ParticleRows> rows;
    };
    static std::optional<ParticleRows> rows_of(Pick& pick);
    void finish_picks(const LoadedScene& loaded);
    void record(Trail& trail, double time, const glm::vec3& position) const;
    std::optional<std::size_t> nearest_row(const Pick& pick, const ParticleRows& rows, const SceneSetup& initial) const;
    void toggle(std::size_t row);
    void find(LoadedScene& loaded);
    void find_perturbers(LoadedScene& loaded);

    AnnotationSet hidden_;
    std::vector<Pick> picks_;
    std::vector<std::size_t> rows_;  // rows of the selected bodies
    // displayed positions of galaxies and of selected bodies; empty while unknown
    std::vector<Landmark> galaxies_, bodies_;
    std::vector<Trail> galaxy_trails_, body_trails_;
    std::vector<ShownPerturber> perturbers_;  // perturbers at the displayed moment
    std::vector<Trail> perturber_trails_;
    long trail_changes_ = 0;
    std::unique_ptr<HeadlessUi> ui_;  // created at the first drawing
    AnnotationReport report_;
};

}  // namespace milkomeda
