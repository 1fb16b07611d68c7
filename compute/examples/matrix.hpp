// Beginner's example: the product of two square matrices on an OpenCL device, with two kernels.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "compute/device/program.hpp"

namespace milkomeda {

struct MatrixForm {
    std::string_view name;
    std::string_view source;
    std::string_view idea;  // description of the method, one line for the user
};
inline constexpr std::array<MatrixForm, 2> matrix_forms{{
    {"simple", "kernels/examples/matrix_simple.cl", "one element per work-item, all data in global memory"},
    {"tiled", "kernels/examples/matrix_tiled.cl", "a work-group shares tiles in local memory"},
}};

// Computes C = A B. Matrices have width x width elements, stored row after row.
class MatrixProduct {
  public:
    // Builds the kernel; throws KernelError.
    MatrixProduct(const KernelContext& context, const MatrixForm& form);

    void set(const std::vector<float>& a, const std::vector<float>& b, std::size_t width);
    void enqueue();
    std::vector<float> read() const;

  private:
    KernelContext context_;
    // Edge of a square work-group in work-items: 16 if the device allows groups of 256 work-items, else 8.
    std::size_t tile_;
    cl::Kernel multiply_;
    std::size_t width_ = 0;
    cl::Buffer a_, b_, c_;
};

}  // namespace milkomeda
