// The large particles of the mixed box: some hundreds, on the host in double precision. Some are fixed, and
// the user's pointer may hold one of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

struct LargeParticle {
    Vector3 position, velocity, force;
    double radius = 0, mass = 0;  // 0 if the row is unused
    bool fixed = false;

    bool is_used() const { return radius > 0; }
};

// The particle that the user's pointer holds, and the pointer's position.
struct MixedHand {
    std::size_t row = 0;
    Vector3 place;
};

// The small particles, and the grid that the device has built of them.
struct SmallView {
    std::span<const Float4> positions, velocities;
    std::span<const std::uint32_t> grid;  // layout as in kernels/mixed/mixed.h
};

// Force of the large particles on a small one, in the layout of the kernels.
struct HostForce {
    float x = 0, y = 0, z = 0;
    std::uint32_t row = 0;
};

class LargeParticles {
  public:
    LargeParticles(const MixedBox& box, const ParticleSet& start);

    // First half of an iteration: computes contacts with small particles in the grid cells that a large
    // particle touches. Returns the forces on the small particles, each row at most once. Valid until the
    // next call.
    std::span<const HostForce> collide_with_small(const SmallView& small);
    // Second half: contacts among large particles and with the walls.
    void collide();
    // Symplectic Euler step with the collected forces, as in kernels/mixed/move.cl; resets the forces to 0.
    void move(const Vector3& gravity, const std::optional<MixedHand>& hand);

    std::span<const LargeParticle> rows() const { return rows_; }
    std::size_t count() const;  // number of used rows
    void restore(std::vector<LargeParticle> rows) { rows_ = std::move(rows); }

    // Returns the particle at a position, if any. In three dimensions, callers search along a ray instead.
    std::optional<std::size_t> at(const Vector3& place) const;
    // Returns the row of the new particle; empty if all rows are used.
    std::optional<std::size_t> add(const Vector3& place, double radius);
    void put(std::size_t row, const LargeParticle& particle) { rows_[row] = particle; }
    void remove(std::size_t row) { rows_[row] = LargeParticle{{}, {}, {}, 0, 0, rows_[row].fixed}; }

    // Writes the rows for drawing.
    void write(std::span<Float4> positions, std::span<Float4> velocities) const;

  private:
    void push_from_walls(LargeParticle& particle) const;
    Vector3 inside(Vector3 place, double margin) const;

    MixedBox box_;
    std::array<std::size_t, 3> cells_;
    std::vector<LargeParticle> rows_;
    std::vector<HostForce> forces_;
    // index in forces_ of each small particle, or a marker for no entry
    std::vector<std::uint32_t> entry_of_;
    std::vector<std::size_t> order_;  // rows sorted along x
};

}  // namespace milkomeda
