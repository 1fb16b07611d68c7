// Common part of the OpenCL layers of the tests. A layer sits between the program and the driver or the next
// layer.
#pragma once

#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include <string_view>

namespace milkomeda::layer {

// Each layer has a name and installs its functions into the table of functions that the program calls.
extern const std::string_view name;
void install(cl_icd_dispatch& table);

// Functions of the driver or the next layer, for all calls that the layer does not handle.
const cl_icd_dispatch& driver();

// For calls that return their error by pointer: sets the error and returns the null object.
inline decltype(nullptr) fail(cl_int* error_out, cl_int error) {
    if (error_out != nullptr) *error_out = error;
    return nullptr;
}

// Answers a clGet...Info call: writes the size and the bytes, each only if requested.
cl_int answer(const void* value, size_t size, size_t capacity, void* value_out, size_t* size_out);

}  // namespace milkomeda::layer
