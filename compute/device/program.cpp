#include "compute/device/program.hpp"

namespace milkomeda {
namespace {

// One spelling of 1/sqrt(x) for each compiler, by measurement: NVIDIA turns rsqrt() into one instruction;
// on CPUs `1.0f / sqrt(x)` becomes the estimate and one Newton step, and rsqrt() a square root and a
// division.
std::string inverse_sqrt_option(const Device& device) {
    return device.type == "cpu" ? " -DINVERSE_SQRT(x)=(1.0f/sqrt(x))" : " -DINVERSE_SQRT(x)=rsqrt(x)";
}

bool is_blank(const std::string& log) {
    return log.find_first_not_of(std::string_view{" \t\r\n\0", 5}) == std::string::npos;
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
        if (error.err() != CL_BUILD_PROGRAM_FAILURE) throw;  // that is the device, not the kernel
        std::string log;
        for (const auto& entry : error.getBuildLog()) log += entry.second;
        throw KernelError(std::string{name} + " does not build for " + device.name +
                          (is_blank(log) ? ", and its driver does not say why" : ":\n" + log));
    }
    return program;
}

}  // namespace milkomeda
