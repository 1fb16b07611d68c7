#include "compute/device/program.hpp"

#include "data/base/build_error.hpp"

namespace milkomeda {
namespace {

// One spelling of 1/sqrt(x) for each compiler, by measurement: NVIDIA turns rsqrt() into one instruction;
// on CPUs `1.0f / sqrt(x)` becomes the estimate and one Newton step, and rsqrt() a square root and a
// division.
std::string inverse_sqrt_option(const Device& device) {
    return device.type == "cpu" ? " -DINVERSE_SQRT(x)=(1.0f/sqrt(x))" : " -DINVERSE_SQRT(x)=rsqrt(x)";
}

}  // namespace

cl::Program build_program(const cl::Context& context, const Device& device, const ReadAsset& read,
                          std::string_view name, const std::string& options) {
    cl::Program program{context, read_with_includes(read, name, LineDirective::with_file)};
    const std::string all = "-cl-std=CL1.2 -cl-fast-relaxed-math -cl-mad-enable -cl-denorms-are-zero" +
                            inverse_sqrt_option(device) + ' ' + options;
    try {
        program.build({handle_of(device)}, all.c_str());
    } catch (const cl::BuildError& error) {
        std::string log;
        for (const auto& entry : error.getBuildLog()) log += entry.second;
        throw BuildError(std::string{name} + " does not build for " + device.name, log);
    }
    return program;
}

}  // namespace milkomeda
