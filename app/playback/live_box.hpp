// The box of a mixed-particle run: its simulation, edits of its large particles, and timings.
#pragma once

#include <optional>
#include <utility>

#include "compute/mixed/mixed_simulation.hpp"

namespace milkomeda {

class LiveBox {
  public:
    explicit LiveBox(MixedSimulation simulation) : simulation_{std::move(simulation)} {}

    MixedSimulation& simulation() { return simulation_; }
    const MixedSimulation& simulation() const { return simulation_; }
    const MixedBox& box() const { return simulation_.box(); }
    MixedStatus status() const { return simulation_.status(); }

    // Adds a large particle and returns its row; an empty optional if all rows are in use.
    std::optional<std::size_t> add(const glm::dvec3& place, double radius);
    void remove(std::size_t row);
    // Puts a removed particle back into its row. Does nothing if the row is in use again.
    void put_back(std::size_t row, const LargeParticle& particle);

    // Records that the rows have changed since the last take_rows_change().
    void note_rows_change() { rows_have_changed_ = true; }
    bool take_rows_change() { return std::exchange(rows_have_changed_, false); }

    // Computing times of one iteration, averaged over about half a second.
    const MixedTimes& times() const { return times_; }
    void update_times();

  private:
    MixedSimulation simulation_;
    bool rows_have_changed_ = true;
    MixedTimes sum_, times_;
};

}  // namespace milkomeda
