#include "python/bindings/arrays.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/usage_error.hpp"
#include "data/text/text.hpp"

namespace milkomeda::python {

using namespace py::literals;

namespace {

std::string text_of(const std::vector<py::ssize_t>& shape) {
    const auto name = [](py::ssize_t length) { return length < 0 ? std::string{"N"} : std::to_string(length); };
    return "(" + join(shape, name) + (shape.size() == 1 ? ",)" : ")");
}

template <typename Number>
void require_finite_numbers(const py::array& array, const std::string& name) {
    const auto refuse = [&](py::ssize_t row, double value) {
        throw UsageError(fmt::format("{}: row {} contains {}; all numbers must be finite", name, row, value));
    };
    if (array.ndim() == 1) {
        const auto values = array.unchecked<Number, 1>();
        for (py::ssize_t i = 0; i < values.shape(0); ++i)
            if (!std::isfinite(values(i))) refuse(i, static_cast<double>(values(i)));
    } else {
        const auto values = array.unchecked<Number, 2>();
        for (py::ssize_t i = 0; i < values.shape(0); ++i)
            for (py::ssize_t k = 0; k < values.shape(1); ++k)
                if (!std::isfinite(values(i, k))) refuse(i, static_cast<double>(values(i, k)));
    }
}

// Returns an object that keeps the particle set alive for numpy.
py::capsule keeper(const std::shared_ptr<const ParticleSet>& owner) {
    using Held = std::shared_ptr<const ParticleSet>;
    return {new Held{owner}, [](void* held) { delete static_cast<Held*>(held); }};
}

py::array read_only(py::array array) {
    array.attr("flags").attr("writeable") = false;
    return array;
}

}  // namespace

py::array array_of(const py::object& values, const std::string& name) {
    if (!py::isinstance<py::array>(values)) try {
            return py::module_::import("numpy").attr("asarray")(values, "dtype"_a = "float64");
        } catch (const py::error_already_set& error) {
            if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
            throw UsageError(fmt::format("{}: {}", name, py::cast<std::string>(py::str(error.value()))));
        }
    if (py::module_::import("numpy.ma").attr("is_masked")(values).cast<bool>())
        throw UsageError(name + ": the array has masked numbers; pass only the rows without masked numbers");
    return py::reinterpret_borrow<py::array>(values);
}

double number_of(const py::object& value, const std::string& name) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() == nullptr) return number;
    PyErr_Clear();
    const py::object text = py::module_::import("reprlib").attr("repr")(value);
    throw UsageError(fmt::format("{}: a number is required, not {}", name, py::cast<std::string>(text)));
}

void require_shape(const py::array& array, const std::string& name, const std::vector<py::ssize_t>& shape) {
    const std::vector<py::ssize_t> found{array.shape(), array.shape() + array.ndim()};
    bool fits = found.size() == shape.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = shape[i] < 0 || found[i] == shape[i];
    if (!fits)
        throw UsageError(fmt::format("{}: the shape is {}, but must be {}", name, text_of(found), text_of(shape)));
    if (array.size() == 0) throw UsageError(fmt::format("{}: the array is empty; at least one body is required", name));
    if (!array.dtype().equal(py::dtype::of<float>()) && !array.dtype().equal(py::dtype::of<double>()))
        throw UsageError(fmt::format("{}: the dtype is {}, but must be float32 or float64; convert with astype(float)",
                                     name, py::cast<std::string>(py::str(py::handle{array.dtype()}))));
}

void require_finite(const py::array& array, const std::string& name) {
    if (array.itemsize() == sizeof(float))
        require_finite_numbers<float>(array, name);
    else
        require_finite_numbers<double>(array, name);
}

void require_numbers(const py::array& array, const std::string& name, const std::vector<py::ssize_t>& shape) {
    require_shape(array, name, shape);
    require_finite(array, name);
}

py::array_t<double, py::array::c_style> in_double(const py::array& array) {
    return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
}

py::array vectors_of(const std::vector<Float4>& rows, const std::shared_ptr<const ParticleSet>& owner) {
    const auto count = static_cast<py::ssize_t>(rows.size());
    return read_only(py::array{py::dtype::of<float>(),
                               {count, py::ssize_t{3}},
                               {py::ssize_t{sizeof(Float4)}, py::ssize_t{sizeof(float)}},
                               rows.data(),
                               keeper(owner)});
}

py::array fourth_of(const std::vector<Float4>& rows, const std::shared_ptr<const ParticleSet>& owner) {
    return read_only(py::array{py::dtype::of<float>(),
                               {static_cast<py::ssize_t>(rows.size())},
                               {py::ssize_t{sizeof(Float4)}},
                               rows.empty() ? nullptr : &rows.data()->w,
                               keeper(owner)});
}

py::array ids_of(const std::shared_ptr<const ParticleSet>& particles) {
    return read_only(py::array{py::dtype::of<std::uint32_t>(),
                               {static_cast<py::ssize_t>(particles->ids.size())},
                               {py::ssize_t{sizeof(std::uint32_t)}},
                               particles->ids.data(),
                               keeper(particles)});
}

}  // namespace milkomeda::python
