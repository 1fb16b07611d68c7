#include "compute/gas/star_lots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "data/base/formation.hpp"
#include "data/base/schmidt_law.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t star_group = 64;
// A run that continues from a checkpoint counts its time from there, so that its times differ from those of the first
// run by rounding errors. Rounded times are equal: multiples of decimal timesteps do not lie in the middle between two
// multiples of this power of two.
constexpr double time_rounding = 0x1p-20;

StarLaw schmidt_law() {
    StarLaw law{};
    law.solar = static_cast<cl_float>(solar_masses_per_pc2);
    law.threshold = static_cast<cl_float>(SchmidtLaw::threshold);
    law.rate = static_cast<cl_float>(1 / SchmidtLaw::time);
    law.power = static_cast<cl_float>(SchmidtLaw::power);
    law.layer =
        static_cast<cl_float>(isothermal_sound_speed(1e4) * std::sqrt(2 * SchmidtLaw::gas_share / std::numbers::pi));
    return law;
}

}  // namespace

StarLots::StarLots(const KernelContext& context, const cl::Program& program, std::span<const cl_uint> ids)
    : queue_{context.queue},
      law_{schmidt_law()},
      form_stars_{program, "form_stars"},
      ids_{context.buffer<cl_uint>(ids.size())},
      newborn_{context.buffer<cl_uint>(ids.size() + 1)} {
    queue_.enqueueWriteBuffer(ids_, CL_TRUE, 0, ids.size_bytes(), ids.data());
}

std::vector<cl_uint> StarLots::draw(const GasRows& gas, const cl::Buffer& rows, const cl::Buffer& ranks,
                                    const Draw& draw, const cl::Buffer& velocities, const cl::Buffer& births) {
    const double time = std::round(draw.time / time_rounding) * time_rounding;
    const auto bits = std::bit_cast<std::uint64_t>(time);
    queue_.enqueueFillBuffer(newborn_, cl_uint{0}, 0, sizeof(cl_uint));
    enqueue(queue_, form_stars_, gas.count, star_group, gas.count, gas.positions, gas.conditions, gas.measures, rows,
            ranks, ids_, law_, draw.dt, static_cast<cl_uint>(bits ^ (bits >> 32)), static_cast<cl_uint>(draw.seed),
            time - latest_birth, velocities, births, newborn_);
    const cl_uint count = read_items<cl_uint>(queue_, newborn_, 1).front();
    if (count == 0) return {};
    std::vector<cl_uint> found = read_items<cl_uint>(queue_, newborn_, count + 1);
    found.erase(found.begin());
    std::ranges::sort(found);
    return found;
}

}  // namespace milkomeda
