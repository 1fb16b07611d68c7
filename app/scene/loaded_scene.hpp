// A loaded scene: its setup, the source of its bodies, and everything needed to draw it. Loading another
// scene creates another LoadedScene.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "app/scene/color_scale.hpp"
#include "app/scene/landmarks.hpp"
#include "app/scene/particle_attributes.hpp"
#include "app/scene/particle_readback.hpp"
#include "app/scene/quality_controller.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "app/scene/still_picture.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"
#include "render/particles/sky_edge.hpp"
#include "render/sky/backdrop.hpp"

namespace milkomeda {

// Device, files and solver with which a scene is computed. The references must be valid during a call.
struct ComputeContext {
    const DeviceContext& device;
    const GlSide& gl;
    const Assets& assets;
    SolverChoice solver{};
};

// The run that an edit of the galaxies has replaced, with its vertex buffers. The scene can continue this run.
struct ReplacedRun {
    std::shared_ptr<SceneSetup> initial;
    ParticleColumns columns;
    ParticleAttributes attributes;
    ParticleSource source;
};

class LoadedScene {
  public:
    // Needs a current OpenGL context. The renderer owns the vertex buffers; a simulation may share them.
    // Playing back snapshots needs no device. Throws std::runtime_error if the device has too little memory
    // or if a kernel or shader does not build.
    LoadedScene(SceneSetup initial, const ComputeContext& compute);

    const SceneSetup& initial() const { return *initial_; }
    std::shared_ptr<const SceneSetup> held_initial() const { return initial_; }
    std::vector<ShownBodies>& shown() { return initial_->shown; }  // drawn bodies of each component

    ParticleSource& particle_source() { return source_; }
    const ParticleSource& particle_source() const { return source_; }

    // Must be called after the device is lost. From the next update() on, the scene shows its newest
    // checkpoint. `reason` is one line for the user.
    void lose_device(const std::string& reason);
    // Continues on this device from the newest checkpoint. Throws like the constructor; lose_device() must then
    // be called before the scene is used.
    void go_on(const ComputeContext& compute);

    // Return the present state of the run (scene_snapshot(), only between two steps) and its initial state (start()).
    SceneSnapshot scene_snapshot() const;
    SceneSnapshot start() const;
    // Continues the run from the bodies and time of `state` or, if `known` is not null, continues the run `known`,
    // which go_on_from() has returned before. Plays if the run was playing. Returns the replaced run. Throws like the
    // constructor, and UsageError for snapshots and a mixed box. If an exception is thrown, the scene is unchanged.
    std::unique_ptr<ReplacedRun> go_on_from(const SceneSnapshot& state, const ComputeContext& compute,
                                            std::unique_ptr<ReplacedRun> known = nullptr);
    // Returns a second run that begins with the present bodies of this run and has its own buffers. This run must be
    // between two steps. Throws what the constructor throws, and UsageError if the scene plays snapshots or is a mixed
    // box.
    LoadedScene twin(const ComputeContext& compute) const;
    // Gives the next picture the exposure and the color range of the newest picture of `other`.
    void look_as(const LoadedScene& other);

    // Draws a galaxy displaced by `displacement` (model units) while the run is paused. `rows` are the run's bodies.
    void show_moved(const ParticleSet& rows, const std::string& galaxy, const glm::vec3& displacement);

    // Takes the present moment from the particle source and uploads its rows. Must be called once per picture, before
    // the camera and all other code that reads rows. Bodies are shown at the time of this moment plus `shift` (model
    // time); `shift` must be shorter than a step. If the snapshots of a series have different bodies, this function
    // also replaces initial() by a setup with the bodies of the moment. A thread prepares these bodies; meanwhile the
    // window shows the former bodies at their last moment.
    void update(double shift = 0);
    const Moment& moment() const { return moment_; }  // moment of the shown bodies, valid until the next update()
    ParticleReadback& rows() { return rows_; }        // rows of the shown bodies
    // Returns the cells of the solver's tree; empty for solvers without a tree. Valid until the next frame.
    std::span<const TreeCell> cells();
    // Returns the centers of the shown galaxies; see find_galaxies().
    const std::vector<Landmark>& galaxies();

    // Draws the bodies into the bound framebuffer, which must be black. `quality` measures drawing times and
    // chooses the drawn share of the bodies, the resolution and the dust. If `quality` allows refinement, pictures at
    // rest are refined (StillPicture). If only the area `visible` is visible (y upward), all other pixels may stay
    // black.
    void draw(const Camera& camera, const Look& look, const glm::ivec2& pixels, const Adaptation& adaptation,
              QualityController& quality, const std::optional<PixelArea>& visible = {});

    const HdrPipeline& hdr() const { return hdr_; }
    const ParticleAttributes& attributes() const { return attributes_; }
    const Coloring& coloring() const { return color_scale_.coloring(); }  // coloring of the newest picture
    const std::vector<ParticleGroup>& groups() const { return groups_; }  // one group per component

    // Rebuilds all kernels and shaders. Throws if a kernel or shader does not build. The failed kernel or shader, and
    // all that would be rebuilt after it, then keep their old versions.
    void reload(const Assets& assets);

  private:
    LoadedScene(const std::shared_ptr<SceneSetup>& initial, const ComputeContext& compute, const Checkpoint& state);

    // Bodies of another snapshot, prepared by a thread.
    struct PreparedBodies {
        std::shared_ptr<const ParticleSet> bodies;
        std::shared_ptr<const SeriesStart> start;
        ParticleSet copy;
        std::vector<ComponentOrigin> origins;
        ParticleAttributes attributes;
        std::vector<std::uint32_t> rows_before;  // row of each body among the shown bodies, or RowsById::none
    };

    std::future<PreparedBodies> prepared(const std::shared_ptr<const ParticleSet>& bodies) const;
    bool take_bodies(const std::shared_ptr<const ParticleSet>& bodies);
    std::unique_ptr<ReplacedRun> run_from(const SceneSnapshot& state, const ComputeContext& compute) const;
    void exchange_columns(ParticleColumns& columns, ParticleAttributes& attributes);
    void set_attributes();
    long row_changes() const { return changes_ + source_.transport().state().jumps; }
    void refresh_attributes(const Look& look, bool waits);
    std::vector<float> color_sample(ColorBy by) const;
    void send_attributes(bool at_once);
    bool is_settled() const;
    void draw_once(const Camera& camera, const Look& look, const glm::ivec2& pixels, const Adaptation& adaptation,
                   QualityController& quality, const std::optional<PixelArea>& visible);
    void draw_light(const Camera& camera, const Look& look, const glm::ivec2& size, const Adaptation& adaptation,
                    QualityController& quality);

    std::shared_ptr<SceneSetup> initial_;              // shares its bodies with source_ and rows_
    std::shared_ptr<const SeriesStart> series_start_;  // first snapshot of a series whose bodies change; otherwise null
    std::shared_ptr<const ParticleSet> bodies_;        // shown bodies of a series whose bodies change; otherwise null
    std::future<PreparedBodies> preparing_;            // next bodies of a series whose bodies change
    std::map<std::string, ShownBodies> shown_names_;  // for a changing series: drawn bodies of components, by full name
    ParticleRenderer renderer_;
    ParticleAttributes attributes_;
    std::size_t attributes_sent_ = 0;  // number of rows of the newest attributes that have been uploaded
    MeasuredQuantity measured_sent_ = MeasuredQuantity::none;  // measured quantity of the drawn attributes
    double blend_ = 1;  // weight of the newest attributes; rises from 0 to 1 within half a second
    std::vector<ParticleGroup> groups_;
    ColorScale color_scale_;
    HdrPipeline hdr_;
    SkyEdge sky_edge_;
    Backdrop backdrop_;
    ParticleSource source_;

    Moment moment_;
    long changes_ = 0;  // number of changes of the shown rows
    StillPicture still_;
    ParticleReadback rows_;
    std::optional<std::vector<Landmark>> galaxies_;  // result of galaxies() since the last update()
    std::future<ParticleRows> attribute_rows_;       // rows from which the next attributes are computed
    double attribute_time_ = 0;                      // model time of attribute_rows_
    long jumps_ = 0;                                 // TransportState::jumps at the last call of refresh_attributes()
};

// Returns the number that chooses the color of a galaxy. The number never changes while the galaxy exists.
std::size_t color_number_of(const SceneSetup& setup, const std::string& galaxy);

}  // namespace milkomeda
