// How fast a device multiplies matrices, in each of the forms that one learns with.
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
    double operations_per_second = 0;  // 2 width^3, a multiplication and an addition each
    double rms_error = 0;              // sqrt(sum |dc|^2 / sum |c|^2), against double precision
};

// One row for each form. Throws std::runtime_error for a wrong product.
std::vector<MatrixTime> bench_matrix(const Device& device, const ReadAsset& read, std::size_t width);

}  // namespace milkomeda
