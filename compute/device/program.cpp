#include "compute/device/program.hpp"

#include <fmt/format.h>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Defines INVERSE_SQRT as the spelling of 1/sqrt(x) that was measured to be fastest on each kind of device.
// NVIDIA turns rsqrt() into one instruction. CPU compilers turn `1.0f / sqrt(x)` into an estimate and one
// Newton step, but rsqrt() into a square root and a division.
std::string inverse_sqrt_option(const Device& device) {
    return device.type == "cpu" ? " -DINVERSE_SQRT(x)=(1.0f/sqrt(x))" : " -DINVERSE_SQRT(x)=rsqrt(x)";
}

// Returns the compiler's log, or an empty string if the driver does not provide the log.
std::string build_log(const cl::Program& program, const Device& device) try {
    return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(handle_of(device));
} catch (const cl::Error&) {
    return {};
}

// Returns the source file that an error line of the log names, or all files if no line names one file.
std::string culprit(const std::vector<std::string>& names, const std::string& log) {
    for (const std::string& line : split(log, '\n'))
        for (const std::string& name : names)
            if (line.find("error") != std::string::npos && line.find(name) != std::string::npos) return name;
    return join(names, {}, " + ");
}

}  // namespace

std::string definitions(std::initializer_list<std::pair<const char*, std::size_t>> numbers) {
    std::string options;
    for (const auto& [name, number] : numbers)
        if (number > 0) options += fmt::format(" -D{}={}", name, number);
    return options;
}

// Calls clBuildProgram directly. The wrapper's build() requests the log before it checks the error, and would
// report a failure to read the log instead of the build error.
cl::Program build_program(const cl::Context& context, const Device& device, const ReadAsset& read,
                          const std::vector<std::string>& names, const std::string& options) {
    cl::Program program{context, read_with_includes(read, names, LineDirective::with_file)};
    const std::string all = "-cl-std=CL1.2 -cl-fast-relaxed-math -cl-mad-enable -cl-denorms-are-zero" +
                            inverse_sqrt_option(device) + ' ' + options;
    const cl_int error = clBuildProgram(program(), 1, &device.id, all.c_str(), nullptr, nullptr);
    if (error == CL_SUCCESS) return program;
    if (error != CL_BUILD_PROGRAM_FAILURE) throw cl::Error(error, "clBuildProgram");
    const std::string log = build_log(program, device);
    throw KernelError(fmt::format("{} does not build for {}", culprit(names, log), device.name), log);
}

}  // namespace milkomeda
