#include "compute/bench/bench_gas.hpp"

#include <chrono>
#include <cmath>

#include "compute/gas/gas_run.hpp"
#include "data/base/random.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;

struct GasBox {
    std::vector<Float4> positions, velocities;
    std::vector<GasCondition> conditions;
};

// Returns gas of density 1 and internal energy 1 in a box of width 1: a lattice with displaced particles and random
// velocities below the speed of sound.
GasBox gas_box(std::size_t particles) {
    const auto cells = static_cast<std::size_t>(std::max(4.0, std::round(std::cbrt(double(particles) / 2))));
    const double cell = 1 / double(cells);
    Random random(1);
    GasBox box;
    for (std::size_t n = 0; n < 2 * cells * cells * cells; ++n) {
        const auto at = [&](std::size_t index) {
            const double place = cell * (double(index) + (n % 2 == 0 ? 0.25 : 0.75) + 0.1 * random.normal());
            return static_cast<float>(place - std::floor(place));
        };
        const std::size_t row = n / 2;
        box.positions.push_back({at(row % cells), at(row / cells % cells), at(row / cells / cells),
                                 static_cast<float>(0.5 * cell * cell * cell)});
        const auto speed = [&] { return static_cast<float>(0.3 * random.normal()); };
        box.velocities.push_back({speed(), speed(), speed(), 0});
        box.conditions.push_back({1, static_cast<float>(1.97 * cell), 0, 0});
    }
    return box;
}

double energy_of(const GasRows& rows, const cl::CommandQueue& queue) {
    const auto positions = read_items<Float4>(queue, rows.positions, rows.count),
               velocities = read_items<Float4>(queue, rows.velocities, rows.count);
    const auto conditions = read_items<GasCondition>(queue, rows.conditions, rows.count);
    double energy = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const Float4& v = velocities[i];
        energy += positions[i].w *
                  (0.5 * (double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z) + double(conditions[i].energy));
    }
    return energy;
}

// Measures the densities and the forces of a common substep of the duration dt, without moving the particles.
void measure_parts(GasRun& run, double dt, const cl::CommandQueue& queue, GasTime& time) {
    GasSolver& solver = run.solver();
    const GasDrift drift{.dt = dt, .most_substeps = 1};
    solver.begin_drift(run.rows(), drift);
    solver.begin_rates(run.rows(), drift, solver.next_substep(0).end);
    const auto seconds_of = [&](std::size_t targets) {
        queue.finish();
        const auto start = Clock::now();
        solver.enqueue_rates(run.rows(), targets);
        queue.finish();
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    time.density_seconds = seconds_of(solver.targets() / 2);
    time.force_seconds = seconds_of(solver.targets() / 2);
}

}  // namespace

GasTime bench_gas(const Device& device, const ReadAsset& read, std::size_t particles) {
    const DeviceContext device_context = make_device_context(&device, {}, Interop::copied);
    const FmmContext context = fmm_context(device_context, read);
    GasSettings settings;
    settings.equation_of_state = EquationOfState::adiabatic;
    settings.periods = {1, 1, 1};
    GasBox box = gas_box(particles);
    const std::size_t count = box.positions.size();
    const auto filled = [&](auto& values) {
        const std::size_t bytes = count * sizeof values.front();
        return cl::Buffer{context.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, values.data()};
    };
    GasRun run{context,
               settings,
               {count, filled(box.positions), filled(box.velocities), filled(box.conditions),
                context.buffer<GasRate>(count), context.buffer<GasMeasure>(count)}};
    run.prepare();
    // In a collision of galaxies, a drift has about as many substeps.
    constexpr double substeps_per_drift = 8;
    const auto longest = [&] { return substeps_per_drift * run.solver().longest_substep(run.rows()); };
    run.advance(longest());  // The first substep includes the allocation of memory.
    const double before = energy_of(run.rows(), context.queue);
    constexpr double enough_seconds = 2;
    const auto start = Clock::now();
    GasTime time{.particles = count};
    int substeps = 0;
    do {
        substeps += run.advance(longest());
        context.queue.finish();
        time.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    } while (time.seconds < enough_seconds);
    time.seconds /= substeps;
    time.energy_error = energy_of(run.rows(), context.queue) / before - 1;
    for (const GasMeasure& one : read_items<GasMeasure>(context.queue, run.rows().measures, count))
        time.neighbors += one.neighbors / static_cast<double>(count);
    measure_parts(run, run.solver().longest_substep(run.rows()), context.queue, time);
    const GasRows& rows = run.rows();
    const std::size_t row_bytes =
        bytes_of({rows.positions, rows.velocities, rows.conditions, rows.rates, rows.measures});
    time.bytes = static_cast<double>(run.solver().bytes() + row_bytes) / static_cast<double>(count);
    return time;
}

}  // namespace milkomeda
