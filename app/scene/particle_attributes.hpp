// Attributes of particles besides mass, position and velocity: how far their neighbors are, how dense it is
// there, where they come from, how they are accelerated. A thread finds them anew while they move.
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
    // `origins`: one for each component of the particles, whose radii are those of the column.
    ParticleAttributes(const ParticleSet& particles, const std::vector<ComponentOrigin>& origins,
                       FindNeighborhoods find_neighbors = find_on_host());
    // Begins with what others have found for the components that both have.
    void take_over(const ParticleAttributes& before);

    // From the next begin() on.
    void use(FindNeighborhoods find_neighbors) { find_neighbors_ = std::move(find_neighbors); }
    const FindNeighborhoods& finder() const { return find_neighbors_; }

    // Whether the column is older than this moment, nothing is under way, and enough time has passed since
    // the last time that all of it takes at most a tenth. `at_once`: however short that is.
    bool due(double time, bool with_accelerations, bool at_once) const;
    // The next moment is not that of the column, whatever its time is.
    void forget() { begun_ = false; }
    // Begins with all rows of this moment; accelerations may be empty: unknown.
    void begin(double time, ParticleRows rows, std::vector<float> accelerations);
    // True when a new column is there; waits for one that is under way, if wanted.
    bool update(bool waits);

    // The columns for ParticleRenderer::set_attributes() and set_ellipsoids().
    std::span<const Float4> column() const { return columns_.numbers; }
    std::span<const Ellipsoid> ellipsoids() const { return columns_.ellipsoids; }

    // The mean velocity of a component's rows when the newest column was begun.
    glm::vec3 drift(std::size_t component) const { return drifts_[component]; }

    // The numbers that particles are coloured by, of a fair sample of the components shown; none where the
    // host knows no numbers of that kind.
    std::vector<float> sample(ColorBy by, const std::vector<bool>& shown) const;

  private:
    struct Columns {
        std::vector<Float4> numbers;
        std::vector<Ellipsoid> ellipsoids;
    };
    struct Found {
        Columns columns;
        double seconds;  // that it took
    };
    // In the memory of `columns`.
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
    Columns columns_, last_columns_;               // the memory of the last ones is that of the next
    std::vector<std::vector<SampledRow>> sample_;  // of each component
    std::vector<glm::vec3> drifts_;                // of each component

    std::future<Found> under_way_;
    double time_ = 0;  // of the newest column, or of the one under way
    bool begun_ = false, with_accelerations_ = false;
    Clock::time_point next_{};
};

}  // namespace milkomeda
