// Functions that install the calls that this layer replaces, one function for each subject.
#pragma once

#include "tests/cl_layer/frame.hpp"

namespace milkomeda::layer {

void install_contexts(cl_icd_dispatch& table);
void install_shared_buffers(cl_icd_dispatch& table);
void install_guards(cl_icd_dispatch& table);

}  // namespace milkomeda::layer
