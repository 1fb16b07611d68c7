#include "compute/simulation/gas_members.hpp"

#include <algorithm>
#include <numeric>

#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

std::vector<cl_uint> rows_of_gas(const std::vector<Component>& components) {
    std::vector<cl_uint> rows;
    for (const Component& component : components) {
        if (!is_gas(component)) continue;
        rows.resize(rows.size() + component.count);
        std::iota(rows.end() - static_cast<std::ptrdiff_t>(component.count), rows.end(),
                  static_cast<cl_uint>(component.first));
    }
    return rows;
}

}  // namespace

GasMembers::GasMembers(const RunDevice& device, const std::vector<Component>& components)
    : queue_{device.queue},
      all_rows_{rows_of_gas(components)},
      members_(all_rows_.size()),
      rows_{device.buffer<cl_uint>(all_rows_.size())},
      ranks_{device.buffer<cl_uint>(all_rows_.size())} {
    std::iota(members_.begin(), members_.end(), 0u);
    upload();
}

void GasMembers::find(const ParticleBuffers& particles) {
    if (is_known_) return;
    is_known_ = true;
    const cl_uint first = all_rows_.front(), last = all_rows_.back();
    std::vector<Float4> velocities(last + 1 - first);
    queue_.enqueueReadBuffer(particles.velocities(), CL_TRUE, first * sizeof(Float4),
                             velocities.size() * sizeof(Float4), velocities.data());
    members_.clear();
    for (cl_uint rank = 0; rank < all_rows_.size(); ++rank)
        if (!is_young_star(velocities[all_rows_[rank] - first])) members_.push_back(rank);
    upload();
}

void GasMembers::remove(std::span<const cl_uint> indices) {
    if (indices.empty()) return;
    auto next = indices.begin();
    cl_uint index = 0;
    std::erase_if(members_, [&](cl_uint) {
        const bool is_removed = next != indices.end() && *next == index;
        if (is_removed) ++next;
        ++index;
        return is_removed;
    });
    upload();
}

void GasMembers::upload() {
    std::vector<cl_uint> rows(members_.size());
    std::ranges::transform(members_, rows.begin(), [&](cl_uint rank) { return all_rows_[rank]; });
    if (rows.empty()) return;
    queue_.enqueueWriteBuffer(rows_, CL_TRUE, 0, rows.size() * sizeof(cl_uint), rows.data());
    queue_.enqueueWriteBuffer(ranks_, CL_TRUE, 0, members_.size() * sizeof(cl_uint), members_.data());
}

}  // namespace milkomeda
