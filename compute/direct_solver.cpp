#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "compute/solver.hpp"

namespace milkomeda {
namespace {

constexpr std::array<KernelVariant, 2> variants{{
    {"tiled", "kernels/direct_tiled.cl", "gpu", "tiles of sources in local memory, one body per work-item"},
    {"vector", "kernels/direct_vector.cl", "cpu", "explicit vectors of bodies, all sources per work-item"},
}};

// Build options and launch geometry of a variant on one device.
struct Geometry {
    std::size_t work_group = 1;
    std::size_t bodies_per_item = 1;
    std::size_t source_multiple = 1;  // sources are padded to a multiple of it
    std::string options;
};

// Two vectors per item hide the latency of the arithmetic; 256 sources are summed apart.
Geometry vector_geometry(const Device& device) {
    constexpr std::size_t per_item = 2, block = 256;
    const auto native = device.handle.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    const std::size_t width = std::clamp<std::size_t>(std::bit_floor(std::max(native, 1u)), 4, 16);
    return {1, per_item * width, block,
            "-DWIDTH=" + std::to_string(width) + " -DPER_ITEM=" + std::to_string(per_item) +
                " -DBLOCK=" + std::to_string(block)};
}

Geometry tiled_geometry(const Device& device) {
    const auto most = device.handle.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    const auto local = device.handle.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() / sizeof(cl_float4);
    const std::size_t tile =
        std::bit_floor(std::min({std::size_t{256}, most, static_cast<std::size_t>(local)}));
    return {tile, 1, tile, "-DTILE=" + std::to_string(tile)};
}

class DirectSolver final : public Solver {
  public:
    DirectSolver(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                 std::size_t bodies, const ReadSource& read, const KernelVariant& variant)
        : queue_{queue},
          bodies_{bodies},
          variant_{variant},
          geometry_{variant.name == "vector" ? vector_geometry(device) : tiled_geometry(device)},
          smallest_slice_{geometry_.work_group * geometry_.bodies_per_item *
                          device.handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()},
          sources_{context, CL_MEM_READ_WRITE,
                   round_up(bodies, geometry_.source_multiple) * sizeof(cl_float4)},
          accelerations_{context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4)},
          gather_{build_program(context, device, read, "kernels/sources.cl"), "gather_sources"},
          accelerate_{build_program(context, device, read, variant.source, geometry_.options), "accelerate"},
          accelerate_with_potential_{
              build_program(context, device, read, variant.source, geometry_.options + " -DPOTENTIAL"),
              "accelerate"} {}

    void begin(const cl::Buffer& positions, const Force& force) override {
        positions_ = positions;
        force_ = force;
        next_body_ = 0;
        const std::size_t k = force.fraction_denominator;
        const std::size_t count =
            bodies_ > force.fraction_phase ? (bodies_ - force.fraction_phase + k - 1) / k : 0;
        source_count_ = round_up(count, geometry_.source_multiple);
        const double weight = force.gravity * (force.unbiased ? static_cast<double>(k) : 1.0);
        if (source_count_ > 0)
            enqueue(queue_, gather_, source_count_, gather_group, positions_, cl_uint(bodies_), cl_uint(k),
                    cl_uint(force.fraction_phase), cl_float(weight), sources_, cl_uint(source_count_));
    }

    double enqueue_slice(double pairs) override {
        const double sources = std::max<double>(1, static_cast<double>(source_count_));
        const std::size_t wanted = static_cast<std::size_t>(
            std::clamp(pairs / sources, 1.0, static_cast<double>(bodies_ - next_body_)));
        const std::size_t end = std::min(bodies_, next_body_ + round_up(wanted, smallest_slice_));
        const std::size_t items =
            (end - next_body_ + geometry_.bodies_per_item - 1) / geometry_.bodies_per_item;
        enqueue(queue_, force_.with_potential ? accelerate_with_potential_ : accelerate_, items,
                geometry_.work_group, positions_, cl_uint(next_body_), cl_uint(end), sources_,
                cl_uint(source_count_), softening_squared(), accelerations_);
        const double enqueued = static_cast<double>(end - next_body_) * sources;
        next_body_ = end;
        return enqueued;
    }

    double done() const override { return static_cast<double>(next_body_) / static_cast<double>(bodies_); }
    const cl::Buffer& accelerations() const override { return accelerations_; }
    std::string description() const override {
        return "direct, " + std::string{variant_.name} + ", work-group " +
               std::to_string(geometry_.work_group) + ", " + std::to_string(geometry_.bodies_per_item) +
               (geometry_.bodies_per_item == 1 ? " body" : " bodies") + " per work-item";
    }

  private:
    static constexpr std::size_t gather_group = 64;

    // Never quite zero, so that a body's pair with itself, or with one on the same spot, gives a finite
    // number times a distance of zero, also where masses are as large as the whole system's.
    cl_float softening_squared() const {
        return static_cast<cl_float>(std::max(force_.softening * force_.softening, 1e-20));
    }

    cl::CommandQueue queue_;
    std::size_t bodies_;
    KernelVariant variant_;
    Geometry geometry_;
    std::size_t smallest_slice_;  // bodies: one work-group for every compute unit
    cl::Buffer positions_;
    cl::Buffer sources_;
    cl::Buffer accelerations_;
    cl::Kernel gather_;
    cl::Kernel accelerate_;
    cl::Kernel accelerate_with_potential_;
    Force force_;
    std::size_t source_count_ = 0;
    std::size_t next_body_ = 0;
};

}  // namespace

std::span<const KernelVariant> direct_variants() {
    return variants;
}

const KernelVariant& default_variant(const Device& device) {
    return device.type == "cpu" ? variants[1] : variants[0];
}

std::unique_ptr<Solver> make_direct_solver(const cl::Context& context, const Device& device,
                                           const cl::CommandQueue& queue, std::size_t bodies,
                                           const ReadSource& read, const KernelVariant& variant) {
    return std::make_unique<DirectSolver>(context, device, queue, bodies, read, variant);
}

}  // namespace milkomeda
