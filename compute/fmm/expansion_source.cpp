#include "compute/fmm/expansion_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "compute/fmm/multi_index.hpp"

// Expansions about a center c. Lengths are scaled by s, a length of about the node's size, so that single precision
// neither overflows nor underflows:
//   moments   M_k = sum m (x - c)^k / (k! s^|k|)
//   locals    sum m/u at c + y  =  sum L_n (y/s)^n / n!
// Locals of a sink node B from a source node A, with R = c_B - c_A, u^2 = R^2 + softening^2, and D_k the k-th
// derivative of 1/u at R:
//   L_n += s_B^|n| sum (-s_A)^|m| M_m D_{n+m}  over |m| + |n| up to the order of the locals
// (Dehnen 2000, ApJ 536 L39; Dehnen 2002, JCP 179, 27). First moments (|m| = 1) are omitted from this sum: about a
// center of mass, they contain only rounding errors, which are part of the error estimate in kernels/fmm/walk.cl. All
// coefficients are stored, because the softened potential is not harmonic.

namespace milkomeda {
namespace {

const char* const axes[] = {"x", "y", "z"};

std::string number(double value) { return fmt::format("{:#.9g}f", value); }

class Writer {
  public:
    Writer(const ExpansionOrders& orders)
        : locals_{orders.locals}, moments_{orders.moments}, indices_{std::max(orders.locals, orders.moments)} {}

    std::string text() {
        add("#define LOCALS_ORDER {}\n#define MOMENTS_ORDER {}\n#define LOCALS {}\n#define MOMENTS {}\n"
            "#define LOCAL_ROW {}\n#define MOMENT_ROW {}\n",
            locals_, moments_, coefficients(locals_), coefficients(moments_), coefficient_row(locals_),
            coefficient_row(moments_));
        add_moments();
        move_moments();
        add_locals();
        move_locals();
        add_field();
        return text_;
    }

  private:
    template <typename... Values>
    void add(fmt::format_string<Values...> line, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), line, std::forward<Values>(values)...);
    }

    // Writes the code of w_k = (x, y, z)^k / k! for all multi-indices k up to an order.
    void powers(const char* type, int order) {
        add("    const {} w0 = 1.0f;\n", type);
        for (int k = 1; k < coefficients(order); ++k) {
            const int axis = indices_.axis(k), component = indices_.component(k, axis);
            add("    const {} w{} = {}", type, k, axes[axis]);
            if (component > 1) add(" * {}", number(1.0 / component));
            if (indices_.degree(k) > 1) add(" * w{}", indices_.down(k, axis));
            add(";\n");
        }
    }

    // Writes the code of the variables x0 ... xN, where x is `letter` and N is `order`: x0 = first, xd = x(d-1) *
    // factor.
    void scales(const char* type, char letter, const char* first, const char* factor, int order) {
        add("    const {} {}0 = {};\n", type, letter, first);
        for (int d = 1; d <= order; ++d)
            add("    const {} {}{} = {}{} * {};\n", type, letter, d, letter, d - 1, factor);
    }

    void add_moments() {
        add("\n// Adds the moments of a body. x, y and z are its coordinates from the node's center, in units of the "
            "node's\n"
            "// scale.\n"
            "void add_moments(real mass, real x, real y, real z, real* moments) {{\n");
        powers("real", moments_);
        for (int k = 0; k < coefficients(moments_); ++k) add("    moments[{}] += mass * w{};\n", k, k);
        add("}}\n");
    }

    // M2M: M'_k = sum over j <= k of M_j ratio^|j| d^(k-j) / (k-j)!, where d = (x, y, z) in the generated function.
    void move_moments() {
        add("\n// Adds a child's moments to the moments of its parent. x, y, z = (child's center - parent's center) /\n"
            "// parent's scale, ratio = child's scale / parent's scale.\n"
            "void move_moments(const float* from, float x, float y, float z, float ratio, float* to) {{\n");
        powers("float", moments_);
        scales("float", 'r', "1.0f", "ratio", moments_);
        for (int j = 0; j < coefficients(moments_); ++j) {
            add("    const float m{} = from[{}] * r{};\n", j, j, indices_.degree(j));
            for (int k = 0; k < coefficients(moments_); ++k)
                if (indices_.holds(k, j)) add("    to[{}] += m{} * w{};\n", k, j, indices_.minus(k, j));
        }
        add("}}\n");
    }

    // Writes the code of all derivatives of 1/sqrt(r^2 + softening^2), in units of the softened distance:
    // R^n_(k+e) = x_e R^(n+1)_k + k_e R^(n+1)_(k-e), R^n_0 = (-1)^n (2n - 1)!!, D_k = R^0_k (McMurchie and
    // Davidson 1978, JCP 26, 218). The softening enters only through the unit of length.
    void derivatives(int order) {
        std::vector<std::vector<bool>> needed(order + 1, std::vector<bool>(coefficients(order)));
        needed[0].assign(coefficients(order), true);
        for (int n = 0; n < order; ++n)
            for (int k = 1; k < coefficients(order - n); ++k)
                if (needed[n][k]) {
                    const int axis = indices_.axis(k);
                    needed[n + 1][indices_.down(k, axis)] = true;
                    if (indices_.component(k, axis) > 1) needed[n + 1][indices_.down(k, axis, 2)] = true;
                }
        const auto derivative = [](int n, int k) {
            return n == 0 ? fmt::format("d{}", k) : fmt::format("d{}_{}", n, k);
        };
        for (int n = order; n >= 0; --n) {
            double factorial = 1;
            for (int i = 1; i <= n; ++i) factorial *= -(2 * i - 1);
            for (int k = 0; k < coefficients(order - n); ++k) {
                if (!needed[n][k]) continue;
                if (k == 0) {
                    add("    const real {} = {};\n", derivative(n, k), number(factorial));
                    continue;
                }
                const int axis = indices_.axis(k), more = indices_.component(k, axis) - 1;
                add("    const real {} = {} * {}", derivative(n, k), axes[axis],
                    derivative(n + 1, indices_.down(k, axis)));
                if (more > 0) add(" + {}", more > 1 ? number(more) + " * " : "");
                if (more > 0) add("{}", derivative(n + 1, indices_.down(k, axis, 2)));
                add(";\n");
            }
        }
    }

    void add_locals() {
        add("\n// Adds the local expansion at a sink that the moments of a source cause. dx, dy, dz = sink's center -\n"
            "// source's center, inverse = 1/sqrt(dx^2 + dy^2 + dz^2 + softening^2). Lanes with live = 0 add nothing; "
            "all\n"
            "// other lanes have live = 1.\n"
            "void add_locals(const real* moments, real dx, real dy, real dz, real inverse, real source_scale,\n"
            "                float sink_scale, real live, real* locals) {{\n"
            "    const real x = dx * inverse, y = dy * inverse, z = dz * inverse;\n"
            "    const real source = -source_scale * inverse, sink = sink_scale * inverse;\n");
        derivatives(locals_);
        scales("real", 'a', "1.0f", "source", moments_);
        scales("real", 'b', "inverse * live", "sink", locals_);
        for (int m = 0; m < coefficients(moments_); ++m)
            if (indices_.degree(m) != 1) add("    const real w{} = moments[{}] * a{};\n", m, m, indices_.degree(m));
        for (int n = 0; n < coefficients(locals_); ++n) {
            const int degree = indices_.degree(n);
            add("    locals[{}] += b{} * (", n, degree);
            for (int m = 0; m < coefficients(std::min(moments_, locals_ - degree)); ++m)
                if (indices_.degree(m) != 1) add("{}w{} * d{}", m == 0 ? "" : " + ", m, indices_.plus(n, m));
            add(");\n");
        }
        add("}}\n");
    }

    // L2L: L'_n = ratio^|n| sum over m >= n of L_m d^(m-n) / (m-n)!, where d = (x, y, z) in the generated function.
    void move_locals() {
        add("\n// Adds a parent's local expansion to the expansion of its child. x, y, z = (child's center - parent's\n"
            "// center) / parent's scale, ratio = child's scale / parent's scale.\n"
            "void move_locals(const float* from, float x, float y, float z, float ratio, float* to) {{\n");
        powers("float", locals_);
        scales("float", 'r', "1.0f", "ratio", locals_);
        for (int n = 0; n < coefficients(locals_); ++n) {
            add("    to[{}] += r{} * (", n, indices_.degree(n));
            for (int m = n; m < coefficients(locals_); ++m)
                if (indices_.holds(m, n)) add("{}from[{}] * w{}", m == n ? "" : " + ", m, indices_.minus(m, n));
            add(");\n");
        }
        add("}}\n");
    }

    void add_field() {
        add("\n// Adds the field of a local expansion at x, y, z (coordinates from the node's center in units of the "
            "node's\n"
            "// scale). field[0 ... 2] is the scale times the gradient of sum m/u, and field[3] is sum m/u.\n"
            "void add_field(const float* locals, real x, real y, real z, real* field) {{\n");
        powers("real", locals_);
        for (int n = 0; n < coefficients(locals_); ++n) {
            if (indices_.degree(n) < locals_)
                for (int axis = 0; axis < 3; ++axis)
                    add("    field[{}] += locals[{}] * w{};\n", axis, indices_.up(n, axis), n);
            add("    field[3] += locals[{}] * w{};\n", n, n);
        }
        add("}}\n");
    }

    int locals_, moments_;  // expansion orders
    MultiIndices indices_;
    std::string text_;
};

}  // namespace

std::string expansion_source(const ExpansionOrders& orders) { return Writer{orders}.text(); }

}  // namespace milkomeda
