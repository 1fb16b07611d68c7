// milkomeda.forces(): accelerations and potentials of arrays.
#pragma once

#include <pybind11/numpy.h>

#include <string>

namespace milkomeda::python {

namespace py = pybind11;

struct ForceArguments {
    py::array positions, masses;
    double softening, gravity;
    std::string accuracy, device;
    py::object out;  // array for the results, or None
};

// Returns an array of shape (N, 4): accelerations in the columns 0 to 2, potentials in column 3. The number type is
// that of the positions. Throws UsageError for invalid arguments, and std::runtime_error without a device. The newest
// device memory and kernels stay allocated for the next call with equal accuracy, device and number of bodies.
py::array forces(const ForceArguments& arguments);

}  // namespace milkomeda::python
