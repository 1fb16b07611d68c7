// Gas in a box for tests: particles on a lattice, and a run of these particles on a device without gravity.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>

#include "compute/gas/gas_run.hpp"
#include "data/particles/particles.hpp"
#include "devices.hpp"

namespace milkomeda::test {

struct GasStart {
    std::vector<Float4> positions, velocities;  // positions hold the mass as fourth number
    std::vector<GasCondition> conditions;

    std::size_t size() const { return positions.size(); }
};

// Adds a body-centered cubic lattice with cells of the width `cell`, with x from `x0` to `x1`, y from 0 to `ly` and z
// from 0 to `lz`. Every particle has the mass `mass` and the internal energy `energy`.
inline void add_lattice(GasStart& gas, double cell, double x0, double x1, double ly, double lz, double mass,
                        double energy, double neighbors = 64) {
    const long nx = std::lround((x1 - x0) / cell), ny = std::lround(ly / cell), nz = std::lround(lz / cell);
    const double length = cell * std::cbrt(neighbors * 3 / (4 * std::numbers::pi) / 2);
    for (long i = 0; i < nx; ++i)
        for (long j = 0; j < ny; ++j)
            for (long k = 0; k < nz; ++k)
                for (const double shift : {0.25, 0.75}) {
                    const auto at = [&](long n) { return cell * (static_cast<double>(n) + shift); };
                    gas.positions.push_back({static_cast<float>(x0 + at(i)), static_cast<float>(at(j)),
                                             static_cast<float>(at(k)), static_cast<float>(mass)});
                    gas.velocities.push_back({0, 0, 0, 0});
                    gas.conditions.push_back({static_cast<float>(energy), static_cast<float>(length), 0, 0});
                }
}

// Returns the context of a device with the kernels in this form.
inline FmmContext gas_context(const Device& device, FmmForm form) {
    FmmContext context = fmm_context(copied(device), built_in_kernels());
    context.form = form;
    context.width = vector_width(device, form);
    context.groups = fmm_groups(form);
    return context;
}

// Gas on a device.
class GasOnDevice {
  public:
    GasOnDevice(const Device& device, const GasSettings& settings, const GasStart& start)
        : GasOnDevice{gas_context(device, form_for(device)), settings, start} {}
    GasOnDevice(FmmContext context, const GasSettings& settings, const GasStart& start)
        : context_{std::move(context)}, run_{context_, settings, rows_of(start)} {
        run_.prepare();
    }

    GasRun& run() { return run_; }
    std::vector<Float4> positions() const { return read<Float4>(rows().positions); }
    std::vector<Float4> velocities() const { return read<Float4>(rows().velocities); }
    std::vector<GasCondition> conditions() const { return read<GasCondition>(rows().conditions); }
    std::vector<GasRate> rates() const { return read<GasRate>(rows().rates); }
    std::vector<GasMeasure> measures() const { return read<GasMeasure>(rows().measures); }
    template <typename Row>
    void write(const cl::Buffer& buffer, const std::vector<Row>& values) {
        context_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(Row), values.data());
    }
    const cl::CommandQueue& queue() const { return context_.queue; }

    // Runs until the time `until` in steps of `dt`. Returns the number of substeps.
    int advance(double until, double dt) {
        int substeps = 0;
        for (double time = 0; time < until - 1e-9; time += dt) substeps += run_.advance(std::min(dt, until - time));
        return substeps;
    }

  private:
    const GasRows& rows() const { return run_.rows(); }
    template <typename Row>
    std::vector<Row> read(const cl::Buffer& buffer) const {
        return read_items<Row>(context_.queue, buffer, rows().count);
    }
    GasRows rows_of(const GasStart& start) {
        const std::size_t count = start.size();
        GasRows rows{count,
                     context_.buffer<Float4>(count),
                     context_.buffer<Float4>(count),
                     context_.buffer<GasCondition>(count),
                     context_.buffer<GasRate>(count),
                     context_.buffer<GasMeasure>(count)};
        write(rows.positions, start.positions);
        write(rows.velocities, start.velocities);
        write(rows.conditions, start.conditions);
        return rows;
    }

    FmmContext context_;
    GasRun run_;
};

struct GasTotals {
    double kinetic = 0, internal = 0;
    glm::dvec3 momentum{0}, angular_momentum{0};
    double speeds = 0;  // sum of mass times speed
};

inline GasTotals totals_of(const GasOnDevice& gas) {
    const auto positions = gas.positions(), velocities = gas.velocities();
    const auto conditions = gas.conditions();
    GasTotals totals;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Float4 &p = positions[i], &v = velocities[i];
        const glm::dvec3 velocity{v.x, v.y, v.z}, position{p.x, p.y, p.z};
        const double mass = p.w;
        totals.kinetic += 0.5 * mass * glm::dot(velocity, velocity);
        totals.internal += mass * static_cast<double>(conditions[i].energy);
        totals.momentum += mass * velocity;
        totals.angular_momentum += mass * glm::cross(position, velocity);
        totals.speeds += mass * glm::length(velocity);
    }
    return totals;
}

}  // namespace milkomeda::test
