// Measures the rate at which a device multiplies matrices with each kernel in matrix_forms.
#pragma once

#include <string_view>
#include <vector>

#include "compute/device/device.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

struct MatrixTime {
    std::string_view form;
    std::size_t width = 0;
    double seconds = 0;
    double operations_per_second = 0;  // additions and multiplications per second; 2 width^3 per matrix product
    double rms_error = 0;              // relative error compared with a product in double precision
};

// Returns one result per kernel. Throws std::runtime_error if a product is wrong.
std::vector<MatrixTime> bench_matrix(const Device& device, const ReadAsset& read, std::size_t width);

}  // namespace milkomeda
