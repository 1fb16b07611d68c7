// Functions that install the replaced calls of this layer, one for each subject.
#pragma once

#include "tests/cl_layer/frame.hpp"

namespace milkomeda::layer {

void install_contexts(cl_icd_dispatch& table);
void install_shared_buffers(cl_icd_dispatch& table);
void install_guards(cl_icd_dispatch& table);

}  // namespace milkomeda::layer
