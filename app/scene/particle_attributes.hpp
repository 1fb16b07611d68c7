// Attributes of each body that pictures need: smoothing length, radius at the start, density, shape, and the measured
// quantity that colors show. A thread recomputes the attributes while the bodies move.
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

// A quantity for AttributeRow::measured. `values` has one element per body; it is empty for MeasuredQuantity::none and
// for a quantity that ParticleAttributes computes itself.
struct Measurement {
    MeasuredQuantity quantity = MeasuredQuantity::none;
    std::vector<float> values{};
};

class ParticleAttributes {
  public:
    // `origins` has one element per component. The radii of all elements are copied into column().
    ParticleAttributes(const ParticleSet& particles, const std::vector<ComponentOrigin>& origins,
                       FindNeighborhoods find_neighbors = surroundings);
    // Copies the attributes of the components that `before` and this object have in common.
    void take_over(const ParticleAttributes& before);
    // Copies the attributes of each body, except its radius at the start, from its row in `before`. `rows_before`
    // contains this row for each body, or RowsById::none for bodies that `before` does not contain.
    void take_over(const ParticleAttributes& before, std::span<const std::uint32_t> rows_before);

    // Sets the function that the next begin() uses to find neighbors.
    void use(FindNeighborhoods find_neighbors) { find_neighbors_ = std::move(find_neighbors); }
    const FindNeighborhoods& finder() const { return find_neighbors_; }

    // Returns true if new attributes should be computed: no computation is running, and the newest attributes belong to
    // a different time than `time` or lack `quantity`. Unless `at_once` is true, due() also limits the computations to
    // a tenth of the wall-clock time.
    bool due(double time, MeasuredQuantity quantity, bool at_once) const;
    // Returns true if the newest attributes have arrived and belong to the model time `time`.
    bool is_current(double time) const { return begun_ && time == time_ && !under_way_.valid(); }
    // Marks the attributes as outdated, so that due() can return true even at an unchanged time.
    void forget() { begun_ = false; }
    // Starts a computation with all rows at the model time `time`. The measured quantity of all bodies is unknown (NaN)
    // if `measurement` contains no quantity.
    void begin(double time, ParticleRows rows, Measurement measurement);
    // Returns true if new attributes have arrived. If `waits` is true, waits for a running computation.
    bool update(bool waits);

    // Returns the quantity in the members AttributeRow::measured of column().
    MeasuredQuantity measured() const { return columns_.measured; }

    // Return the attributes for ParticleColumns::set_attributes() and set_ellipsoids().
    std::span<const AttributeRow> column() const { return columns_.numbers; }
    std::span<const Ellipsoid> ellipsoids() const { return columns_.ellipsoids; }

    // Mean velocity of a component when the newest computation started, in model units.
    glm::vec3 drift(std::size_t component) const { return drifts_[component]; }

    // Returns the values of the quantity `by` for a fair sample of the shown bodies; empty if attributes do not
    // contain this quantity at present.
    std::vector<float> sample(ColorBy by, const std::vector<ShownBodies>& shown) const;

  private:
    struct Columns {
        std::vector<AttributeRow> numbers;
        std::vector<Ellipsoid> ellipsoids;
        MeasuredQuantity measured = MeasuredQuantity::none;
    };
    struct Found {
        Columns columns;
        double seconds;  // duration of the computation in seconds
    };
    // Computes the attributes into the memory of `columns`, to save an allocation.
    static Found find(const FindNeighborhoods& find_neighbors, const ParticleRows& rows,
                      const std::vector<Component>& components, const std::vector<float>& radii,
                      const Measurement& measurement, Columns columns);
    void take_sample(const ParticleRows& rows);

    struct SampledRow {
        std::size_t row;
        float speed, mass;
        bool is_young_star;
    };

    FindNeighborhoods find_neighbors_;
    std::vector<Component> components_;
    std::shared_ptr<const std::vector<float>> radii_;
    Columns columns_, last_columns_;               // newest attributes, and memory for the next computation
    std::vector<std::vector<SampledRow>> sample_;  // sampled rows of each component
    std::vector<glm::vec3> drifts_;                // mean velocity of each component

    std::future<Found> under_way_;
    // model time of the running computation or, if no computation is running, of the newest attributes
    double time_ = 0;
    bool begun_ = false;
    MeasuredQuantity begun_quantity_ = MeasuredQuantity::none;  // measured quantity of the computation of `time_`
    Clock::time_point next_{};
};

}  // namespace milkomeda
