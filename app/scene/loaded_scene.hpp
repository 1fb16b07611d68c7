// A loaded scene: its setup, the source of its bodies, and how it is drawn. A new scene is a new object.
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

// Device, files and solver for the computation of a scene. The references must stay valid during the call.
struct ComputeContext {
    const DeviceContext& device;
    const GlSide& gl;
    const Assets& assets;
    SolverChoice solver{};
};

class LoadedScene {
  public:
    // Needs a current OpenGL context. The renderer owns the vertex buffers; a simulation may share them.
    // Snapshots need no device. Throws std::runtime_error if the device has too little memory or a kernel or
    // shader does not build.
    LoadedScene(SceneSetup initial, const ComputeContext& compute);

    const SceneSetup& initial() const { return *initial_; }
    std::shared_ptr<const SceneSetup> held_initial() const { return initial_; }
    // one flag for each component: true if it is drawn
    std::vector<bool>& shown() { return initial_->shown; }

    ParticleSource& particle_source() { return source_; }
    const ParticleSource& particle_source() const { return source_; }

    // Call this after the device is lost: from the next update() on, the scene shows its newest checkpoint.
    // `reason` is one line.
    void lose_device(const std::string& reason);
    // Continues from the newest checkpoint on this device. Throws like the constructor; lose_device()
    // restores a valid scene then.
    void go_on(const ComputeContext& compute);

    // The present state of the run, which must be between two steps, and the state at its start.
    SceneSnapshot scene_snapshot() const;
    SceneSnapshot start() const;
    // Continues from this state with its bodies and time, and plays if the run played before. Throws like the
    // constructor, and UsageError for snapshots and the mixed box; the scene is unchanged then.
    void go_on_from(const SceneSnapshot& state, const ComputeContext& compute);
    // Returns a second run of the same bodies in buffers of its own, from the present state. The run must be
    // between two steps. Throws like the constructor, and UsageError for snapshots and the mixed box.
    LoadedScene twin(const ComputeContext& compute) const;
    // Gives the next picture the exposure and the range of colors of the newest picture of `other`.
    void look_as(const LoadedScene& other);

    // Draws a galaxy displaced by `way` while the run rests. `rows` are the present bodies of the run.
    void show_moved(const ParticleSet& rows, const std::string& galaxy, const glm::vec3& way);

    // Takes the present moment of the particle source and uploads its rows. Call it once for each picture,
    // before the camera and everything else that reads rows. Shows the bodies `shift` of model time later,
    // less than a step.
    void update(double shift = 0);
    double shown_time() const { return moment_.time; }  // model time of the moment
    const Moment& moment() const { return moment_; }    // valid until the next update()
    ParticleReadback& rows() { return rows_; }          // rows of the moment
    // Cells of the tree of the force solver; empty for solvers without a tree. Valid until the next frame.
    std::span<const TreeCell> cells();
    // Centers of the galaxies at the moment; see find_galaxies().
    const std::vector<Landmark>& galaxies();

    // Number by which the colors of galaxies are chosen. It stays when other galaxies come and go.
    std::size_t number_of(const std::string& galaxy) const;

    // Draws the bodies of the moment into the bound framebuffer, which must be black. `cost` measures the
    // work and keeps it within limits. If only the area `seen` is visible (y upward), the rest may stay
    // black.
    void draw(const Camera& camera, const Look& look, int width, int height, const Adaptation& adaptation,
              QualityController& cost, const std::optional<PixelArea>& seen = {});

    const HdrPipeline& hdr() const { return hdr_; }
    const Coloring& coloring() const { return color_scale_.coloring(); }  // coloring of the newest picture
    const std::vector<ParticleGroup>& groups() const { return groups_; }  // one for each component

    // Builds kernels and shaders again. Throws if one does not build; that one and the following ones stay as
    // they were.
    void reload(const Assets& assets);

  private:
    LoadedScene(const std::shared_ptr<SceneSetup>& initial, const std::vector<ComponentOrigin>& origins,
                const ComputeContext& compute, const Checkpoint& state);

    void refresh_attributes(const Look& look, bool waits);
    void send_attributes(bool at_once);

    std::shared_ptr<SceneSetup> initial_;  // Its bodies are shared with the particle source and the rows.
    ParticleRenderer renderer_;
    std::vector<ComponentOrigin> origins_;
    ParticleAttributes attributes_;
    std::size_t attributes_sent_ = 0;  // rows of the newest attributes that the renderer has
    // blend of old and new attributes: goes from 0 to 1 within half a second
    double blend_ = 1;
    std::vector<ParticleGroup> groups_;
    ColorScale color_scale_;
    HdrPipeline hdr_;
    SkyEdge sky_edge_;
    Backdrop backdrop_;
    ParticleSource source_;

    Moment moment_;
    ParticleReadback rows_;
    std::optional<std::vector<Landmark>> galaxies_;  // empty until galaxies() is called
    std::future<ParticleRows> attribute_rows_;       // rows that the next attributes are computed from
    double attribute_time_ = 0;                      // model time of attribute_rows_
    long jumps_ = 0;                                 // TransportState::jumps at the last picture that waited
};

}  // namespace milkomeda
