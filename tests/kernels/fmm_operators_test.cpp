// Each operator on multipole and local expansions is compared with double precision. A kernel of one work-item calls
// the operator on every OpenCL device.
#include <doctest/doctest.h>

#include <functional>

#include "compute/fmm/multi_index.hpp"
#include "tests/kernels/fmm_sets.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// This kernel calls an expansion operator on arrays in global memory.
const char* const caller_of_operators = R"(
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
__kernel void call(uint what, __global const float* v, __global const float* in, __global float* out) {
    float from[128], to[128];
    for (int i = 0; i < 128; ++i) from[i] = in[i], to[i] = 0.0f;
    if (what == 0) add_moments(v[0], v[1], v[2], v[3], to);
    if (what == 1) move_moments(from, v[0], v[1], v[2], v[3], to);
    if (what == 2) add_locals(from, v[0], v[1], v[2], v[3], v[4], v[5], 1.0f, to);
    if (what == 3) move_locals(from, v[0], v[1], v[2], v[3], to);
    if (what == 4) add_field(from, v[0], v[1], v[2], to);
    for (int i = 0; i < 128; ++i) out[i] = to[i];
}
)";

enum Operator { add_moments, move_moments, add_locals, move_locals, add_field };
using Series = std::vector<double>;

class Operators {
  public:
    Operators(const Device& device, const ExpansionOrders& orders)
        : place_{fmm_context(device, FmmForm::lanes, orders)} {
        const ReadAsset files = place_.read;
        place_.read = [files](std::string_view name) {
            return name == "kernels/fmm/caller_of_operators.cl" ? std::string{caller_of_operators} : files(name);
        };
        kernel_ = cl::Kernel{place_.build({"caller_of_operators"}), "call"};
    }

    Series operator()(Operator which, const std::vector<float>& numbers, const Series& series = {}) {
        std::vector<float> values(8), in(128);
        std::ranges::copy(numbers, values.begin());
        std::ranges::transform(series, in.begin(), [](double v) { return static_cast<float>(v); });
        const auto buffer = [&](const std::vector<float>& data) {
            const cl::Buffer made = place_.buffer<float>(data.size());
            place_.queue.enqueueWriteBuffer(made, CL_TRUE, 0, data.size() * sizeof(float), data.data());
            return made;
        };
        const cl::Buffer out = place_.buffer<float>(128);
        enqueue(place_.queue, kernel_, 1, 1, cl_uint(which), buffer(values), buffer(in), out);
        const auto found = read_back<float>(place_.queue, out, 128);
        return {found.begin(), found.end()};
    }

  private:
    FmmContext place_;
    cl::Kernel kernel_;
};

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// Returns the monomial (x, y, z)^k / k! for the multi-index k.
double power(const MultiIndex& k, const Vec3d& v) {
    double result = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) result *= std::pow(v[axis], k[axis]) / factorial(k[axis]);
    return result;
}

Series random_series(int order, std::uint32_t state) {
    Series series(static_cast<std::size_t>(coefficients(order)));
    for (double& v : series) {
        state = state * 1664525u + 1013904223u;
        v = static_cast<float>(state >> 8) / double(1 << 23) - 1;
    }
    return series;
}

void check_series(const Series& found, const std::function<double(int)>& expected, int order) {
    for (int k = 0; k < coefficients(order); ++k) {
        CAPTURE(k);
        // The tolerance allows rounding errors of single-precision sums of up to 84 terms of order one.
        CHECK(found[static_cast<std::size_t>(k)] == doctest::Approx(expected(k)).epsilon(3e-5));
    }
}

template <typename Test>
void on_every_order(Test test) {
    on_every_device([&](const Device& device) {
        for (const ExpansionOrders orders : {ExpansionOrders{5, 4}, ExpansionOrders{6, 5}, ExpansionOrders{7, 6}}) {
            // Compiling takes long, so further drivers are tested only with the lowest orders.
            if (device.index > 0 && orders.locals > 4) continue;
            CAPTURE(orders.locals);
            Operators operators{device, orders};
            test(operators, orders, MultiIndices{orders.locals});
        }
    });
}

}  // namespace

TEST_CASE("the multipole moments of a body are the powers of its position") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices& indices) {
        const auto found = operators(add_moments, {0.7f, 0.5f, -0.3f, 0.8f});
        check_series(
            found,
            [&](int k) {
                return 0.7 * power(indices[k], {0.5f, -0.3f, 0.8f});
            },
            orders.moments);
    });
}

TEST_CASE("translated multipole moments equal the moments about the new center") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices& indices) {
        // The vector b is in units of the child's scale, and d is in units of the parent's scale. A body at b in the
        // child is therefore at d + ratio * b in the parent.
        const Vec3d b{0.5, -0.25, 0.75}, d{0.375, 0.5, -0.25};
        const double ratio = 0.5;
        Series from;
        for (int k = 0; k < coefficients(orders.moments); ++k) from.push_back(power(indices[k], b));
        const auto found = operators(move_moments, {0.375f, 0.5f, -0.25f, 0.5f}, from);
        check_series(
            found,
            [&](int k) {
                return power(indices[k], {d[0] + ratio * b[0], d[1] + ratio * b[1], d[2] + ratio * b[2]});
            },
            orders.moments);
    });
}

TEST_CASE("the local expansion of a body at a node's center consists of derivatives of the softened potential 1/u") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices& indices) {
        const double softening = 0.5, sink_scale = 0.75;
        const Vec3d r{1.5, -0.5, 1.0};
        const double u = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + softening * softening);
        Series moments(static_cast<std::size_t>(coefficients(orders.moments)));
        moments[0] = 1;
        const auto found = operators(add_locals, {1.5f, -0.5f, 1.0f, static_cast<float>(1 / u), 0.9f, 0.75f}, moments);
        // The derivatives follow from the recurrence in the radius, f_n = (-1)^n (2n - 1)!! / u^(2n + 1), one axis at a
        // time: D_(k + e) = x D'_k + k D'_(k - e), where D' has f_(n + 1) in place of f_n.
        const std::function<double(MultiIndex, int)> derivative = [&](MultiIndex k, int n) -> double {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (k[axis] == 0) continue;
                MultiIndex one = k;
                const int rest = --one[axis];
                double sum = r[axis] * derivative(one, n + 1);
                if (rest > 0) {
                    MultiIndex two = one;
                    --two[axis];
                    sum += rest * derivative(two, n + 1);
                }
                return sum;
            }
            double f = 1 / u;
            for (int i = 1; i <= n; ++i) f *= -(2 * i - 1) / (u * u);
            return f;
        };
        for (int k = 0; k < coefficients(orders.locals); ++k) {
            CAPTURE(k);
            const double scale = std::pow(sink_scale, indices.degree(k));
            // Terms of opposite sign cancel, so the rounding error is compared with the largest term of this degree, (2
            // |k|)! / (|k|! 2^|k|).
            const double size = factorial(2 * indices.degree(k)) / factorial(indices.degree(k)) /
                                std::pow(2, indices.degree(k)) * scale / std::pow(u, indices.degree(k) + 1);
            CHECK(std::abs(found[static_cast<std::size_t>(k)] - scale * derivative(indices[k], 0)) < 1e-6 * size);
        }
    });
}

TEST_CASE("translated local expansions represent the unchanged field about a new center") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices& indices) {
        const Series from = random_series(orders.locals, 5);
        const auto moved = operators(move_locals, {0.25f, -0.5f, 0.125f, 0.5f}, from);
        const Vec3d y{0.5, 0.25, -0.75};
        const Vec3d there{0.25 + 0.5 * y[0], -0.5 + 0.5 * y[1], 0.125 + 0.5 * y[2]};
        double expected = 0, found = 0;
        for (int k = 0; k < coefficients(orders.locals); ++k) {
            expected += from[static_cast<std::size_t>(k)] * power(indices[k], there);
            found += moved[static_cast<std::size_t>(k)] * power(indices[k], y);
        }
        CHECK(found == doctest::Approx(expected).epsilon(1e-5).scale(0));
    });
}

TEST_CASE("the potential and field of a local expansion are its polynomial and the gradient of its polynomial") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices& indices) {
        const Series locals = random_series(orders.locals, 9);
        const Vec3d y{0.5, 0.25, -0.75};
        const auto field = operators(add_field, {0.5f, 0.25f, -0.75f}, locals);
        Vec3d gradient{};
        double sum = 0;
        for (int k = 0; k < coefficients(orders.locals); ++k) {
            const double local = locals[static_cast<std::size_t>(k)];
            sum += local * power(indices[k], y);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                MultiIndex lower = indices[k];
                if (lower[axis]-- > 0) gradient[axis] += local * power(lower, y);
            }
        }
        CHECK(field[3] == doctest::Approx(sum).epsilon(1e-5).scale(0));
        for (std::size_t axis = 0; axis < 3; ++axis)
            CHECK(field[axis] == doctest::Approx(gradient[axis]).epsilon(1e-5).scale(0));
    });
}

TEST_CASE("the combined error of all FMM operators falls with distance as the expansion order predicts") {
    on_every_order([](Operators& operators, const ExpansionOrders& orders, const MultiIndices&) {
        // Bodies in a cube of edge 2, whose center of mass is at the center of the cube, attract a point in a second
        // cube. The moments of the bodies and the local expansion are translated once each.
        const auto error_at = [&](double distance) {
            Series moments(static_cast<std::size_t>(coefficients(orders.moments)));
            const Vec3d sink{distance, -distance / 2, distance / 3}, point{0.75, -0.5, 0.625};
            Vec3d pull{};
            const std::vector<Float4> bodies{{1, -1, 0.5f, 1}, {-1, 0.5f, 1, 1}, {0, 0.5f, -1.5f, 1}};
            for (const Float4& b : bodies) {
                const auto own = operators(add_moments, {b.w, (b.x - 0.25f) / 1.5f, b.y / 1.5f, b.z / 1.5f});
                for (std::size_t k = 0; k < moments.size(); ++k) moments[k] += own[k];
                const Vec3d d{b.x - sink[0] - point[0], b.y - sink[1] - point[1], b.z - sink[2] - point[2]};
                const double r = std::hypot(d[0], d[1], d[2]);
                for (std::size_t axis = 0; axis < 3; ++axis) pull[axis] += b.w * d[axis] / (r * r * r);
            }
            const auto f = [](double v) { return static_cast<float>(v); };
            // The moments are translated from scale 1.5 to scale 2 and from the center 0.25 to the center 0.
            moments = operators(move_moments, {0.25f / 2, 0, 0, 0.75f}, moments);
            const double r = std::hypot(sink[0], sink[1], sink[2]);
            Series locals = operators(add_locals, {f(sink[0]), f(sink[1]), f(sink[2]), f(1 / r), 2, 1.5f}, moments);
            // The local expansion is translated to scale 1 and to a center at a distance of 0.5.
            locals = operators(move_locals, {0.5f / 1.5f, 0, 0, 1 / 1.5f}, locals);
            const auto field = operators(add_field, {f(point[0] - 0.5), f(point[1]), f(point[2])}, locals);
            return std::hypot(field[0] - pull[0], field[1] - pull[1], field[2] - pull[2]) /
                   std::hypot(pull[0], pull[1], pull[2]);
        };
        const double near = error_at(4), far = error_at(7);
        CHECK(near < std::pow(0.6, orders.locals));
        // The error is proportional to distance^-P. The tolerance of half an order covers higher terms at the nearer
        // point.
        CHECK(far < near * std::pow(4.0 / 7, orders.locals - 0.5) + 1e-6);
    });
}
