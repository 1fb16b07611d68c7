#include "tests/cl_gl_layer/layer.hpp"

namespace milkomeda::layer {

const std::string_view name = "milkomeda: cl_khr_gl_sharing by copying";

void install(cl_icd_dispatch& table) {
    install_contexts(table);
    install_shared_buffers(table);
    install_guards(table);
}

}  // namespace milkomeda::layer
