// The frame that OpenCL layers of the tests are built in: between the program and the driver, or the next
// layer.
#pragma once

#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include <string_view>

namespace milkomeda::layer {

// Each layer has a name and puts its own functions into the table that the program's calls go through.
extern const std::string_view name;
void install(cl_icd_dispatch& table);

// The calls of the driver (or of the next layer), for all that the layer does not do itself.
const cl_icd_dispatch& driver();

// For calls that hand out their error by pointer: sets it, and is the null object they return.
inline decltype(nullptr) fail(cl_int* error_out, cl_int error) {
    if (error_out != nullptr) *error_out = error;
    return nullptr;
}

// The answer of every clGet...Info call: its size, its bytes, each only if asked for.
cl_int answer(const void* value, size_t size, size_t capacity, void* value_out, size_t* size_out);

}  // namespace milkomeda::layer
