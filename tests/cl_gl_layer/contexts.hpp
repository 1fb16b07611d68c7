// OpenCL contexts created for sharing with an OpenGL context.
#pragma once

#include <CL/cl.h>

namespace milkomeda::layer {

// Whether the context was created with the handles of an OpenGL context.
bool shares_with_gl(cl_context context);

}  // namespace milkomeda::layer
