// The large particles of the mixed box (docs/mixed.md): a few hundred particles, computed on the host in double
// precision. Some particles are fixed, and the user can drag one particle with the pointer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

struct LargeParticle {
    glm::dvec3 position{0}, velocity{0}, force{0};
    double radius = 0, mass = 0;  // radius and mass are 0 if the row is unused
    bool fixed = false;

    bool is_used() const { return radius > 0; }
};

// The particle that the user drags with the pointer, and the pointer's position in the box.
struct MixedHand {
    std::size_t row = 0;
    glm::dvec3 place{0};
};

// The small particles, and the grid of cells that the device has built from their positions.
struct SmallView {
    std::span<const Float4> positions, velocities;
    std::span<const std::uint32_t> grid;  // grid cells in the layout of kernels/mixed/mixed.h
};

// Total force of the large particles on one small particle, in the layout of the kernels.
struct HostForce {
    float x = 0, y = 0, z = 0;
    std::uint32_t row = 0;
};

class LargeParticles {
  public:
    LargeParticles(const MixedBox& box, const ParticleSet& start);

    // First half of an iteration: computes the contacts between large and small particles. Tests only small particles
    // in grid cells that a large particle touches. Returns the forces on small particles, with at most one entry per
    // small particle. The span is valid until the next call.
    std::span<const HostForce> collide_with_small(const SmallView& small);
    // Second half of an iteration: computes the contacts between large particles, and between large particles and
    // walls.
    void collide();
    // Moves the particles by one symplectic Euler step with the forces of this iteration, as
    // kernels/mixed/move.cl does. Resets the forces to 0.
    void move(const glm::dvec3& gravity, const std::optional<MixedHand>& hand);

    std::span<const LargeParticle> rows() const { return rows_; }
    std::size_t count() const;  // number of used rows
    void restore(std::vector<LargeParticle> rows) { rows_ = std::move(rows); }

    // Adds a particle and returns its row; returns an empty optional if all rows are used.
    std::optional<std::size_t> add(const glm::dvec3& place, double radius);
    void put(std::size_t row, const LargeParticle& particle) { rows_[row] = particle; }
    void remove(std::size_t row) { rows_[row] = LargeParticle{{}, {}, {}, 0, 0, rows_[row].fixed}; }

    // Writes position, mass, velocity and radius of all rows for drawing.
    void write(std::span<Float4> positions, std::span<Float4> velocities) const;

  private:
    void push_from_walls(LargeParticle& particle) const;
    glm::dvec3 inside(glm::dvec3 place, double margin) const;

    MixedBox box_;
    std::array<std::size_t, 3> cells_;
    std::vector<LargeParticle> rows_;
    std::vector<HostForce> forces_;
    // Index in forces_ of each small particle, or a marker if the particle has no entry.
    std::vector<std::uint32_t> entry_of_;
    std::vector<std::size_t> order_;  // rows that contain a particle, sorted by x - radius
};

}  // namespace milkomeda
