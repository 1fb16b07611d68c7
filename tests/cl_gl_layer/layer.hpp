// The two ends of the layer: the driver below it, and the calls that it takes over.
#pragma once

#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

namespace milkomeda::layer {

// The calls of the driver (or of the next layer), for all that the layer does not do itself.
const cl_icd_dispatch& driver();

// Each subject puts its own functions into the table that the program's calls go through.
void install_contexts(cl_icd_dispatch& table);
void install_shared_buffers(cl_icd_dispatch& table);
void install_guards(cl_icd_dispatch& table);

// For calls that hand out their error by pointer: sets it, and is the null object they return.
inline decltype(nullptr) fail(cl_int* error_out, cl_int error) {
    if (error_out != nullptr) *error_out = error;
    return nullptr;
}

// The answer of every clGet...Info call: its size, its bytes, each only if asked for.
cl_int answer(const void* value, size_t size, size_t capacity, void* value_out, size_t* size_out);

}  // namespace milkomeda::layer
