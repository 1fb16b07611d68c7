// Common part of the OpenCL layers of the tests. A layer is a library that receives the OpenCL calls of a program
// before the driver or the next layer receives them.
#pragma once

#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include <string_view>

namespace milkomeda::layer {

// Each layer defines a name, and a function that replaces entries of the function table that programs call.
extern const std::string_view name;
void install(cl_icd_dispatch& table);

// Returns the functions of the driver or of the next layer, to which a layer passes its calls.
const cl_icd_dispatch& driver();

// Sets the error of a call that returns its error by pointer, and returns the null object.
inline decltype(nullptr) fail(cl_int* error_out, cl_int error) {
    if (error_out != nullptr) *error_out = error;
    return nullptr;
}

// Writes the answer to a clGet...Info call: the size and the value, to each output that is not null.
cl_int answer(const void* value, size_t size, size_t capacity, void* value_out, size_t* size_out);

}  // namespace milkomeda::layer
