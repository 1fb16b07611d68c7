// The large particles: some hundreds, on the host in double precision. Some move, some do not, and a hand may
// hold one of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

struct LargeParticle {
    Vector3 position, velocity, force;
    double radius = 0, mass = 0;  // 0: the row is not used
    bool fixed = false;

    bool is_used() const { return radius > 0; }
};

// The hand that holds one, and where it is.
struct MixedHand {
    std::size_t row = 0;
    Vector3 place;
};

// The small particles as the host sees them, by the grid that the device has built of them.
struct SmallView {
    std::span<const Float4> positions, velocities;
    std::span<const std::uint32_t> grid;  // as kernels/mixed/mixed.h has it
};

// What large particles do to a small one, laid out as the kernels have it.
struct HostForce {
    float x = 0, y = 0, z = 0;
    std::uint32_t row = 0;
};

class LargeParticles {
  public:
    LargeParticles(const MixedBox& box, const ParticleSet& start);

    // The first half of an iteration: with small particles in the cells that a large one reaches into.
    // Returns the forces on those that feel one; no row is named twice. Valid until the next call.
    std::span<const HostForce> collide_with_small(const SmallView& small);
    // And with each other and the walls.
    void collide();
    // Symplectic Euler with what was found, as kernels/mixed/move.cl does it; then forces are 0 again.
    void move(const Vector3& gravity, const std::optional<MixedHand>& hand);

    std::span<const LargeParticle> rows() const { return rows_; }
    std::size_t count() const;  // that are used
    void restore(std::vector<LargeParticle> rows) { rows_ = std::move(rows); }

    // The one at this place, or none; in three dimensions the first that a ray meets is what a caller looks
    // for.
    std::optional<std::size_t> at(const Vector3& place) const;
    // The row of the new one; none where there is no room for one more.
    std::optional<std::size_t> add(const Vector3& place, double radius);
    void put(std::size_t row, const LargeParticle& particle) { rows_[row] = particle; }
    void remove(std::size_t row) { rows_[row] = LargeParticle{{}, {}, {}, 0, 0, rows_[row].fixed}; }

    // As rows to be drawn.
    void write(std::span<Float4> positions, std::span<Float4> velocities) const;

  private:
    void push_from_walls(LargeParticle& particle) const;
    Vector3 inside(Vector3 place, double margin) const;

    MixedBox box_;
    std::array<std::size_t, 3> cells_;
    std::vector<LargeParticle> rows_;
    std::vector<HostForce> forces_;
    std::vector<std::uint32_t> entry_of_;  // of a small particle in forces_; else nobody
    std::vector<std::size_t> order_;       // along x
};

}  // namespace milkomeda
