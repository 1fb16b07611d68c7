// Attributes of particles besides mass, position and velocity: distance of the neighbors, density, origin and
// acceleration. A thread computes them again while the particles move.
#pragma once

#include <future>
#include <memory>
#include <span>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "app/scene/neighbor_finder.hpp"
#include "data/base/clock.hpp"
#include "data/neighbors/ellipsoids.hpp"
#include "data/particles/particles.hpp"
#include "render/look/color_by.hpp"
#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

class ParticleAttributes {
  public:
    // `origins` has one element for each component. Their radii become the radii of the attribute column.
    ParticleAttributes(const ParticleSet& particles, const std::vector<ComponentOrigin>& origins,
                       FindNeighborhoods find_neighbors = find_on_host());
    // Copies the attributes of `before` for the components that both objects have.
    void take_over(const ParticleAttributes& before);

    // Sets the neighbor finder for the next begin().
    void use(FindNeighborhoods find_neighbors) { find_neighbors_ = std::move(find_neighbors); }
    const FindNeighborhoods& finder() const { return find_neighbors_; }

    // Returns true if the column is older than this moment, no computation is running, and enough time has
    // passed that computations take at most a tenth of it. `at_once` skips the wait.
    bool due(double time, bool with_accelerations, bool at_once) const;
    // Marks the column as outdated at any time, so that due() can return true.
    void forget() { begun_ = false; }
    // Starts a computation with all rows of this moment. Empty accelerations are unknown.
    void begin(double time, ParticleRows rows, std::vector<float> accelerations);
    // Returns true if a new column has arrived. If `waits` is true, waits for a running computation.
    bool update(bool waits);

    // The columns for ParticleRenderer::set_attributes() and set_ellipsoids().
    std::span<const Float4> column() const { return columns_.numbers; }
    std::span<const Ellipsoid> ellipsoids() const { return columns_.ellipsoids; }

    // Mean velocity of a component at the start of the newest computation.
    glm::vec3 drift(std::size_t component) const { return drifts_[component]; }

    // Returns the values of `by` for a fair sample of the shown components; empty if the host does not know
    // this quantity.
    std::vector<float> sample(ColorBy by, const std::vector<bool>& shown) const;

  private:
    struct Columns {
        std::vector<Float4> numbers;
        std::vector<Ellipsoid> ellipsoids;
    };
    struct Found {
        Columns columns;
        double seconds;  // duration of the computation
    };
    // Fills the memory of `columns`.
    static Found find(const FindNeighborhoods& find_neighbors, const ParticleRows& rows,
                      const std::vector<Component>& components, const std::vector<float>& radii,
                      const std::vector<float>& accelerations, Columns columns);
    void take_sample(const ParticleRows& rows);

    struct SampledRow {
        std::size_t row;
        float speed, mass;
    };

    FindNeighborhoods find_neighbors_;
    std::vector<Component> components_;
    std::shared_ptr<const std::vector<float>> radii_;
    Columns columns_, last_columns_;               // `last_columns_` is the memory of the next columns
    std::vector<std::vector<SampledRow>> sample_;  // one sample for each component
    std::vector<glm::vec3> drifts_;                // one velocity for each component

    std::future<Found> under_way_;
    double time_ = 0;  // model time of the newest column, or of the running computation
    bool begun_ = false, with_accelerations_ = false;
    Clock::time_point next_{};
};

}  // namespace milkomeda
