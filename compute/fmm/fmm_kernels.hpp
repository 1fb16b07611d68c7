// Where the multipole method works, and its kernels.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>

#include "compute/device/program.hpp"
#include "compute/fmm/fmm_settings.hpp"

namespace milkomeda {

struct FmmPlace {
    cl::Context context;
    Device device;
    cl::CommandQueue queue;
    ReadAsset read;  // knows also "kernels/fmm/expansions.h"
    FmmForm form;
    unsigned width;                             // lanes of a vector; 1 in FmmForm::lanes
    unsigned far_piece = 256, near_piece = 64;  // pairs; near_piece at most fmm_largest_leaf
    std::shared_ptr<std::map<std::string, cl::Program>> programs =
        std::make_shared<std::map<std::string, cl::Program>>();

    bool in_vectors() const { return form == FmmForm::vectors; }

    // The program of kernels/fmm/NAME.cl, for groups of so many items and so much work for each; built once.
    cl::Program build(const std::string& name, std::size_t work_group = 1, std::size_t per_item = 1,
                      const std::string& more = {}) const {
        const std::string options =
            "-DWIDTH=" + std::to_string(width) + " -DWORK_GROUP=" + std::to_string(work_group) +
            " -DPER_ITEM=" + std::to_string(per_item) + " -DFAR_PIECE=" + std::to_string(far_piece) +
            " -DNEAR_PIECE=" + std::to_string(near_piece) + ' ' + more;
        cl::Program& program = (*programs)[name + ' ' + options];
        if (!program())
            program = build_program(context, device, read, "kernels/fmm/" + name + ".cl", options);
        return program;
    }

    // Filled with zeros, so that what a kernel reads before anything is written there is harmless.
    template <typename Number>
    cl::Buffer buffer(std::size_t numbers) const {
        cl::Buffer made{context, CL_MEM_READ_WRITE, std::max<std::size_t>(1, numbers) * sizeof(Number)};
        queue.enqueueFillBuffer(made, cl_uchar{0}, 0, std::max<std::size_t>(1, numbers) * sizeof(Number));
        return made;
    }
};

// That these buffers hold; those that are not made yet hold none.
inline std::size_t bytes_of(std::initializer_list<cl::Buffer> buffers) {
    std::size_t bytes = 0;
    for (const cl::Buffer& buffer : buffers)
        if (buffer()) bytes += buffer.getInfo<CL_MEM_SIZE>();
    return bytes;
}

}  // namespace milkomeda
