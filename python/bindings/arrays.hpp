// Arrays of numpy: checks of the arguments, and views of particle sets.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda::python {

namespace py = pybind11;

// Returns an array of numpy as it is, and other values as a float64 array. Throws UsageError if the values are not
// numbers, or if numbers of a masked array are masked. `name` is the argument's name in messages.
py::array array_of(const py::object& values, const std::string& name);
// Returns a Python number. Throws UsageError for other values.
double number_of(const py::object& value, const std::string& name);

// Throws UsageError unless `array` contains float32 or float64 numbers and has this shape. A shape of -1 allows any
// length of at least 1.
void require_shape(const py::array& array, const std::string& name, const std::vector<py::ssize_t>& shape);
// Throws UsageError that names the first row with an infinite number or NaN, if there is one.
void require_finite(const py::array& array, const std::string& name);
// Calls both functions.
void require_numbers(const py::array& array, const std::string& name, const std::vector<py::ssize_t>& shape);

// Returns a float64 copy of `array`, which require_numbers() has accepted, without a copy if it is such an array.
py::array_t<double, py::array::c_style> in_double(const py::array& array);

// Returns a read-only view of the x, y and z of `rows`, or of the fourth numbers. `owner` keeps the memory alive.
py::array vectors_of(const std::vector<Float4>& rows, const std::shared_ptr<const ParticleSet>& owner);
py::array fourth_of(const std::vector<Float4>& rows, const std::shared_ptr<const ParticleSet>& owner);
// Returns a read-only view of the ids.
py::array ids_of(const std::shared_ptr<const ParticleSet>& particles);

}  // namespace milkomeda::python
