#include "compute/mixed/large_particles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace milkomeda {
namespace {

constexpr std::uint32_t nobody = 0xffffffff;

// Returns the contact force on a particle per unit of reduced mass, in double precision. The version for the device is
// in kernels/mixed/mixed.h. `displacement` is the vector from the touched particle or wall to this particle, `velocity`
// the relative velocity, and `reach` the sum of the radii. Returns 0 if the distance is at least `reach`.
glm::dvec3 contact_force(const MixedContact& contact, const glm::dvec3& displacement, const glm::dvec3& velocity,
                         double reach) {
    const double distance_squared = glm::dot(displacement, displacement);
    if (!(distance_squared < reach * reach) || distance_squared == 0) return {};
    const double away = std::sqrt(distance_squared);
    const glm::dvec3 normal = displacement / away;
    const double parting = glm::dot(velocity, normal);
    const double push = std::max(contact.stiffness * (reach - away) - contact.damping * parting, 0.0);
    const glm::dvec3 across = velocity - parting * normal;
    const double speed = glm::length(across);
    const double drag = std::min(contact.friction * speed, contact.friction_coefficient * push);
    return speed > 0 ? push * normal - drag / speed * across : push * normal;
}

double reduced_mass(const LargeParticle& a, const LargeParticle& b) {
    if (a.fixed) return b.mass;
    if (b.fixed) return a.mass;
    return a.mass * b.mass / (a.mass + b.mass);
}

glm::dvec3 limited(const glm::dvec3& v, double most) {
    const double size = glm::length(v);
    return size > most ? most / size * v : v;
}

}  // namespace

LargeParticles::LargeParticles(const MixedBox& box, const ParticleSet& start)
    : box_{box}, cells_{mixed_cells(box)}, entry_of_(box.small, nobody) {
    for (std::size_t i = 0; i < box.most_large; ++i) {
        const double radius = std::max(start.velocities[i].w, 0.0f);
        rows_.push_back({.position = vector_of(start.positions[i]),
                         .velocity = vector_of(start.velocities[i]),
                         .force = {},
                         .radius = radius,
                         .mass = radius > 0 ? mixed_mass(box, radius) : 0,
                         .fixed = i >= box.most_large - box.fixed});
    }
}

std::size_t LargeParticles::count() const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, &LargeParticle::is_used));
}

std::span<const HostForce> LargeParticles::collide_with_small(const SmallView& small) {
    for (const HostForce& force : forces_) entry_of_[force.row] = nobody;
    forces_.clear();
    const double width = 2 * box_.small_radius;
    for (LargeParticle& large : rows_) {
        if (!large.is_used()) continue;
        const double reach = large.radius + box_.small_radius;
        std::array<std::size_t, 3> from{}, to{};
        for (int axis = 0; axis < box_.dimensions; ++axis) {
            const double last = static_cast<double>(cells_[axis] - 2);
            const auto cell_of = [&](double x) {
                return static_cast<std::size_t>(std::clamp(std::floor((x - box_.least[axis]) / width) + 1, 1.0, last));
            };
            // The range of cells is enlarged by `rounding`, because the device may round a position into the
            // neighboring cell.
            const double rounding = 1e-3 * width;
            from[axis] = cell_of(large.position[axis] - reach - rounding);
            to[axis] = cell_of(large.position[axis] + reach + rounding);
        }
        const double mass = large.fixed ? 1 : large.mass / (1 + large.mass);
        for (std::size_t z = from[2]; z <= to[2]; ++z)
            for (std::size_t y = from[1]; y <= to[1]; ++y)
                for (std::size_t x = from[0]; x <= to[0]; ++x) {
                    const std::size_t cell = ((z * cells_[1] + y) * cells_[0] + x) * (box_.capacity + 1);
                    const std::size_t count = std::min<std::size_t>(small.grid[cell], box_.capacity);
                    for (const std::uint32_t j : small.grid.subspan(cell + 1, count)) {
                        const glm::dvec3 displacement = large.position - vector_of(small.positions[j]);
                        if (glm::dot(displacement, displacement) >= reach * reach) continue;
                        const glm::dvec3 force =
                            mass * contact_force(box_.contact, displacement,
                                                 large.velocity - vector_of(small.velocities[j]), reach);
                        large.force += force;
                        if (entry_of_[j] == nobody) {
                            entry_of_[j] = static_cast<std::uint32_t>(forces_.size());
                            forces_.push_back({0, 0, 0, j});
                        }
                        HostForce& felt = forces_[entry_of_[j]];
                        felt.x -= static_cast<float>(force.x);
                        felt.y -= static_cast<float>(force.y);
                        felt.z -= static_cast<float>(force.z);
                    }
                }
    }
    return forces_;
}

// Sorts the particles along x, so that each particle is tested only against particles that overlap it along x.
void LargeParticles::collide() {
    order_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].is_used()) order_.push_back(i);
    const auto left = [&](std::size_t i) { return rows_[i].position.x - rows_[i].radius; };
    std::ranges::stable_sort(order_, {}, left);
    for (std::size_t a = 0; a < order_.size(); ++a) {
        LargeParticle& one = rows_[order_[a]];
        push_from_walls(one);
        for (std::size_t b = a + 1; b < order_.size() && left(order_[b]) < one.position.x + one.radius; ++b) {
            LargeParticle& other = rows_[order_[b]];
            if (one.fixed && other.fixed) continue;
            const glm::dvec3 force =
                reduced_mass(one, other) * contact_force(box_.contact, one.position - other.position,
                                                         one.velocity - other.velocity, one.radius + other.radius);
            one.force += force;
            other.force += -force;
        }
    }
}

void LargeParticles::push_from_walls(LargeParticle& particle) const {
    for (int axis = 0; axis < box_.dimensions; ++axis) {
        const double low = particle.position[axis] - box_.least[axis], high = box_.most[axis] - particle.position[axis];
        glm::dvec3 displacement{0};
        displacement[axis] = low < high ? low : -high;
        particle.force += particle.mass * contact_force(box_.contact, displacement, particle.velocity, particle.radius);
    }
}

glm::dvec3 LargeParticles::inside(glm::dvec3 place, double margin) const {
    for (int axis = 0; axis < box_.dimensions; ++axis)
        place[axis] = std::clamp(place[axis], box_.least[axis] + margin, box_.most[axis] - margin);
    return place;
}

void LargeParticles::move(const glm::dvec3& gravity, const std::optional<MixedHand>& hand) {
    // The pointer pulls a moving particle like a critically damped spring of frequency hand_frequency, with
    // acceleration at most hand_pull. A fixed particle follows at up to static_share * largest_speed().
    constexpr double hand_frequency = 20, hand_pull = 150, static_share = 0.25;
    const double dt = box_.timestep;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        LargeParticle& one = rows_[i];
        if (!one.is_used()) continue;
        const glm::dvec3 force = std::exchange(one.force, glm::dvec3{0});
        const bool held = hand && hand->row == i;
        if (one.fixed) {
            one.velocity = held ? limited((inside(hand->place, one.radius) - one.position) / (4 * dt),
                                          static_share * box_.largest_speed())
                                : glm::dvec3{0};
        } else {
            glm::dvec3 acceleration = force / one.mass;
            acceleration += held ? limited(hand_frequency * hand_frequency * (hand->place - one.position) -
                                               2 * hand_frequency * one.velocity,
                                           hand_pull)
                                 : gravity;
            one.velocity = limited(one.velocity + dt * acceleration, box_.largest_speed());
        }
        const glm::dvec3 wanted = one.position + dt * one.velocity;
        one.position = inside(wanted, 0.5 * one.radius);
        if (!(one.position == wanted)) one.velocity = {};
    }
}

std::optional<std::size_t> LargeParticles::add(const glm::dvec3& place, double radius) {
    const auto free =
        std::ranges::find_if(rows_, [](const LargeParticle& row) { return !row.is_used() && !row.fixed; });
    if (free == rows_.end()) return std::nullopt;
    *free = {.position = inside(place, radius),
             .velocity = {},
             .force = {},
             .radius = radius,
             .mass = mixed_mass(box_, radius),
             .fixed = false};
    return static_cast<std::size_t>(free - rows_.begin());
}

void LargeParticles::write(std::span<Float4> positions, std::span<Float4> velocities) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const LargeParticle& row = rows_[i];
        positions[i] = row.is_used() ? float4_of(row.position, row.mass) : float4_of(box_.least, 0);
        velocities[i] = row.is_used() ? float4_of(row.velocity, row.radius) : float4_of(glm::dvec3{0}, unused_radius);
    }
}

}  // namespace milkomeda
