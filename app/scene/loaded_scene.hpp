// One loaded collision: what it started from, what moves it, and how it is drawn. Rebuilt whole for a new
// scene.
#pragma once

#include <vector>

#include "app/playback/particle_source.hpp"
#include "app/scene/color_scale.hpp"
#include "app/scene/landmarks.hpp"
#include "app/scene/particle_attributes.hpp"
#include "app/scene/particle_readback.hpp"
#include "app/scene/quality_controller.hpp"
#include "app/scene/run_state.hpp"
#include "app/scene/scene_setup.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"
#include "render/particles/sky_edge.hpp"
#include "render/sky/backdrop.hpp"

namespace milkomeda {

// What a scene computes with. The references must outlive the call only.
struct ComputeContext {
    const DeviceContext& device;
    const GlSide& gl;
    const Assets& assets;
    SolverChoice solver{};
};

class LoadedScene {
  public:
    // Needs a current GL context. The renderer owns the vertex buffers; a simulation shares them or not.
    // Snapshots need no device.
    LoadedScene(SceneSetup initial, const ComputeContext& compute);

    const SceneSetup& initial() const { return *initial_; }
    std::shared_ptr<const SceneSetup> held_initial() const { return initial_; }
    std::vector<bool>& shown() { return initial_->shown; }  // one for each component

    ParticleSource& particle_source() { return source_; }
    const ParticleSource& particle_source() const { return source_; }

    // The device is lost: what is shown from the next update() on is the newest whole state. `reason` in one
    // line.
    void lose_device(const std::string& reason);
    // Goes on from there on this device. Throws as the constructor; lose_device() mends what that leaves.
    void go_on(const ComputeContext& compute);

    // Where the run stands now; needs particle_source().synchronised(). And where it began.
    RunState run_state() const;
    RunState start() const;
    // Goes on from there with other bodies, or at another time, playing or not as before. Throws as the
    // constructor, and UsageError for snapshots; everything stays as it was then.
    void go_on_from(const RunState& state, const ComputeContext& compute);
    // Another run of the same bodies, in buffers of its own, from where this one stands; needs
    // particle_source().synchronised(). Throws as the constructor, and UsageError for snapshots.
    LoadedScene twin(const ComputeContext& compute) const;
    // The next picture has the exposure and the range of colours of the newest one of that scene.
    void look_as(const LoadedScene& other);

    // Draws a galaxy of these rows, which are the run's, moved by so much, while the particle source rests.
    void show_moved(const ParticleSet& rows, const std::string& galaxy, const glm::vec3& way);

    // Takes the moment that the particle source has reached: brings its rows to where they are drawn from.
    // Call it once for each picture, before the camera and what else asks for rows. Shows them as they are
    // `shift` of model time later, less than a step.
    void update(double shift = 0);
    double shown_time() const { return moment_.time; }  // model time of that moment
    const Moment& moment() const { return moment_; }    // valid until the next update()
    ParticleReadback& rows() { return rows_; }          // of that moment
    // Of the tree that forces are summed over; none where there is no tree. Valid until the next frame.
    std::span<const TreeCell> cells();
    // The galaxies' centers at that moment; see find_galaxies().
    const std::vector<Landmark>& galaxies();

    // What galaxies are told apart by, in colour; others may come and go.
    std::size_t number_of(const std::string& galaxy) const;

    // Draws the particles of that moment into the bound framebuffer, which is black. What that costs is
    // measured, and kept within limits, by `cost`. Where only an area is `seen`, whose y goes up, the rest of
    // the picture may stay black.
    void draw(const Camera& camera, const Look& look, int width, int height, const Adaptation& adaptation,
              QualityController& cost, const std::optional<PixelArea>& seen = {});

    const HdrPipeline& hdr() const { return hdr_; }
    const Coloring& coloring() const { return color_scale_.coloring(); }  // of the newest picture
    const std::vector<ParticleGroup>& groups() const { return groups_; }  // one for each component

    // Kernels and shaders again; throws when some do not build, and they and those after them stay as they
    // were.
    void reload(const Assets& assets);

  private:
    LoadedScene(const std::shared_ptr<SceneSetup>& initial, const std::vector<ComponentOrigin>& origins,
                const ComputeContext& compute, const Checkpoint& state);

    void refresh_attributes(const Look& look, bool waits);
    void send_attributes(bool at_once);

    std::shared_ptr<SceneSetup> initial_;  // whose particles the particle source and the rows share
    ParticleRenderer renderer_;
    std::vector<ComponentOrigin> origins_;
    ParticleAttributes attributes_;
    std::size_t attributes_sent_ = 0;  // rows of the newest
    double blend_ = 1;                 // the way to them, which the picture goes within half a second
    std::vector<ParticleGroup> groups_;
    ColorScale color_scale_;
    HdrPipeline hdr_;
    SkyEdge sky_edge_;
    Backdrop backdrop_;
    ParticleSource source_;

    Moment moment_;
    ParticleReadback rows_;
    std::optional<std::vector<Landmark>> galaxies_;  // once somebody has asked for them
    std::future<ParticleRows> attribute_rows_;       // that attributes will be found for,
    double attribute_time_ = 0;                      // of this moment
    long jumps_ = 0;  // of the particle source, before the last picture that waited
};

}  // namespace milkomeda
