// A loaded scene: its setup, the source of its bodies, and everything needed to draw it. Loading another
// scene creates another LoadedScene.
#pragma once

#include <vector>

#include "app/playback/particle_source.hpp"
#include "app/scene/color_scale.hpp"
#include "app/scene/landmarks.hpp"
#include "app/scene/particle_attributes.hpp"
#include "app/scene/particle_readback.hpp"
#include "app/scene/quality_controller.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"
#include "render/particles/sky_edge.hpp"
#include "render/sky/backdrop.hpp"

namespace milkomeda {

// Device, files and solver with which a scene is computed. Functions use the references only during the call.
struct ComputeContext {
    const DeviceContext& device;
    const GlSide& gl;
    const Assets& assets;
    SolverChoice solver{};
};

class LoadedScene {
  public:
    // Needs a current OpenGL context. The renderer owns the vertex buffers; a simulation may share them.
    // Playing back snapshots needs no device. Throws std::runtime_error if the device has too little memory
    // or if a kernel or shader does not build.
    LoadedScene(SceneSetup initial, const ComputeContext& compute);

    const SceneSetup& initial() const { return *initial_; }
    std::shared_ptr<const SceneSetup> held_initial() const { return initial_; }
    // one flag per component: true if it is drawn
    std::vector<bool>& shown() { return initial_->shown; }

    ParticleSource& particle_source() { return source_; }
    const ParticleSource& particle_source() const { return source_; }

    // Call this after the device is lost: from the next update() on, the scene shows its newest checkpoint.
    // `reason` is one line for the user.
    void lose_device(const std::string& reason);
    // Continues on this device from the newest checkpoint. Throws like the constructor; then call
    // lose_device(), which makes the scene valid again.
    void go_on(const ComputeContext& compute);

    // Return the present state of the run, which must be between two steps, and the state at its start.
    SceneSnapshot scene_snapshot() const;
    SceneSnapshot start() const;
    // Continues the run from the bodies and time of `state`; plays if the run was playing. Throws like the
    // constructor, and UsageError for snapshots and the mixed box. If it throws, the scene is unchanged.
    void go_on_from(const SceneSnapshot& state, const ComputeContext& compute);
    // Returns a second run of the same bodies from the present state, with its own buffers. This run must be
    // between two steps. Throws like the constructor, and UsageError for snapshots and the mixed box.
    LoadedScene twin(const ComputeContext& compute) const;
    // Gives the next picture the exposure and the color range of the newest picture of `other`.
    void look_as(const LoadedScene& other);

    // While the run is paused, draws a galaxy displaced by `way` (model units). `rows` are the run's bodies.
    void show_moved(const ParticleSet& rows, const std::string& galaxy, const glm::vec3& way);

    // Takes the present moment from the particle source and uploads its rows. Call this once per picture,
    // before the camera and everything else that reads rows. Bodies are shown `shift` of model time later
    // than that moment; `shift` must be shorter than a step.
    void update(double shift = 0);
    double shown_time() const { return moment_.time; }  // model time of the shown bodies
    // shown state, valid until the next update()
    const Moment& moment() const { return moment_; }
    ParticleReadback& rows() { return rows_; }  // rows of the shown bodies
    // Returns the cells of the solver's tree; empty for solvers without a tree. Valid until the next frame.
    std::span<const TreeCell> cells();
    // Returns the centers of the shown galaxies; see find_galaxies().
    const std::vector<Landmark>& galaxies();

    // Returns the number that chooses the color of a galaxy. It never changes while the galaxy exists.
    std::size_t number_of(const std::string& galaxy) const;

    // Draws the bodies into the bound framebuffer, which must be black. `cost` measures drawing times and
    // chooses the drawn share of the bodies, the resolution and the dust. If only the area `seen` is visible
    // (y upward), the rest may stay black.
    void draw(const Camera& camera, const Look& look, int width, int height, const Adaptation& adaptation,
              QualityController& cost, const std::optional<PixelArea>& seen = {});

    const HdrPipeline& hdr() const { return hdr_; }
    const Coloring& coloring() const { return color_scale_.coloring(); }  // coloring of the newest picture
    const std::vector<ParticleGroup>& groups() const { return groups_; }  // one group per component

    // Rebuilds all kernels and shaders. Throws if one does not build; kernels and shaders that were not
    // rebuilt by then keep their old version.
    void reload(const Assets& assets);

  private:
    LoadedScene(const std::shared_ptr<SceneSetup>& initial, const std::vector<ComponentOrigin>& origins,
                const ComputeContext& compute, const Checkpoint& state);

    void refresh_attributes(const Look& look, bool waits);
    void send_all_attributes();
    void send_attributes(bool at_once);

    std::shared_ptr<SceneSetup> initial_;  // The particle source and the rows share its bodies.
    ParticleRenderer renderer_;
    std::vector<ComponentOrigin> origins_;
    ParticleAttributes attributes_;
    std::size_t attributes_sent_ = 0;  // number of rows of the newest attributes that were uploaded
    double blend_ = 1;  // blend of old (0) and new (1) attributes; rises from 0 to 1 within half a second
    std::vector<ParticleGroup> groups_;
    ColorScale color_scale_;
    HdrPipeline hdr_;
    SkyEdge sky_edge_;
    Backdrop backdrop_;
    ParticleSource source_;

    Moment moment_;
    ParticleReadback rows_;
    std::optional<std::vector<Landmark>> galaxies_;  // cache of galaxies(); empty until it is called
    std::future<ParticleRows> attribute_rows_;       // rows from which the next attributes are computed
    double attribute_time_ = 0;                      // model time of attribute_rows_
    // TransportState::jumps at the last picture or video frame whose attributes were waited for
    long jumps_ = 0;
};

}  // namespace milkomeda
