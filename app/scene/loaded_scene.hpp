// One loaded collision: what it started from, how it is drawn, and how it runs or is played back. Rebuilt
// whole for a new scene.
#pragma once

#include <vector>

#include "app/motion/playback.hpp"
#include "app/scene/color_scale.hpp"
#include "app/scene/draw_cost.hpp"
#include "app/scene/initial_state.hpp"
#include "app/scene/particle_attributes.hpp"
#include "compute/simulation/simulation.hpp"
#include "render/hdr/hdr_pipeline.hpp"
#include "render/particles/particle_renderer.hpp"
#include "render/particles/sky_edge.hpp"

namespace milkomeda {

class LoadedScene {
  public:
    // Needs a current GL context. The renderer owns the vertex buffers; the simulation shares them or not.
    // Snapshots want playback_context().
    LoadedScene(InitialState initial, const DeviceContext& device_context, const GlSide& gl,
                const Assets& assets, const SolverChoice& solver = {});

    const InitialState& initial() const { return initial_; }
    Simulation& simulation() { return simulation_; }
    const Simulation& simulation() const { return simulation_; }
    std::vector<bool>& shown() { return initial_.shown; }  // one for each component

    Playback* playback() { return playback_.get(); }  // null for what is simulated
    const Playback* playback() const { return playback_.get(); }

    // What the picture shows, for files. Needs simulation().synchronised().
    Particles state() const;

    // Brings the rows of this moment to where they are drawn from, `ahead` in model time after the last step;
    // draw() does so, too.
    void update(double ahead = 0);
    double shown_time() const { return shown_time_; }  // model time of that moment
    // As they are shown at that moment; reading them back takes time.
    ParticleRows rows(const RowRange& range) const;

    // Draws the particles into the bound framebuffer, which is black, as they are `ahead` in model time after
    // the last step. What that costs is measured, and kept within limits, by `cost`.
    void draw(const Camera& camera, const Look& look, int width, int height, const Adaptation& adaptation,
              DrawCost& cost, double ahead = 0);

    const HdrPipeline& hdr() const { return hdr_; }
    const Coloring& coloring() const { return color_scale_.coloring(); }  // of the newest picture
    const std::vector<ParticleGroup>& groups() const { return groups_; }  // one for each component

    // Kernels and shaders again; throws when some do not build, and they and those after them stay as they
    // were.
    void reload(const Assets& assets);

  private:
    void refresh_attributes(const Look& look, bool waits);

    InitialState initial_;
    std::unique_ptr<Playback> playback_;
    ParticleRenderer renderer_;
    ParticleAttributes attributes_;
    std::vector<ParticleGroup> groups_;
    ColorScale color_scale_;
    HdrPipeline hdr_;
    SkyEdge sky_edge_;
    Simulation simulation_;
    double drawn_time_ = 0;  // of the rows
    double shown_time_ = 0;
    float time_offset_ = 0;  // rows are shown at position + velocity * time_offset_
};

// Nothing is computed, so rows belong to the host.
DeviceContext playback_context();

}  // namespace milkomeda
