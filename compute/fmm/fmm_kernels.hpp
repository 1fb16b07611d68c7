// Device, queue, kernel options and compiled kernels of the multipole method.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/device/program.hpp"
#include "compute/fmm/fmm_settings.hpp"
#include "compute/kernels/device_traits.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

// Work-group sizes of the kernels, numbers of array elements per work-item (`..._per_item`), and the number of bits of
// a radix sort digit. With FmmForm::vectors (CPUs), most work-groups consist of one work-item.
struct FmmGroups {
    unsigned box, sort, sort_per_item, digit_bits, scan, scan_per_item, node, row, far, near;
};

constexpr FmmGroups fmm_groups(FmmForm form) {
    return form == FmmForm::vectors ? FmmGroups{1, 1, 1, 8, 1, 4096, 1, 1, 1, 1}
                                    : FmmGroups{256, 256, 8, 8, 256, 8, 256, 32, 32, fmm_largest_leaf};
}

// Return the kernel form and the vector width in floats that suit a device.
inline FmmForm form_for(const Device& device) {
    return DeviceTraits{device}.wants_vectors ? FmmForm::vectors : FmmForm::lanes;
}
inline unsigned vector_width(const Device& device, FmmForm form) {
    return form == FmmForm::vectors ? DeviceTraits{device}.vector_width : 1;
}

// The context of a multipole sum. KernelContext::read must also supply the generated file "kernels/fmm/expansions.h".
struct FmmContext : KernelContext {
    FmmForm form;
    unsigned width;                             // floats per vector; 1 with FmmForm::lanes
    unsigned far_piece = 256, near_piece = 64;  // number of pairs in a piece of a long list (kernels/fmm/tree.h)
    FmmGroups groups = fmm_groups(form);
    std::shared_ptr<std::map<std::string, cl::Program>> programs =
        std::make_shared<std::map<std::string, cl::Program>>();

    bool in_vectors() const { return form == FmmForm::vectors; }

    // Builds the named files of kernels/fmm as one program. A second call with equal files returns the first call's
    // program.
    cl::Program build(std::vector<std::string> files) const {
        const std::string options = definitions({{"WIDTH", width},
                                                 {"FAR_PIECE", far_piece},
                                                 {"NEAR_PIECE", near_piece},
                                                 {"BOX_GROUP", groups.box},
                                                 {"SORT_GROUP", groups.sort},
                                                 {"SORT_PER_ITEM", groups.sort_per_item},
                                                 {"DIGIT_BITS", groups.digit_bits},
                                                 {"SCAN_GROUP", groups.scan},
                                                 {"SCAN_PER_ITEM", groups.scan_per_item},
                                                 {"NODE_GROUP", groups.node},
                                                 {"ROW_GROUP", groups.row},
                                                 {"FAR_GROUP", groups.far},
                                                 {"NEAR_GROUP", groups.near}});
        for (std::string& file : files) file.insert(0, "kernels/fmm/").append(".cl");
        cl::Program& program = (*programs)[join(files) + options];
        if (!program()) program = KernelContext::build(files, options);
        return program;
    }

    // Creates a buffer filled with zeros, so that reading elements that no kernel has written is harmless.
    template <typename Number>
    cl::Buffer buffer(std::size_t numbers) const {
        const std::size_t count = std::max<std::size_t>(1, numbers);
        cl::Buffer made = KernelContext::buffer<Number>(count);
        queue.enqueueFillBuffer(made, cl_uchar{0}, 0, count * sizeof(Number));
        return made;
    }
};

// Returns a context with a command queue of its own.
inline FmmContext fmm_context(const DeviceContext& device_context, const ReadAsset& read) {
    const Device& device = *device_context.device;
    const FmmForm form = form_for(device);
    return {{*device_context.context, device, {*device_context.context, handle_of(device)}, read},
            form,
            vector_width(device, form)};
}

// All kernels of the multipole method, in two programs: `series` depends on the expansion orders, `tree` does not. Two
// large programs build faster than many small programs, because the compiler reads OpenCL's own header for each
// program, which takes longer than compiling these kernels.
struct FmmPrograms {
    cl::Program tree, series{};
};
inline FmmPrograms build_fmm_programs(const FmmContext& context) {
    const bool vectors = context.in_vectors();
    return {context.build({"box", "keys", vectors ? "sort_serial" : "sort", "scan", "cells", "nodes", "thresholds",
                           "pieces", vectors ? "near_field_vector" : "near_field"}),
            context.build({"moments", "walk", vectors ? "far_field_vector" : "far_field", "downward"})};
}

// Returns the total size of the buffers in bytes; a null buffer counts as 0.
inline std::size_t bytes_of(std::initializer_list<cl::Buffer> buffers) {
    std::size_t bytes = 0;
    for (const cl::Buffer& buffer : buffers)
        if (buffer()) bytes += buffer.getInfo<CL_MEM_SIZE>();
    return bytes;
}

}  // namespace milkomeda
