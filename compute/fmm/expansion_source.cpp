#include "compute/fmm/expansion_source.hpp"

#include <algorithm>
#include <sstream>

#include "compute/fmm/multi_index.hpp"

// Expansions about a center c. Lengths are scaled by s, a length of about the node's size, so that single
// precision neither overflows nor underflows:
//   moments   M_k = sum m (x - c)^k / (k! s^|k|)
//   locals    sum m/u at c + y  =  sum L_n (y/s)^n / n!
// Locals of a sink node B from a source node A, with R = c_B - c_A, u^2 = R^2 + softening^2, and D_k the k-th
// derivative of 1/u at R:
//   L_n += s_B^|n| sum (-s_A)^|m| M_m D_{n+m}  over |m| + |n| up to the order of the locals
// (Dehnen 2000, ApJ 536 L39; Dehnen 2002, JCP 179, 27). First moments are omitted from this sum: about a
// center of mass they are only rounding errors, which the acceptance criterion takes into account
// (kernels/fmm/walk.cl). All coefficients are stored, because the softened potential is not harmonic.

namespace milkomeda {
namespace {

const char* const axes[] = {"x", "y", "z"};

std::string number(double value) {
    std::ostringstream text;
    text.precision(9);
    text << std::showpoint << value << 'f';
    return text.str();
}

std::string name(const char* letter, int place) { return letter + std::to_string(place); }

class Writer {
  public:
    Writer(const ExpansionOrders& orders) : orders_{orders}, indices_{std::max(orders.locals, orders.moments)} {}

    std::string text() {
        out_ << "#define LOCALS_ORDER " << orders_.locals << "\n#define MOMENTS_ORDER " << orders_.moments
             << "\n#define LOCALS " << coefficients(orders_.locals) << "\n#define MOMENTS "
             << coefficients(orders_.moments) << "\n";
        add_moments();
        move_moments();
        add_locals();
        move_locals();
        add_field();
        return out_.str();
    }

  private:
    // Writes the code of w_k = (x, y, z)^k / k! for all multi-indices k up to an order.
    void powers(const char* type, int order) {
        out_ << "    const " << type << " w0 = 1.0f;\n";
        for (int k = 1; k < coefficients(order); ++k) {
            const int axis = indices_.axis(k), component = indices_.component(k, axis);
            out_ << "    const " << type << ' ' << name("w", k) << " = " << axes[axis];
            if (component > 1) out_ << " * " << number(1.0 / component);
            if (indices_.degree(k) > 1) out_ << " * " << name("w", indices_.down(k, axis));
            out_ << ";\n";
        }
    }

    // Writes the code of letter_0 = first and letter_d = letter_(d-1) * factor, for d up to an order.
    void scales(const char* type, const char* letter, const std::string& first, const char* factor, int order) {
        out_ << "    const " << type << ' ' << name(letter, 0) << " = " << first << ";\n";
        for (int d = 1; d <= order; ++d)
            out_ << "    const " << type << ' ' << name(letter, d) << " = " << name(letter, d - 1) << " * " << factor
                 << ";\n";
    }

    void add_moments() {
        out_ << "\n// Adds a body's moments; x, y, z in units of the node's scale, from its center.\n"
                "void add_moments(real mass, real x, real y, real z, real* moments) {\n";
        powers("real", orders_.moments);
        for (int k = 0; k < coefficients(orders_.moments); ++k)
            out_ << "    moments[" << k << "] += mass * " << name("w", k) << ";\n";
        out_ << "}\n";
    }

    // M2M: M'_k = sum over j <= k of M_j ratio^|j| d^(k-j) / (k-j)!
    void move_moments() {
        out_ << "\n// Adds a child's moments to its parent's; x, y, z = (child's center - parent's) / "
                "parent's scale,\n"
                "// ratio = child's scale / parent's.\n"
                "void move_moments(const float* from, float x, float y, float z, float ratio, float* to) {\n";
        powers("float", orders_.moments);
        scales("float", "r", "1.0f", "ratio", orders_.moments);
        for (int j = 0; j < coefficients(orders_.moments); ++j) {
            out_ << "    const float " << name("m", j) << " = from[" << j << "] * " << name("r", indices_.degree(j))
                 << ";\n";
            for (int k = 0; k < coefficients(orders_.moments); ++k)
                if (indices_.holds(k, j))
                    out_ << "    to[" << k << "] += " << name("m", j) << " * " << name("w", indices_.minus(k, j))
                         << ";\n";
        }
        out_ << "}\n";
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
            return n == 0 ? name("d", k) : "d" + std::to_string(n) + '_' + std::to_string(k);
        };
        for (int n = order; n >= 0; --n) {
            double factorial = 1;
            for (int i = 1; i <= n; ++i) factorial *= -(2 * i - 1);
            for (int k = 0; k < coefficients(order - n); ++k) {
                if (!needed[n][k]) continue;
                out_ << "    const real " << derivative(n, k) << " = ";
                if (k == 0) {
                    out_ << number(factorial) << ";\n";
                    continue;
                }
                const int axis = indices_.axis(k), more = indices_.component(k, axis) - 1;
                out_ << axes[axis] << " * " << derivative(n + 1, indices_.down(k, axis));
                if (more > 0) out_ << " + ";
                if (more > 1) out_ << number(more) << " * ";
                if (more > 0) out_ << derivative(n + 1, indices_.down(k, axis, 2));
                out_ << ";\n";
            }
        }
    }

    void add_locals() {
        out_ << "\n// Adds the locals that a source's moments make at a sink. x, y, z = sink's center - "
                "source's;\n"
                "// inverse = 1/sqrt(x^2 + y^2 + z^2 + softening^2); live is 0 in lanes that are to add "
                "nothing, else 1.\n"
                "void add_locals(const real* moments, real dx, real dy, real dz, real inverse, real "
                "source_scale,\n"
                "                float sink_scale, real live, real* locals) {\n"
                "    const real x = dx * inverse, y = dy * inverse, z = dz * inverse;\n"
                "    const real source = -source_scale * inverse, sink = sink_scale * inverse;\n";
        derivatives(orders_.locals);
        scales("real", "a", "1.0f", "source", orders_.moments);
        scales("real", "b", "inverse * live", "sink", orders_.locals);
        for (int m = 0; m < coefficients(orders_.moments); ++m)
            if (indices_.degree(m) != 1)
                out_ << "    const real " << name("w", m) << " = moments[" << m << "] * "
                     << name("a", indices_.degree(m)) << ";\n";
        for (int n = 0; n < coefficients(orders_.locals); ++n) {
            const int degree = indices_.degree(n);
            const int order = std::min(orders_.moments, orders_.locals - degree);
            out_ << "    locals[" << n << "] += " << name("b", degree) << " * (";
            for (int m = 0; m < coefficients(order); ++m)
                if (indices_.degree(m) != 1)
                    out_ << (m == 0 ? "" : " + ") << name("w", m) << " * " << name("d", indices_.plus(n, m));
            out_ << ");\n";
        }
        out_ << "}\n";
    }

    // L2L: L'_n = ratio^|n| sum over m >= n of L_m d^(m-n) / (m-n)!
    void move_locals() {
        out_ << "\n// Adds a parent's locals to its child's; x, y, z = (child's center - parent's) / "
                "parent's scale,\n"
                "// ratio = child's scale / parent's.\n"
                "void move_locals(const float* from, float x, float y, float z, float ratio, float* to) {\n";
        powers("float", orders_.locals);
        scales("float", "r", "1.0f", "ratio", orders_.locals);
        for (int n = 0; n < coefficients(orders_.locals); ++n) {
            out_ << "    to[" << n << "] += " << name("r", indices_.degree(n)) << " * (";
            const char* plus = "";
            for (int m = n; m < coefficients(orders_.locals); ++m)
                if (indices_.holds(m, n)) {
                    out_ << plus << "from[" << m << "] * " << name("w", indices_.minus(m, n));
                    plus = " + ";
                }
            out_ << ");\n";
        }
        out_ << "}\n";
    }

    void add_field() {
        out_ << "\n// Adds the field of locals at x, y, z, in units of the node's scale from its center: the "
                "scale times\n"
                "// the gradient of sum m/u, and that sum.\n"
                "void add_field(const float* locals, real x, real y, real z, real* field) {\n";
        powers("real", orders_.locals);
        for (int n = 0; n < coefficients(orders_.locals); ++n) {
            if (indices_.degree(n) < orders_.locals)
                for (int axis = 0; axis < 3; ++axis)
                    out_ << "    field[" << axis << "] += locals[" << indices_.up(n, axis) << "] * " << name("w", n)
                         << ";\n";
            out_ << "    field[3] += locals[" << n << "] * " << name("w", n) << ";\n";
        }
        out_ << "}\n";
    }

    ExpansionOrders orders_;
    MultiIndices indices_;
    std::ostringstream out_;
};

}  // namespace

std::string expansion_source(const ExpansionOrders& orders) { return Writer{orders}.text(); }

}  // namespace milkomeda
