// This independent implementation of the equations of docs/mixed.md sums all pairs of small and large particles in
// double precision without a grid.
#pragma once

#include <vector>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda::test {

class MixedReference {
  public:
    MixedReference(const MixedBox& box, const ParticleSet& start) : box_{box} {
        for (std::size_t i = 0; i < start.size(); ++i) {
            const Float4 &p = start.positions[i], &v = start.velocities[i];
            if (v.w <= 0) continue;  // The row is unused.
            const bool fixed = i >= box.most_large - box.fixed && i < box.most_large;
            bodies.push_back({{p.x, p.y, p.z}, {v.x, v.y, v.z}, v.w, mass_of(v.w), fixed});
            rows.push_back(i);
        }
    }

    void iterate() {
        std::vector<glm::dvec3> forces(bodies.size(), glm::dvec3{0});
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i].fixed) continue;
            for (std::size_t j = 0; j < bodies.size(); ++j)
                if (j != i)
                    forces[i] +=
                        effective_mass(bodies[i], bodies[j]) *
                        push(bodies[i].x - bodies[j].x, bodies[i].v - bodies[j].v, bodies[i].radius + bodies[j].radius);
            each_wall(bodies[i], [&](const glm::dvec3& offset) {
                forces[i] += bodies[i].mass * push(offset, bodies[i].v, bodies[i].radius);
            });
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i].fixed) continue;
            bodies[i].v += box_.timestep * (forces[i] / bodies[i].mass + box_.gravity);
            if (const double speed = glm::length(bodies[i].v); speed > box_.largest_speed())
                bodies[i].v = box_.largest_speed() / speed * bodies[i].v;
            bodies[i].x += box_.timestep * bodies[i].v;
        }
    }

    // Returns the sum of kinetic energy, gravitational potential energy and the energy of the contact springs.
    double energy() const {
        double sum = 0;
        const auto spring = [&](double mass, double overlap) {
            if (overlap > 0) sum += mass * box_.contact.stiffness * overlap * overlap / 2;
        };
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Body& a = bodies[i];
            if (!a.fixed) {
                sum += a.mass * (glm::dot(a.v, a.v) / 2 - glm::dot(box_.gravity, a.x));
                each_wall(a, [&](const glm::dvec3& offset) { spring(a.mass, a.radius - glm::length(offset)); });
            }
            for (std::size_t j = 0; j < i; ++j)
                if (!a.fixed || !bodies[j].fixed)
                    spring(effective_mass(a, bodies[j]), a.radius + bodies[j].radius - glm::distance(a.x, bodies[j].x));
        }
        return sum;
    }

    // This is the smallest absolute distance between the edges of two approaching bodies in any iteration. If this
    // distance is very small, rounding decides whether the bodies touch in this iteration or in the next iteration.
    double nearest_graze = 1;

    struct Body {
        glm::dvec3 x{0}, v{0};
        double radius, mass;
        bool fixed;
    };
    std::vector<Body> bodies;
    std::vector<std::size_t> rows;  // Each entry is the row of a body in the initial state.

  private:
    double mass_of(double radius) const {
        const double ratio = radius / box_.small_radius;
        return box_.dimensions == 2 ? ratio * ratio : ratio * ratio * ratio;
    }
    static double effective_mass(const Body& a, const Body& b) {
        return 1 / ((a.fixed ? 0 : 1 / a.mass) + (b.fixed ? 0 : 1 / b.mass));
    }
    template <typename Work>
    void each_wall(const Body& body, const Work& work) const {
        for (int axis = 0; axis < box_.dimensions; ++axis)
            for (const double wall : {box_.least[axis], box_.most[axis]}) {
                glm::dvec3 offset{0};
                offset[axis] = body.x[axis] - wall;
                work(offset);
            }
    }
    glm::dvec3 push(const glm::dvec3& offset, const glm::dvec3& velocity, double reach) {
        const double apart = glm::length(offset);
        if (glm::dot(offset, velocity) < 0) nearest_graze = std::min(nearest_graze, std::abs(apart - reach));
        if (apart >= reach) return {};
        const glm::dvec3 normal = offset / apart;
        const double along = glm::dot(velocity, normal);
        const glm::dvec3 across = velocity - along * normal;
        const double strength = std::max(0.0, box_.contact.stiffness * (reach - apart) - box_.contact.damping * along);
        const double slide = glm::length(across);
        const double drag = std::min(box_.contact.friction * slide, box_.contact.friction_coefficient * strength);
        return strength * normal - (slide > 0 ? drag / slide : 0) * across;
    }

    MixedBox box_;
};

}  // namespace milkomeda::test
