#include "data/neighbors/ellipsoids.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Weight of a sphere in the mean of sphere and measured shape. The sphere is needed because 16 neighbors may be aligned
// by chance. The weight limits the ratio of longest to shortest axis to about four.
constexpr float share_of_sphere = 0.15f;
// Largest relative stretching of a shape by a flow.
constexpr float most_stretched = 0.5f;
// Fraction of the neighbors' velocity variance that a fitted linear flow explains even if the velocities are random.
constexpr float explained_by_chance = 0.2f;

// Returns the vector from `a` to `b` in single precision.
glm::vec3 from_to(const Float4& a, const Float4& b) { return {b.x - a.x, b.y - a.y, b.z - a.z}; }

float trace(const glm::mat3& m) { return m[0][0] + m[1][1] + m[2][2]; }

// Returns the inverse of a symmetric matrix, or 0 if the matrix is singular; glm::inverse() does not test for
// singularity.
glm::mat3 inverse(const glm::mat3& m) {
    const auto minor = [&](int i, int k) {
        const int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
        return m[a][c] * m[b][d] - m[a][d] * m[b][c];
    };
    const float determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
    glm::mat3 inverted{0};
    if (!(determinant > 1e-12f)) return inverted;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) inverted[i][k] = minor(i, k) / determinant;
    return inverted;
}

// Weighted means of position x and velocity v relative to a body, and second central moments (covariances).
struct Moments {
    glm::vec3 place{0}, velocity{0};
    glm::mat3 places{0};  // covariance of x_i and x_k
    glm::mat3 flow{0};    // flow[i][k]: covariance of v_i and x_k
    float motion = 0;     // sum of the variances of vx, vy and vz
};

// Calls take(other row, weight) for the body itself and for each of its neighbors. The outermost neighbor has
// weight 0, so that results are continuous when another body replaces it.
template <typename Take>
void for_each_weighted(std::size_t row, std::span<const Float4> positions, const NearestRows& nearest, Take take) {
    const glm::vec3 farthest = from_to(positions[row], positions[nearest.back()]);
    const float search_radius2 = glm::dot(farthest, farthest);
    take(row, 1.0f);
    if (!(search_radius2 > 0)) return;
    for (const std::uint32_t other : nearest) {
        if (other == row) continue;
        const glm::vec3 offset = from_to(positions[row], positions[other]);
        take(other, std::max(0.0f, 1 - glm::dot(offset, offset) / search_radius2));
    }
}

// Returns the moments of the weighted mean of the mass distributions around a body and around its neighbors. own(row)
// returns the moments of the distribution around body `row`, relative to this body.
template <typename Own>
Moments mixed(std::size_t row, std::span<const Float4> positions, std::span<const Float4> velocities,
              const NearestRows& nearest, Own own) {
    Moments sum;
    float weights = 0;
    for_each_weighted(row, positions, nearest, [&](std::size_t other, float weight) {
        const Moments& moments = own(other);
        const glm::vec3 place = from_to(positions[row], positions[other]) + moments.place;
        const glm::vec3 velocity = from_to(velocities[row], velocities[other]) + moments.velocity;
        sum.place += weight * place;
        sum.velocity += weight * velocity;
        sum.places += weight * (moments.places + glm::outerProduct(place, place));
        sum.flow += weight * (moments.flow + glm::outerProduct(place, velocity));
        sum.motion += weight * (moments.motion + glm::dot(velocity, velocity));
        weights += weight;
    });
    sum.place /= weights;
    sum.velocity /= weights;
    sum.places = sum.places / weights - glm::outerProduct(sum.place, sum.place);
    sum.flow = sum.flow / weights - glm::outerProduct(sum.place, sum.velocity);
    sum.motion = sum.motion / weights - glm::dot(sum.velocity, sum.velocity);
    return sum;
}

// Returns the compression rate -div v, computed only in directions in which the neighbors are spread. Across a thin
// layer, the rate would be noise.
float compression_of(const Moments& moments) {
    constexpr float thin = 0.01f, fastest = 4;
    const float size = trace(moments.places);
    if (!(size > 0)) return 0;
    const glm::mat3 places = moments.places * (1 / size) + glm::mat3{thin};
    const float divergence = trace(inverse(places) * moments.flow) / size;
    return std::isfinite(divergence) ? std::clamp(-divergence, -fastest, fastest) : 0;
}

// Returns the deformation by the flow: the identity matrix plus the symmetric traceless part of the velocity gradient,
// which neither rotates nor expands. This part is weighted by the fraction of the velocity variance that a linear flow
// explains.
glm::mat3 deformation(const Moments& moments) {
    const float size = trace(moments.places);
    const glm::mat3 gradient = inverse(moments.places * (1 / size)) * moments.flow;
    const float explained = trace(glm::transpose(moments.flow) * gradient) / (size * moments.motion);
    const float flows = std::clamp((explained - explained_by_chance) / (1 - explained_by_chance), 0.0f, 1.0f);
    const glm::mat3 strain = 0.5f * (gradient + glm::transpose(gradient)) - glm::mat3{trace(gradient) / 3};
    float square = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) square += strain[i][k] * strain[i][k];
    const float stretched = square > 0 && flows > 0 ? most_stretched * flows / std::sqrt(square) : 0;
    return stretched * strain + glm::mat3{1};
}

// Matrix of second moments divided by its trace; 0 if unknown. Its eigenvalues are proportional to the squares of the
// ellipsoid's axes.
struct Shape {
    glm::mat3 squares{0};

    Shape& operator+=(const Shape& other) {
        squares += other.squares;
        return *this;
    }
    // Multiplies by 1 / divisor instead of using glm's division, so that pictures of earlier versions are reproduced.
    friend Shape operator/(const Shape& shape, float divisor) { return {shape.squares * (1 / divisor)}; }
};

Shape shape_of(const Moments& moments) {
    const float size = trace(moments.places);
    if (!(size > 0) || !std::isfinite(size)) return {};
    const glm::mat3 places = (1 - share_of_sphere) * moments.places / size + glm::mat3{share_of_sphere / 3};
    const glm::mat3 deformed = deformation(moments);
    const glm::mat3 squares = deformed * (places * deformed);  // D S D^T; D and S are symmetric
    const float whole = trace(squares);
    return std::isfinite(whole) ? Shape{squares * (1 / whole)} : Shape{};
}

// Returns the shape of a widened kernel: the mean of the matrix `squares` and its normalized square, with the weight
// `share` for the square. The square stretches the kernel along its longer axes.
glm::mat3 widened(const glm::mat3& squares, float share) {
    const glm::mat3 twice = glm::transpose(squares) * squares;
    return (1 - share) * squares + share * twice / trace(twice);
}

Ellipsoid ellipsoid(const Shape& shape, float share_widened) {
    const float size = trace(shape.squares);
    if (!(size > 0)) return {};
    const glm::mat3 squares = widened(shape.squares * (1 / size), share_widened);
    const auto step = [&](float x) { return static_cast<std::int16_t>(std::lround(32'767 * x)); };
    return {.xx = step(squares[0][0]),
            .yy = step(squares[1][1]),
            .zz = step(squares[2][2]),
            .yz = step(squares[1][2]),
            .xz = step(squares[0][2]),
            .xy = step(squares[0][1])};
}

}  // namespace

// The first pass computes the moments of each body's neighbors; the second pass combines the moments of these
// neighbors. The 16 neighbors alone would give noisy directions, and are too close to show the direction of a spiral
// arm. If smoothing kernels are given, the shapes are averaged over a still larger neighborhood, because widened
// kernels extend farther.
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
    // Averages the compression over neighbors: the values of the second pass are still so noisy that random velocities
    // look like a flow.
    constexpr int means = 6;
    for (int mean = 0; mean < means; ++mean) compression = graph_mean(compression, nearest);
    return {std::move(all), std::move(compression)};
}

}  // namespace milkomeda
