#include "data/profiles/principal_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// Eigenvalues of a symmetric matrix in descending order, with their directions.
struct EigenSystem {
    glm::dvec3 values;
    std::array<glm::dvec3, 3> directions;
};

// Diagonalizes the symmetric matrix by rotations (method of Jacobi).
EigenSystem eigen_system(glm::dmat3 m) {
    constexpr int sweeps = 30;
    glm::dmat3 vectors{1};
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            if (m[p][q] == 0) continue;
            const double angle = 0.5 * std::atan2(2 * m[p][q], m[q][q] - m[p][p]);
            glm::dmat3 rotation{1};
            rotation[p][p] = rotation[q][q] = std::cos(angle);
            rotation[q][p] = std::sin(angle);
            rotation[p][q] = -std::sin(angle);
            m = glm::transpose(rotation) * m * rotation;
            m[p][q] = m[q][p] = 0;
            vectors = vectors * rotation;
        }
    std::array<int, 3> order{0, 1, 2};
    std::ranges::sort(order, [&](int a, int b) { return m[a][a] > m[b][b]; });
    EigenSystem system{};
    for (int i = 0; i < 3; ++i) {
        system.values[i] = m[order[i]][order[i]];
        system.directions[i] = vectors[order[i]];
    }
    return system;
}

// Reduced inertia tensor, and the number of bodies in the ellipsoid.
struct InertiaSum {
    glm::dmat3 tensor{0};
    std::size_t bodies = 0;
};

InertiaSum reduced_inertia(std::span<const SampledBody> bodies, const EigenSystem& axes, const glm::dvec3& semi_axes) {
    return parallel_reduce(
        bodies.size(), InertiaSum{},
        [&](std::size_t begin, std::size_t end) {
            InertiaSum sum;
            for (const SampledBody& body : bodies.subspan(begin, end - begin)) {
                double square = 0;  // of the elliptical radius, divided by the major semi-axis
                for (int i = 0; i < 3; ++i) {
                    const double along = glm::dot(body.position, axes.directions[i]) / semi_axes[i];
                    square += along * along;
                }
                if (!(square < 1) || !(square > 0) || !(body.mass > 0)) continue;
                sum.tensor += body.mass / square * glm::outerProduct(body.position, body.position);
                ++sum.bodies;
            }
            return sum;
        },
        [](InertiaSum& total, const InertiaSum& sum) {
            total.tensor += sum.tensor;
            total.bodies += sum.bodies;
        });
}

// Returns the direction or its opposite, whichever has a positive z component, or a positive x component if z is 0.
glm::dvec3 upward(const glm::dvec3& direction) {
    const bool down = direction.z != 0 ? direction.z < 0 : direction.x < 0;
    return down ? -direction : direction;
}

}  // namespace

std::optional<TriaxialShape> triaxial_shape(std::span<const SampledBody> bodies, double radius) {
    constexpr std::size_t most_iterations = 100, fewest_bodies = 4;
    constexpr double tolerance = 1e-4, thinnest = 1e-6;
    EigenSystem axes{{1, 1, 1}, {glm::dvec3{1, 0, 0}, glm::dvec3{0, 1, 0}, glm::dvec3{0, 0, 1}}};
    glm::dvec3 ratios{1};
    for (std::size_t iteration = 1;; ++iteration) {
        const InertiaSum sum = reduced_inertia(bodies, axes, radius * glm::max(ratios, glm::dvec3{thinnest}));
        if (sum.bodies < fewest_bodies) return std::nullopt;
        axes = eigen_system(sum.tensor);
        const glm::dvec3 next = glm::sqrt(glm::max(axes.values, glm::dvec3{0}) / axes.values[0]);
        const glm::dvec3 change = glm::abs(next - ratios);
        ratios = next;
        const bool converged = std::max(change.y, change.z) < tolerance;
        if (converged || iteration == most_iterations)
            return TriaxialShape{
                ratios.y,  ratios.z, upward(axes.directions[0]), upward(axes.directions[2]), sum.bodies,
                iteration, converged};
    }
}

}  // namespace milkomeda
