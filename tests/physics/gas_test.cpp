// Standard tests of gas dynamics against exact solutions (docs/gas.md). Without the environment variable GAS_FULL, the
// tests run at small sizes with wider limits, which must take seconds on two CPU cores.
#include <algorithm>
#include <cstdlib>

#include "compute/gravity/direct_solver.hpp"
#include "tests/kernels/gas_box.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

bool at_full_size() { return std::getenv("GAS_FULL") != nullptr; }

const Device& gas_device() {
    static const std::vector<Device> devices = list_devices();
    const Device* device = choose_device(devices, "");
    REQUIRE_MESSAGE(device != nullptr, "no OpenCL device found: install pocl-opencl-icd");
    return *device;
}

GasSettings adiabatic_gas(double neighbors = 64) {
    GasSettings settings;
    settings.equation_of_state = EquationOfState::adiabatic;
    settings.neighbors = neighbors;
    return settings;
}

// State of gas at one place in an exact solution.
struct ExactState {
    double density = 1, velocity = 0, pressure = 0;
};

constexpr double five_thirds = 5.0 / 3;

// Solution of Sod's shock tube for an adiabatic index of 5/3 (Toro 2009, "Riemann Solvers and Numerical Methods for
// Fluid Dynamics", chapter 4): density and pressure are 1 on the left and 0.125 and 0.1 on the right.
class SodTube {
  public:
    SodTube() {
        double low = right_.pressure, high = left_.pressure;
        for (int i = 0; i < 100; ++i) {
            middle_ = 0.5 * (low + high);
            (velocity_by_shock(middle_) < velocity_by_fan(middle_) ? low : high) = middle_;
        }
        velocity_ = velocity_by_fan(middle_);
    }

    // `x_per_time`: distance from the diaphragm divided by the time.
    ExactState at(double x_per_time) const {
        constexpr double g = five_thirds, k = (g - 1) / (g + 1);
        const double fan_sound = sound(left_) - (g - 1) / 2 * velocity_;  // speed of sound at the end of the fan
        const double ratio = middle_ / right_.pressure;
        const double shock = sound(right_) * std::sqrt((g + 1) / (2 * g) * ratio + (g - 1) / (2 * g));
        if (x_per_time < -sound(left_)) return left_;
        if (x_per_time < velocity_ - fan_sound) {
            const double v = 2 / (g + 1) * (sound(left_) + x_per_time), c = sound(left_) - (g - 1) / 2 * v;
            const double share = c / sound(left_);
            return {left_.density * std::pow(share, 2 / (g - 1)), v, left_.pressure * std::pow(share, 2 * g / (g - 1))};
        }
        if (x_per_time < velocity_)
            return {left_.density * std::pow(middle_ / left_.pressure, 1 / g), velocity_, middle_};
        if (x_per_time < shock) return {right_.density * (ratio + k) / (k * ratio + 1), velocity_, middle_};
        return right_;
    }

  private:
    static double sound(const ExactState& state) { return std::sqrt(five_thirds * state.pressure / state.density); }
    double velocity_by_fan(double pressure) const {
        constexpr double g = five_thirds;
        return 2 * sound(left_) / (g - 1) * (1 - std::pow(pressure / left_.pressure, (g - 1) / (2 * g)));
    }
    double velocity_by_shock(double pressure) const {
        constexpr double g = five_thirds;
        return (pressure - right_.pressure) *
               std::sqrt(2 / ((g + 1) * right_.density) / (pressure + (g - 1) / (g + 1) * right_.pressure));
    }

    ExactState left_{1, 0, 1}, right_{0.125, 0, 0.1};
    double middle_ = 0, velocity_ = 0;  // pressure and velocity between fan and shock
};

// Mean absolute errors, weighted by volume.
struct TubeErrors {
    double density = 0, velocity = 0, pressure = 0, energy = 0, momentum = 0;
};

// Runs Sod's tube with `cells` lattice cells per unit of length on the dense side.
TubeErrors tube_errors(double cells, bool has_own_substeps = false) {
    const double width = 12 / cells;
    GasSettings settings = adiabatic_gas();
    settings.has_own_substeps = has_own_substeps;
    settings.periods = {2, width, width};
    GasStart start;
    const double mass = 0.5 / (cells * cells * cells);
    add_lattice(start, 1 / cells, 0, 1, width, width, mass, 1.5);
    add_lattice(start, 2 / cells, 1, 2, width, width, mass, 0.1 / 0.125 * 1.5);
    GasOnDevice gas{gas_device(), settings, start};
    const GasTotals before = totals_of(gas);
    constexpr double time = 0.2;
    gas.advance(time, 0.01);
    const GasTotals after = totals_of(gas);
    const auto positions = gas.positions(), velocities = gas.velocities();
    const auto measures = gas.measures();
    const SodTube exact;
    TubeErrors errors;
    double volumes = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double x = positions[i].x - 1;
        if (x < -0.4 || x > 0.45) continue;  // beyond, waves come from the periodic images of the diaphragm
        const double volume = 1.0 / measures[i].density;
        const ExactState state = exact.at(x / time);
        volumes += volume;
        errors.density += volume * std::abs(measures[i].density - state.density);
        errors.velocity += volume * std::abs(velocities[i].x - state.velocity);
        errors.pressure += volume * std::abs(measures[i].pressure - state.pressure);
    }
    errors.density /= volumes, errors.velocity /= volumes, errors.pressure /= volumes;
    errors.energy = (after.kinetic + after.internal) / (before.kinetic + before.internal) - 1;
    errors.momentum = glm::length(after.momentum) / after.speeds;
    return errors;
}

}  // namespace

TEST_CASE("a shock tube of gas follows Sod's solution, better with more particles") {
    const TubeErrors coarse = tube_errors(32), fine = tube_errors(64);
    if (at_full_size()) {
        const TubeErrors finest = tube_errors(128);
        CHECK(std::log2(fine.density / finest.density) > 0.8);
        MESSAGE("Sod 41,472: L1 density ", finest.density, ", velocity ", finest.velocity, ", pressure ",
                finest.pressure, ", orders ", std::log2(fine.density / finest.density), ", ",
                std::log2(fine.velocity / finest.velocity), ", ", std::log2(fine.pressure / finest.pressure));
    }
    MESSAGE("Sod 20,736: L1 density ", fine.density, ", velocity ", fine.velocity, ", pressure ", fine.pressure,
            ", order ", std::log2(coarse.density / fine.density), ", energy ", fine.energy, ", momentum ",
            fine.momentum);
    // The limits are about a third above the errors of this scheme at this size.
    CHECK(fine.density < 0.020);
    CHECK(fine.velocity < 0.045);
    CHECK(fine.pressure < 0.022);
    // The errors of a scheme for shocks fall with the first power of the resolution at best. The density reaches the
    // order 0.8 only if the kernels correct its error that does not depend on the resolution: 1 % with 64 neighbors.
    CHECK(std::log2(coarse.density / fine.density) > 0.8);
    CHECK(std::log2(coarse.velocity / fine.velocity) > 0.8);
    CHECK(std::abs(fine.energy) < 1e-4);
    CHECK(fine.momentum < 1e-6);
}

TEST_CASE("a shock tube in which each particle makes its own substeps differs little from Sod's solution") {
    const TubeErrors common = tube_errors(64), own = tube_errors(64, true);
    MESSAGE("Sod 20,736, own substeps: L1 density ", own.density, ", velocity ", own.velocity, ", pressure ",
            own.pressure, ", energy ", own.energy, ", momentum ", own.momentum);
    CHECK(own.density == doctest::Approx(common.density).scale(0).epsilon(0.02));
    CHECK(own.velocity == doctest::Approx(common.velocity).scale(0).epsilon(0.02));
    CHECK(own.pressure == doctest::Approx(common.pressure).scale(0).epsilon(0.02));
    // Pairs of particles with different substeps conserve neither momentum nor energy exactly.
    CHECK(std::abs(own.energy) < 1e-4);
    CHECK(own.momentum < 2e-4);
}

TEST_CASE("a sound wave in gas travels at the speed of sound and keeps its energy") {
    // A standing start of a wave that travels along x: positions are displaced so that the density is 1 + a sin(2 pi
    // x), and the velocity is c a sin(2 pi x).
    constexpr double cells = 32, width = 6 / cells, amplitude = 0.01, wave_number = 2 * std::numbers::pi;
    GasSettings settings = adiabatic_gas();
    settings.periods = {1, width, width};
    GasStart start;
    add_lattice(start, 1 / cells, 0, 1, width, width, 0.5 / (cells * cells * cells), 0);
    const double energy = 1 / (five_thirds * (five_thirds - 1));  // the speed of sound is 1
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double x = start.positions[i].x, wave = amplitude * std::sin(wave_number * x);
        start.positions[i].x = static_cast<float>(x + amplitude / wave_number * std::cos(wave_number * x));
        start.velocities[i].x = static_cast<float>(wave);
        start.conditions[i].energy = static_cast<float>(energy * (1 + (five_thirds - 1) * wave));
    }
    GasOnDevice gas{gas_device(), settings, start};
    const GasTotals before = totals_of(gas);
    gas.advance(1, 0.02);  // the wave returns to its start
    const GasTotals after = totals_of(gas);
    const auto positions = gas.positions(), velocities = gas.velocities();
    double sine = 0, cosine = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        sine += velocities[i].x * std::sin(wave_number * positions[i].x);
        cosine += velocities[i].x * std::cos(wave_number * positions[i].x);
    }
    sine *= 2 / (amplitude * static_cast<double>(positions.size()));
    cosine *= 2 / (amplitude * static_cast<double>(positions.size()));
    const double left = std::hypot(sine, cosine), phase = std::atan2(cosine, sine) / wave_number;
    MESSAGE("sound wave ", start.size(), ": amplitude left ", left, ", phase error ", phase, ", energy ",
            (after.kinetic + after.internal) / (before.kinetic + before.internal) - 1);
    // With 8 smoothing lengths per wavelength, the errors of speed and amplitude are a few percent.
    CHECK(left == doctest::Approx(1).scale(0).epsilon(0.1));
    CHECK(std::abs(phase) < 0.03);
    // There is no shock, so the energy is conserved up to rounding errors.
    CHECK(std::abs((after.kinetic + after.internal) / (before.kinetic + before.internal) - 1) < 1e-5);
}

TEST_CASE("a blast of gas reaches the radius of Sedov's solution and conserves energy") {
    const int cells = at_full_size() ? 28 : 16;
    GasSettings settings = adiabatic_gas();
    settings.periods = {1, 1, 1};
    GasStart start;
    add_lattice(start, 1.0 / cells, 0, 1, 1, 1, 0.5 / std::pow(cells, 3), 1e-6);
    // One unit of energy, distributed over one smoothing kernel in the center.
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Float4& p = start.positions[i];
        const double q = std::hypot(p.x - 0.5, p.y - 0.5, p.z - 0.5) / start.conditions[i].length;
        weights.push_back(q < 1 ? std::pow(1 - q, 4) * (1 + 4 * q) : 0);
        sum += weights.back() * p.w;
    }
    for (std::size_t i = 0; i < start.size(); ++i) start.conditions[i].energy += static_cast<float>(weights[i] / sum);
    GasOnDevice gas{gas_device(), settings, start};
    const GasTotals before = totals_of(gas);
    constexpr double time = 0.06;
    gas.advance(time, 0.001);
    const GasTotals after = totals_of(gas);
    // Landau & Lifshitz, "Fluid Mechanics", section 106: for an adiabatic index of 5/3, R = 1.1517 (E t^2 / rho)^(1/5).
    const double radius = 1.1517 * std::pow(time * time, 0.2);
    constexpr int shells = 45;
    std::vector<double> density(shells), count(shells);
    const auto positions = gas.positions();
    const auto measures = gas.measures();
    float fewest = 1e9f;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Float4& p = positions[i];
        const double r = std::hypot(p.x - 0.5, p.y - 0.5, p.z - 0.5);
        const auto shell = static_cast<std::size_t>(r / (1.3 * radius) * shells);
        fewest = std::min(fewest, measures[i].neighbors);
        if (shell >= shells) continue;
        density[shell] += measures[i].density;
        ++count[shell];
    }
    for (int shell = 0; shell < shells; ++shell) density[shell] = count[shell] > 0 ? density[shell] / count[shell] : 0;
    const auto peak = std::ranges::max_element(density);
    // The shock is where the mean density beyond its peak has fallen to half of its excess.
    auto half = peak;
    while (half + 1 != density.end() && *half - 1 > 0.5 * (*peak - 1)) ++half;
    const double share = (*(half - 1) - 1 - 0.5 * (*peak - 1)) / (*(half - 1) - *half);
    const double at = (double(half - density.begin()) - 0.5 + share) / shells * 1.3;  // in units of the radius
    MESSAGE("Sedov ", start.size(), ": peak density ", *peak, ", radius ", at, ", energy ",
            (after.kinetic + after.internal) / (before.kinetic + before.internal) - 1, ", fewest neighbors ", fewest);
    // The exact peak is 4; smoothing lowers it. The shock is smeared over a smoothing length.
    CHECK(*peak > (at_full_size() ? 1.9 : 1.5));
    CHECK(std::abs(at - 1) < (at_full_size() ? 0.08 : 0.12));
    CHECK(std::abs((after.kinetic + after.internal) / (before.kinetic + before.internal) - 1) < 3e-3);
    CHECK(fewest > 0);
}

TEST_CASE("a vortex of gas keeps its rotation") {
    constexpr double cells = 24, depth = 6 / cells;
    GasSettings settings = adiabatic_gas(100);
    settings.periods = {1, 1, depth};
    GasStart start;
    add_lattice(start, 1 / cells, 0, 1, 1, depth, 0.5 / (cells * cells * cells), 0, 100);
    // Gresho & Chan 1990, Int. J. Numer. Methods Fluids 11, 621: the pressure balances the centrifugal force.
    const auto speed_at = [](double r) { return r < 0.2 ? 5 * r : r < 0.4 ? 2 - 5 * r : 0; };
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double x = start.positions[i].x - 0.5, y = start.positions[i].y - 0.5, r = std::hypot(x, y);
        const double pressure = r < 0.2   ? 5 + 12.5 * r * r
                                : r < 0.4 ? 9 + 12.5 * r * r - 20 * r + 4 * std::log(r / 0.2)
                                          : 3 + 4 * std::log(2.0);
        start.velocities[i] = {static_cast<float>(-y / r * speed_at(r)), static_cast<float>(x / r * speed_at(r)), 0, 0};
        start.conditions[i].energy = static_cast<float>(1.5 * pressure);
    }
    GasOnDevice gas{gas_device(), settings, start};
    const GasTotals before = totals_of(gas);
    gas.advance(1, 0.01);
    const GasTotals after = totals_of(gas);
    const auto positions = gas.positions(), velocities = gas.velocities();
    const auto measures = gas.measures();
    double error = 0, count = 0, neighbors = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double x = positions[i].x - 0.5, y = positions[i].y - 0.5, r = std::hypot(x, y);
        neighbors += measures[i].neighbors / static_cast<double>(positions.size());
        if (r >= 0.5) continue;
        error += std::abs((x * velocities[i].y - y * velocities[i].x) / r - speed_at(r));
        ++count;
    }
    MESSAGE("Gresho ", start.size(), ": L1 ", error / count, ", kinetic energy left ", after.kinetic / before.kinetic,
            ", neighbors ", neighbors);
    CHECK(error / count < 0.14);  // errors of the pressure force of unordered particles; 0.10 with the prototype's size
    CHECK(after.kinetic / before.kinetic > 0.65);
    CHECK(neighbors ==
          doctest::Approx(100).scale(0).epsilon(0.08));  // after a turn, the particles no longer form a lattice
}

namespace {

// Value of a quantity in the test of the Kelvin-Helmholtz instability by McNally, Lyra & Passy (2012, ApJS 201, 18,
// eqs. 1 and 2): `outside` for y < 1/4 and y > 3/4, `inside` between, with exponential ramps of the length 0.025.
double ramp_at(double y, double outside, double inside) {
    constexpr double ramp_length = 0.025;
    const double to_interface = std::abs(y < 0.5 ? y - 0.25 : y - 0.75);
    const double drop = (outside - inside) / 2 * std::exp(-to_interface / ramp_length);
    return y < 0.25 || y > 0.75 ? outside - drop : inside + drop;
}

// Amplitude of the unstable mode in the velocity along y (eqs. 10 to 13 of the same article). The sums are weighted
// with the volumes of the particles.
double mode_amplitude(const GasOnDevice& gas) {
    constexpr double wave_number = 4 * std::numbers::pi;
    const auto positions = gas.positions(), velocities = gas.velocities();
    const auto measures = gas.measures();
    double sine = 0, cosine = 0, weights = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double x = positions[i].x, y = positions[i].y - std::floor(positions[i].y);
        const double to_interface = std::abs((y < 0.5 ? y : 1 - y) - 0.25);
        const double weight = double(positions[i].w) / measures[i].density * std::exp(-wave_number * to_interface);
        sine += weight * velocities[i].y * std::sin(wave_number * x);
        cosine += weight * velocities[i].y * std::cos(wave_number * x);
        weights += weight;
    }
    return 2 * std::hypot(sine, cosine) / weights;
}

// Returns two layers of gas with the densities 1 and 2 and the pressure 2.5, which move with the velocities 0.5 and
// -0.5 along x. The particles form a uniform lattice, and their masses follow the density.
GasStart shear_layers(double cell, double depth, double neighbors) {
    GasStart start;
    add_lattice(start, cell, 0, 0.5, 1, depth, 1, 0, neighbors);
    for (std::size_t i = 0; i < start.size(); ++i) {
        Float4& p = start.positions[i];
        const double density = ramp_at(p.y, 1, 2);
        p.w = static_cast<float>(density * cell * cell * cell / 2);
        start.velocities[i] = {static_cast<float>(ramp_at(p.y, 0.5, -0.5)),
                               static_cast<float>(0.01 * std::sin(4 * std::numbers::pi * p.x)), 0, 0};
        start.conditions[i].energy = static_cast<float>(1.5 * 2.5 / density);
    }
    return start;
}

}  // namespace

TEST_CASE("a shear layer of gas grows at the rate of the Kelvin-Helmholtz instability") {
    // With fewer neighbors, unordered particles push each other more than the wave does (Read & Hayfield 2012, MNRAS
    // 422, 3037).
    constexpr double neighbors = 200;
    const double cell = 1.0 / (at_full_size() ? 32 : 24), depth = 6 * cell;
    GasSettings settings = adiabatic_gas(neighbors);
    settings.periods = {0.5, 1, depth};  // one wavelength
    const GasStart start = shear_layers(cell, depth, neighbors);
    GasOnDevice gas{gas_device(), settings, start};
    // The pressure must be uniform, so the internal energy follows from the summed density.
    auto conditions = gas.conditions();
    const auto measures = gas.measures();
    for (std::size_t i = 0; i < start.size(); ++i) conditions[i].energy = 1.5f * 2.5f / measures[i].density;
    gas.write(gas.run().rows().conditions, conditions);
    gas.run().prepare();
    const GasTotals before = totals_of(gas);
    gas.advance(0.5, 0.02);
    const double middle = mode_amplitude(gas);
    gas.advance(1, 0.02);  // until t = 1.5
    const double end = mode_amplitude(gas), growth = std::log(end / middle);
    const GasTotals after = totals_of(gas);
    const double energy = (after.kinetic + after.internal) / (before.kinetic + before.internal) - 1;
    // Reference: differences of sixth order on a grid of 512 cells, which agrees with 256 cells within 0.3 %. An
    // infinitesimal wave grows with the rate 2.80; the rate of a discontinuity would be 4 pi sqrt(2) / 3 = 5.92.
    constexpr double exact_middle = 0.01050, exact_end = 0.1480;
    const double exact_growth = std::log(exact_end / exact_middle);
    MESSAGE("Kelvin-Helmholtz ", start.size(), ": amplitude ", middle, " at 0.5 and ", end, " at 1.5, growth ", growth,
            " of ", exact_growth, ", energy ", energy);
    // The smoothing length is 0.12 (0.09 at full size), and the ramps are 0.025 long. Smoothing widens the ramps, and
    // wide ramps grow more slowly: on the grid, ramps of 0.04 reach 0.046 at t = 1.5. The growth is 16 % too small
    // here, and 11 % at full size. More particles with the same number of neighbors do not help: with 24,576 particles,
    // the growth is 14 % too small. An error of the growth multiplies the amplitude.
    CHECK(growth / exact_growth == doctest::Approx(1).scale(0).epsilon(at_full_size() ? 0.15 : 0.2));
    CHECK(end / exact_end == doctest::Approx(1).scale(0).epsilon(at_full_size() ? 0.4 : 0.5));
    CHECK(std::abs(energy) < 3e-4);
    CHECK(glm::length(after.momentum - before.momentum) < 1e-6 * after.speeds);
}

TEST_CASE("an isothermal layer of gas stays in hydrostatic equilibrium") {
    // Gas with speed of sound 1 in the acceleration -2 / z0 tanh(z / z0) has the density profile sech^2(z / z0)
    // (Spitzer 1942, ApJ 95, 329).
    constexpr double z0 = 0.25, cells = 12;
    GasSettings settings;
    settings.sound_speed = 1;
    settings.has_own_substeps = true;  // as in galaxies with isothermal gas
    settings.periods = {1.0, 1.0, std::nullopt};
    GasStart start;
    add_lattice(start, 1 / cells, 0, 1, 1, 2, 1 / (cells * cells * cells * 4), 0);
    for (std::size_t i = 0; i < start.size(); ++i) {
        Float4& p = start.positions[i];
        p.z = static_cast<float>(z0 * std::atanh((p.z - 1) * 0.99999));
        start.conditions[i].length = 0;
    }
    GasOnDevice gas{gas_device(), settings, start};
    const auto kick = [&](double dt) {
        const auto positions = gas.positions();
        auto velocities = gas.velocities();
        for (std::size_t i = 0; i < positions.size(); ++i)
            velocities[i].z -= static_cast<float>(2 / z0 * std::tanh(positions[i].z / z0) * dt);
        gas.write(gas.run().rows().velocities, velocities);
    };
    constexpr double dt = 0.02;
    const int steps = at_full_size() ? 150 : 75;  // 12 and 6 crossing times
    for (int step = 0; step < steps; ++step) {
        kick(dt / 2);
        gas.run().advance(dt);
        kick(dt / 2);
    }
    const auto positions = gas.positions(), velocities = gas.velocities();
    const auto measures = gas.measures();
    std::vector<double> heights;
    double error = 0, exact = 0, speeds = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double z = positions[i].z, density = 2 / std::pow(std::cosh(z / z0), 2),
                     volume = 1 / double(measures[i].density);
        const Float4& v = velocities[i];
        heights.push_back(std::abs(z));
        speeds += double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z;
        if (std::abs(z) >= 0.75) continue;
        error += volume * std::abs(measures[i].density - density);
        exact += volume * density;
    }
    const auto count = static_cast<double>(positions.size());
    // The height that encloses half of the gas. The rms height would mainly measure the few particles in the tail,
    // where smoothing lengths are longer than z0, so that heights are up to 13 % too large.
    std::ranges::nth_element(heights, heights.begin() + std::ssize(heights) / 2);
    const double thickness = heights[heights.size() / 2] / (z0 * std::atanh(0.5));
    MESSAGE("slab ", start.size(), ": L1 ", error / exact, ", thickness ", thickness, ", rms speed ",
            std::sqrt(speeds / count));
    CHECK(error / exact < 0.07);
    CHECK(thickness == doctest::Approx(1).scale(0).epsilon(0.05));
    CHECK(std::sqrt(speeds / count) < 0.15);
}

namespace {

// Gas that attracts itself, with the direct sum.
class SelfGravity {
  public:
    SelfGravity(GasOnDevice& gas, std::size_t particles, double softening)
        : gas_{gas}, particles_{particles}, force_{.softening = softening, .with_potential = true} {
        const GasSolver& solver = gas.run().solver();
        KernelContext context = solver.context().kernel_context();
        sum_ = make_direct_solver({std::move(context), particles}, {});
        find();
    }

    // One step of kick, substeps of the gas, and kick.
    void step(double dt) {
        kick(dt / 2);
        gas_.run().advance(dt, sum_->accelerations());
        find();
        kick(dt / 2);
    }

    double potential_energy() const {
        const auto pulls = accelerations();
        const auto positions = gas_.positions();
        double energy = 0;
        for (std::size_t i = 0; i < particles_; ++i) energy -= 0.5 * positions[i].w * std::abs(double(pulls[i].w));
        return energy;
    }

  private:
    std::vector<Float4> accelerations() const {
        return read_items<Float4>(gas_.queue(), sum_->accelerations(), particles_);
    }
    void find() {
        sum_->begin(gas_.run().rows().positions, force_);
        while (sum_->done() < 1) sum_->enqueue_slice(1e12);
    }
    void kick(double dt) {
        const auto pulls = accelerations();
        auto velocities = gas_.velocities();
        for (std::size_t i = 0; i < particles_; ++i) {
            velocities[i].x += static_cast<float>(dt * pulls[i].x);
            velocities[i].y += static_cast<float>(dt * pulls[i].y);
            velocities[i].z += static_cast<float>(dt * pulls[i].z);
        }
        gas_.write(gas_.run().rows().velocities, velocities);
    }

    GasOnDevice& gas_;
    std::size_t particles_;
    ForceSpec force_;
    std::unique_ptr<Solver> sum_;
};

// Returns a sphere of gas with the density 1 / (2 pi r), mass 1, radius 1 and internal energy 0.05 (Evrard 1988, MNRAS
// 235, 911): a lattice, stretched along the radius.
GasStart evrard_sphere(double particles) {
    const double cell = std::cbrt(2 * 4 * std::numbers::pi / 3 / particles), half = std::ceil(1 / cell) * cell;
    GasStart lattice, sphere;
    add_lattice(lattice, cell, -half, half, 2 * half, 2 * half, 1, 0.05);
    for (const Float4& p : lattice.positions) {
        const double x = p.x, y = p.y - half, z = p.z - half, r = std::sqrt(x * x + y * y + z * z), f = std::sqrt(r);
        if (r >= 1) continue;
        sphere.positions.push_back(
            {static_cast<float>(x * f), static_cast<float>(y * f), static_cast<float>(z * f), 1});
        sphere.velocities.push_back({0, 0, 0, 0});
        sphere.conditions.push_back({0.05f, 0, 0, 0});
    }
    for (Float4& p : sphere.positions) p.w = 1 / static_cast<float>(sphere.size());
    return sphere;
}

}  // namespace

TEST_CASE("a collapsing sphere of gas turns its potential energy into heat and conserves energy") {
    const bool full = at_full_size();
    const GasStart start = evrard_sphere(full ? 15'000 : 4'000);
    GasOnDevice gas{gas_device(), adiabatic_gas(), start};
    SelfGravity gravity{gas, start.size(), 0.02};
    const GasTotals before = totals_of(gas);
    const double energy = before.kinetic + before.internal + gravity.potential_energy();
    double most_kinetic = 0, kinetic_time = 0, most_internal = 0, internal_time = 0, error = 0;
    constexpr double dt = 0.01;
    const int steps = full ? 300 : 130;
    GasTotals now = before;
    double potential = 0, spin = 0;
    for (int step = 1; step <= steps; ++step) {
        gravity.step(dt);
        now = totals_of(gas);
        potential = gravity.potential_energy();
        if (now.kinetic > most_kinetic) most_kinetic = now.kinetic, kinetic_time = step * dt;
        if (now.internal > most_internal) most_internal = now.internal, internal_time = step * dt;
        error = std::max(error, std::abs(now.kinetic + now.internal + potential - energy));
        spin = std::max(spin, glm::length(now.angular_momentum));
    }
    MESSAGE("Evrard ", start.size(), ": kinetic ", most_kinetic, " at ", kinetic_time, ", internal ", most_internal,
            " at ", internal_time, ", energy error ", error / std::abs(energy), ", angular momentum ", spin,
            ", virial ratio ", 2 * (now.kinetic + now.internal) / std::abs(potential));
    // Reference, from a code with one dimension: 0.447 at 0.87 and 1.75 at 1.07; the heights converge from below.
    CHECK(most_kinetic > 0.28);
    CHECK(std::abs(kinetic_time - 0.86) < 0.08);
    CHECK(most_internal > (full ? 1.35 : 1.30));
    CHECK(std::abs(internal_time - 1.10) < 0.08);
    CHECK(error < 1e-2 * std::abs(energy));
    CHECK(spin < 1e-5);
    CHECK(glm::length(now.momentum) < 1e-6 * std::max(1.0, now.speeds));
    if (full)
        CHECK(2 * (now.kinetic + now.internal) / std::abs(potential) == doctest::Approx(1).scale(0).epsilon(0.12));
}
