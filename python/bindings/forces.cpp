#include "python/bindings/forces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "app/cli/values.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/forces/host_forces.hpp"
#include "data/base/parallel.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/poll.hpp"

namespace milkomeda::python {
namespace {

// The newest solver. Building a solver takes longer than a sum.
class SolverCache {
  public:
    std::mutex mutex;

    HostForces& get(const std::string& device, std::size_t bodies, Accuracy accuracy) {
        if (solver_ && device == device_ && bodies == bodies_ && accuracy == accuracy_) return *solver_;
        solver_.reset();  // frees the memory first, because the memory might not suffice for two solvers
        if (!context_.device || device != device_) {
            DeviceOptions options;
            options.names = device;
            context_ = find_device_context(options, GlSide{});
            if (context_.tier == Tier::none) throw std::runtime_error("cannot compute forces: " + context_.reason);
            device_ = device;
        }
        solver_ = std::make_unique<HostForces>(context_, assets_.reader(), bodies, accuracy);
        bodies_ = bodies;
        accuracy_ = accuracy;
        return *solver_;
    }
    void clear() { solver_.reset(); }

  private:
    Assets assets_;
    DeviceContext context_;
    std::string device_;
    std::size_t bodies_ = 0;
    Accuracy accuracy_ = Accuracy::standard;
    std::unique_ptr<HostForces> solver_;
};

SolverCache& cache() {
    static auto& solvers = *new SolverCache;  // never destroyed: at the end of Python, the driver may be gone
    return solvers;
}

// Returns the power of two next to `size`, or 1 for a size of 0. Multiplication by a power of two is exact.
double unit_of(double size) { return size > 0 ? std::exp2(std::round(std::log2(size))) : 1; }

// The numbers that the solver sums are close to 1, whatever the units of the caller: the coordinates are relative to
// the center of all bodies, in units of about half the largest extent, and the largest mass is about 1.
struct SolverUnits {
    std::array<double, 3> center{};
    double length = 1, mass = 1;
};

// Extent and largest mass of the bodies in a range of rows.
struct Extent {
    std::array<double, 3> low, high;
    double least_mass, most_mass;
    bool is_finite = true;
};

void join_extents(Extent& a, const Extent& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        a.low[k] = std::min(a.low[k], b.low[k]);
        a.high[k] = std::max(a.high[k], b.high[k]);
    }
    a.least_mass = std::min(a.least_mass, b.least_mass);
    a.most_mass = std::max(a.most_mass, b.most_mass);
    a.is_finite = a.is_finite && b.is_finite;
}

// Throws UsageError if a number is not finite or a mass is negative.
template <typename Position, typename Mass>
SolverUnits units_for(const py::array& position_array, const py::array& mass_array) {
    const auto positions = position_array.unchecked<Position, 2>();
    const auto masses = mass_array.unchecked<Mass, 1>();
    const auto extent_of = [&](std::size_t i) {
        const std::array<double, 3> x{positions(i, 0), positions(i, 1), positions(i, 2)};
        const double mass = masses(i);
        return Extent{x, x, mass, mass,
                      std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]) && std::isfinite(mass)};
    };
    const auto extent_of_range = [&](std::size_t begin, std::size_t end) {
        Extent extent = extent_of(begin);
        for (std::size_t i = begin + 1; i < end; ++i) join_extents(extent, extent_of(i));
        return extent;
    };
    const Extent all =
        parallel_reduce(static_cast<std::size_t>(positions.shape(0)), extent_of(0), extent_of_range, join_extents);
    if (!all.is_finite || all.least_mass < 0) {
        const py::gil_scoped_acquire lock;
        require_finite(position_array, "positions");
        require_finite(mass_array, "masses");
        for (py::ssize_t i = 0; i < masses.shape(0); ++i)
            if (masses(i) < 0)
                throw UsageError(fmt::format("masses: row {} contains {}; masses must not be negative", i, masses(i)));
    }
    SolverUnits units;
    double extent = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        units.center[k] = all.low[k] / 2 + all.high[k] / 2;
        extent = std::max(extent, all.high[k] / 2 - all.low[k] / 2);
    }
    units.length = unit_of(extent);
    units.mass = unit_of(all.most_mass);
    return units;
}

template <typename Position, typename Mass>
void fill(std::span<Float4> rows, const SolverUnits& units, const py::array& position_array,
          const py::array& mass_array) {
    const auto positions = position_array.unchecked<Position, 2>();
    const auto masses = mass_array.unchecked<Mass, 1>();
    parallel_for(rows.size(), [&](std::size_t begin, std::size_t end) {
        const auto coordinate = [&](std::size_t i, std::size_t k) {
            return static_cast<float>((double{positions(i, k)} - units.center[k]) / units.length);
        };
        for (std::size_t i = begin; i < end; ++i)
            rows[i] = {coordinate(i, 0), coordinate(i, 1), coordinate(i, 2),
                       static_cast<float>(double{masses(i)} / units.mass)};
    });
}

// Functions for the number types of positions and masses. They need no lock of Python.
struct Filling {
    SolverUnits (*units)(const py::array& positions, const py::array& masses);
    void (*fill)(std::span<Float4> rows, const SolverUnits& units, const py::array& positions, const py::array& masses);
};

template <typename Position>
Filling filling_for(const py::array& masses) {
    if (masses.itemsize() == sizeof(float)) return {units_for<Position, float>, fill<Position, float>};
    return {units_for<Position, double>, fill<Position, double>};
}

py::array result_array(const py::object& out, const py::dtype& type, py::ssize_t bodies) {
    if (out.is_none()) return py::array{type, {bodies, py::ssize_t{4}}};
    if (!py::isinstance<py::array>(out)) throw UsageError("out: an array of numpy is required");
    py::array array = py::reinterpret_borrow<py::array>(out);
    if (array.ndim() != 2 || array.shape(0) != bodies || array.shape(1) != 4 || !array.dtype().equal(type))
        throw UsageError(fmt::format("out: an array of shape ({}, 4) and dtype {} is required", bodies,
                                     py::cast<std::string>(py::str(py::handle{type}))));
    if (!array.writeable()) throw UsageError("out: the array is read-only");
    if ((array.flags() & py::array::c_style) == 0)
        throw UsageError("out: the array is not contiguous; pass an array that numpy.empty() has made");
    return array;
}

// Converts the results to the units of the caller. `results` and `rows` may be the same memory.
template <typename Number>
void convert(std::span<const Float4> rows, Number* results, double acceleration, double potential) {
    parallel_for(rows.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Float4 row = rows[i];
            results[4 * i] = static_cast<Number>(acceleration * row.x);
            results[4 * i + 1] = static_cast<Number>(acceleration * row.y);
            results[4 * i + 2] = static_cast<Number>(acceleration * row.z);
            results[4 * i + 3] = static_cast<Number>(potential * row.w);
        }
    });
}

void require_softening(double softening, double gravity) {
    if (!std::isfinite(softening) || softening < 0)
        throw UsageError(fmt::format("softening: {} is not a finite length of at least 0", softening));
    if (!std::isfinite(gravity)) throw UsageError(fmt::format("gravity: {} is not finite", gravity));
}

}  // namespace

py::array forces(const ForceArguments& arguments) {
    const auto& [positions, masses, softening, gravity, accuracy_name, device, out] = arguments;
    require_shape(positions, "positions", {-1, 3});
    const py::ssize_t bodies = positions.shape(0);
    require_shape(masses, "masses", {bodies});
    require_softening(softening, gravity);
    const auto accuracy = value_named<Accuracy>(accuracy_name);
    if (!accuracy)
        throw UsageError(fmt::format("accuracy: '{}' is not one of {}", accuracy_name, join(names<Accuracy>)));
    const bool single = positions.itemsize() == sizeof(float);
    const Filling filling = single ? filling_for<float>(masses) : filling_for<double>(masses);
    py::array result = result_array(out, single ? py::dtype::of<float>() : py::dtype::of<double>(), bodies);
    void* const memory = result.mutable_data();
    Poll poll{py::none()};
    const py::gil_scoped_release others_run;
    const SolverUnits units = filling.units(positions, masses);
    const std::scoped_lock one_sum{cache().mutex};
    HostForces& solver = cache().get(device, static_cast<std::size_t>(bodies), *accuracy);
    filling.fill(solver.rows(), units, positions, masses);
    // The cube of a larger softening would not fit into single precision. At this softening, forces are harmonic: they
    // are proportional to softening^-3, and potentials to 1 / softening.
    constexpr double largest_softening = 1e9;
    const double solver_softening = std::min(softening / units.length, largest_softening);
    const double shrinkage = solver_softening > 0 ? solver_softening * units.length / softening : 1;
    std::vector<Float4> own(single ? 0 : static_cast<std::size_t>(bodies));
    const std::span<Float4> rows = single ? std::span{static_cast<Float4*>(memory), solver.rows().size()} : own;
    try {
        solver.sum(solver_softening, rows, [&poll] { poll(); });
    } catch (...) {
        cache().clear();  // the state of a solver after an error is unknown
        throw;
    }
    const double potential = gravity * units.mass / units.length * shrinkage,
                 acceleration = potential / units.length * shrinkage * shrinkage;
    if (single)
        convert(rows, static_cast<float*>(memory), acceleration, potential);
    else
        convert(rows, static_cast<double*>(memory), acceleration, potential);
    return result;
}

}  // namespace milkomeda::python
