// Functions that put this layer's replacements of OpenCL calls into the function table.
#pragma once

#include "tests/cl_layer/frame.hpp"

namespace milkomeda::layer {

void install_contexts(cl_icd_dispatch& table);
void install_shared_buffers(cl_icd_dispatch& table);
void install_guards(cl_icd_dispatch& table);

}  // namespace milkomeda::layer
