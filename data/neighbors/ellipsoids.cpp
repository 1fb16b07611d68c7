#include "data/neighbors/ellipsoids.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/base/parallel.hpp"
#include "data/neighbors/graph_mean.hpp"

namespace milkomeda {
namespace {

// Share of a sphere that is mixed into every ellipsoid, because 16 neighbors may be aligned by chance. The
// share limits the ratio of the longest to the shortest axis to four.
constexpr float share_of_sphere = 0.15f;
// Largest relative stretching by a flow, and the share of the neighbors' motion that a linear flow explains
// by chance.
constexpr float most_stretched = 0.5f;
constexpr float explained_by_chance = 0.2f;

using Vector = std::array<float, 3>;
using Matrix = std::array<Vector, 3>;

float dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector from_to(const Float4& a, const Float4& b) { return {b.x - a.x, b.y - a.y, b.z - a.z}; }

float trace(const Matrix& m) { return m[0][0] + m[1][1] + m[2][2]; }

// Returns the matrix product a b^T.
Matrix product_with_transposed(const Matrix& a, const Matrix& b) {
    Matrix product;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) product[i][k] = dot(a[i], b[k]);
    return product;
}

Matrix scaled(Matrix m, float factor) {
    for (Vector& row : m)
        for (float& x : row) x *= factor;
    return m;
}

// Returns the inverse of a symmetric matrix, or 0 if the matrix is singular.
Matrix inverse(const Matrix& m) {
    const auto minor = [&](std::size_t i, std::size_t k) {
        const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
        return m[a][c] * m[b][d] - m[a][d] * m[b][c];
    };
    const float determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
    Matrix inverted{};
    if (!(determinant > 1e-12f)) return inverted;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) inverted[i][k] = minor(i, k) / determinant;
    return inverted;
}

// Weighted moments of positions and velocities relative to a body: means and second central moments.
struct Moments {
    Vector place{}, velocity{};
    Matrix places{};   // moments of position with position
    Matrix flow{};     // moments of velocity with position
    float motion = 0;  // moment of velocity with velocity
};

// Calls take(other row, weight) for the body itself and for each of its neighbors. The outermost neighbor has
// weight 0, so that results are continuous when another body replaces it.
template <typename Take>
void for_each_weighted(std::size_t row, std::span<const Float4> positions, const NearestRows& nearest, Take take) {
    const Vector farthest = from_to(positions[row], positions[nearest.back()]);
    const float search_radius2 = dot(farthest, farthest);
    take(row, 1.0f);
    if (!(search_radius2 > 0)) return;
    for (const std::uint32_t other : nearest) {
        if (other == row) continue;
        const Vector offset = from_to(positions[row], positions[other]);
        take(other, std::max(0.0f, 1 - dot(offset, offset) / search_radius2));
    }
}

// Returns the moments of the mixture of the neighbors' distributions own(row), each centered at its row.
template <typename Own>
Moments mixed(std::size_t row, std::span<const Float4> positions, std::span<const Float4> velocities,
              const NearestRows& nearest, Own own) {
    Moments sum;
    float weights = 0;
    for_each_weighted(row, positions, nearest, [&](std::size_t other, float weight) {
        const Moments& moments = own(other);
        Vector place = from_to(positions[row], positions[other]);
        Vector velocity = from_to(velocities[row], velocities[other]);
        for (std::size_t i = 0; i < 3; ++i) {
            place[i] += moments.place[i];
            velocity[i] += moments.velocity[i];
        }
        for (std::size_t i = 0; i < 3; ++i) {
            sum.place[i] += weight * place[i];
            sum.velocity[i] += weight * velocity[i];
            for (std::size_t k = 0; k < 3; ++k) {
                sum.places[i][k] += weight * (moments.places[i][k] + place[i] * place[k]);
                sum.flow[i][k] += weight * (moments.flow[i][k] + velocity[i] * place[k]);
            }
        }
        sum.motion += weight * (moments.motion + dot(velocity, velocity));
        weights += weight;
    });
    for (std::size_t i = 0; i < 3; ++i) {
        sum.place[i] /= weights;
        sum.velocity[i] /= weights;
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            sum.places[i][k] = sum.places[i][k] / weights - sum.place[i] * sum.place[k];
            sum.flow[i][k] = sum.flow[i][k] / weights - sum.velocity[i] * sum.place[k];
        }
    sum.motion = sum.motion / weights - dot(sum.velocity, sum.velocity);
    return sum;
}

// Returns the compression rate -div v, computed only in directions in which the neighbors are spread; across
// a thin layer it would be noise.
float compression_of(const Moments& moments) {
    constexpr float thin = 0.01f, fastest = 4;
    const float size = trace(moments.places);
    if (!(size > 0)) return 0;
    Matrix places = scaled(moments.places, 1 / size);
    for (std::size_t i = 0; i < 3; ++i) places[i][i] += thin;
    const float divergence = trace(product_with_transposed(moments.flow, inverse(places))) / size;
    return std::isfinite(divergence) ? std::clamp(-divergence, -fastest, fastest) : 0;
}

// Returns the deformation by the flow: identity plus the symmetric traceless part of the velocity gradient,
// which neither rotates nor expands. It is weighted by how well a linear flow explains the motion.
Matrix deformation(const Moments& moments) {
    const float size = trace(moments.places);
    const Matrix inverted = inverse(scaled(moments.places, 1 / size));
    // the transposition has no effect, because `inverted` is symmetric
    const Matrix gradient = product_with_transposed(moments.flow, inverted);
    const float explained = trace(product_with_transposed(gradient, moments.flow)) / (size * moments.motion);
    const float flows = std::clamp((explained - explained_by_chance) / (1 - explained_by_chance), 0.0f, 1.0f);
    Matrix strain;
    float square = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            strain[i][k] = 0.5f * (gradient[i][k] + gradient[k][i]) - (i == k ? trace(gradient) / 3 : 0.0f);
            square += strain[i][k] * strain[i][k];
        }
    const float stretched = square > 0 && flows > 0 ? most_stretched * flows / std::sqrt(square) : 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) strain[i][k] = stretched * strain[i][k] + (i == k ? 1.0f : 0.0f);
    return strain;
}

// Squares of the ellipsoid's axes, relative to their sum; 0 if unknown.
struct Shape {
    Matrix squares{};

    Shape& operator+=(const Shape& other) {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) squares[i][k] += other.squares[i][k];
        return *this;
    }
    friend Shape operator/(const Shape& shape, float divisor) { return {scaled(shape.squares, 1 / divisor)}; }
};

Shape shape_of(const Moments& moments) {
    const float size = trace(moments.places);
    if (!(size > 0) || !std::isfinite(size)) return {};
    Matrix places;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            places[i][k] = (1 - share_of_sphere) * moments.places[i][k] / size + (i == k ? share_of_sphere / 3 : 0.0f);
    const Matrix deformed = deformation(moments);
    // The result is D S D^T with D = deformed and S = places, which are both symmetric.
    const Matrix squares = product_with_transposed(product_with_transposed(deformed, places), deformed);
    const float whole = trace(squares);
    return std::isfinite(whole) ? Shape{scaled(squares, 1 / whole)} : Shape{};
}

// Returns the shape of a widened kernel: where a kernel is widened, its shape is squared, so that it grows
// along its longer axes.
Matrix widened(const Matrix& squares, float share) {
    const Matrix twice = product_with_transposed(squares, squares);
    const float whole = trace(twice);
    Matrix mixed;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) mixed[i][k] = (1 - share) * squares[i][k] + share * twice[i][k] / whole;
    return mixed;
}

Ellipsoid ellipsoid(const Shape& shape, float share_widened) {
    const float size = trace(shape.squares);
    if (!(size > 0)) return {};
    const Matrix squares = widened(scaled(shape.squares, 1 / size), share_widened);
    const auto step = [&](float x) { return static_cast<std::int16_t>(std::lround(32'767 * x)); };
    return {.xx = step(squares[0][0]),
            .yy = step(squares[1][1]),
            .zz = step(squares[2][2]),
            .yz = step(squares[1][2]),
            .xz = step(squares[0][2]),
            .xy = step(squares[0][1])};
}

}  // namespace

// Computes moments twice: first of each body's neighbors, then of the neighbors' moments. The directions of
// only 16 bodies are noisy, and these bodies are too close to show the direction of a spiral arm. Widened
// kernels extend farther and use the mean shape of the larger neighborhood.
ShapesAndFlows shapes_and_flows(std::span<const Float4> positions, std::span<const Float4> velocities,
                                std::span<const NearestRows> nearest, std::span<const SmoothingKernel> kernels) {
    std::vector<Moments> moments(positions.size());
    std::vector<Shape> shapes(positions.size());
    std::vector<float> compression(positions.size());
    parallel_for(positions.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            moments[row] = mixed(row, positions, velocities, nearest[row], [](std::size_t) { return Moments{}; });
    });
    parallel_for(positions.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const Moments wide = mixed(row, positions, velocities, nearest[row],
                                       [&](std::size_t other) -> const Moments& { return moments[other]; });
            shapes[row] = shape_of(wide);
            compression[row] = compression_of(wide);
        }
    });
    if (!kernels.empty()) shapes = graph_mean(graph_mean(shapes, nearest), nearest);
    std::vector<Ellipsoid> all(positions.size());
    parallel_for(positions.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            all[row] = ellipsoid(shapes[row], kernels.empty() ? 0.0f : kernels[row].widened);
    });
    // Averages the compression over neighbors, because even 16 x 16 random motions resemble a flow.
    constexpr int means = 6;
    for (int mean = 0; mean < means; ++mean) compression = graph_mean(compression, nearest);
    return {std::move(all), std::move(compression)};
}

std::vector<Ellipsoid> ellipsoids(std::span<const Float4> positions, std::span<const Float4> velocities,
                                  std::span<const NearestRows> nearest, std::span<const SmoothingKernel> kernels) {
    return shapes_and_flows(positions, velocities, nearest, kernels).shapes;
}

}  // namespace milkomeda
