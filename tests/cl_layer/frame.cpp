// Entry points of a layer for the OpenCL loader (OpenCL-ICD-Loader, README, "About Layers"). The loader
// passes the table of driver functions and receives the table of functions that programs call.
#include "tests/cl_layer/frame.hpp"

#include <CL/cl_layer.h>

#include <algorithm>
#include <cstring>

namespace milkomeda::layer {
namespace {

cl_icd_dispatch driver_table{};
cl_icd_dispatch layer_table{};

}  // namespace

const cl_icd_dispatch& driver() { return driver_table; }

cl_int answer(const void* value, size_t size, size_t capacity, void* value_out, size_t* size_out) {
    if (size_out != nullptr) *size_out = size;
    if (value_out == nullptr) return CL_SUCCESS;
    if (capacity < size) return CL_INVALID_VALUE;
    std::memcpy(value_out, value, size);
    return CL_SUCCESS;
}

}  // namespace milkomeda::layer

using namespace milkomeda::layer;

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t capacity,
                                                                                    void* value_out, size_t* size_out) {
    constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    switch (what) {
        case CL_LAYER_API_VERSION:
            return answer(&version, sizeof version, capacity, value_out, size_out);
        case CL_LAYER_NAME:
            return answer(name.data(), name.size() + 1, capacity, value_out, size_out);
        default:
            return CL_INVALID_VALUE;
    }
}

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL clInitLayer(cl_uint entries,
                                                                                 const cl_icd_dispatch* target,
                                                                                 cl_uint* entries_out,
                                                                                 const cl_icd_dispatch** table_out) {
    if (target == nullptr || entries_out == nullptr || table_out == nullptr) return CL_INVALID_VALUE;
    // The loader may be older or newer than these headers, so only the part that both tables have in common is copied.
    const size_t size = std::min(entries * sizeof(void*), sizeof layer_table);
    std::memcpy(&driver_table, target, size);
    layer_table = driver_table;
    install(layer_table);
    *entries_out = static_cast<cl_uint>(size / sizeof(void*));
    *table_out = &layer_table;
    return CL_SUCCESS;
}
