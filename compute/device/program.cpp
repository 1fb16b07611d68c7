#include "compute/device/program.hpp"

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// One spelling of 1/sqrt(x) for each compiler, by measurement: NVIDIA turns rsqrt() into one instruction;
// on CPUs `1.0f / sqrt(x)` becomes the estimate and one Newton step, and rsqrt() a square root and a
// division.
std::string inverse_sqrt_option(const Device& device) {
    return device.type == "cpu" ? " -DINVERSE_SQRT(x)=(1.0f/sqrt(x))" : " -DINVERSE_SQRT(x)=rsqrt(x)";
}

// What the compiler has to say, if the driver has kept it.
std::string build_log(const cl::Program& program, const Device& device) try {
    return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(handle_of(device));
} catch (const cl::Error&) {
    return {};
}

// The source that a line of the log about an error names; all of them where there is none.
std::string culprit(const std::vector<std::string>& names, const std::string& log) {
    for (const std::string& line : split(log, '\n'))
        for (const std::string& name : names)
            if (line.find("error") != std::string::npos && line.find(name) != std::string::npos) return name;
    return join(names, {}, " + ");
}

}  // namespace

// The wrapper's build() asks for a log before it looks at the error, and reports the log's error instead.
cl::Program build_program(const cl::Context& context, const Device& device, const ReadAsset& read,
                          const std::vector<std::string>& names, const std::string& options) {
    cl::Program program{context, read_with_includes(read, names, LineDirective::with_file)};
    const std::string all = "-cl-std=CL1.2 -cl-fast-relaxed-math -cl-mad-enable -cl-denorms-are-zero" +
                            inverse_sqrt_option(device) + ' ' + options;
    const cl_int error = clBuildProgram(program(), 1, &device.id, all.c_str(), nullptr, nullptr);
    if (error == CL_SUCCESS) return program;
    if (error != CL_BUILD_PROGRAM_FAILURE) throw cl::Error(error, "clBuildProgram");
    const std::string log = build_log(program, device);
    throw KernelError(culprit(names, log) + " does not build for " + device.name, log);
}

}  // namespace milkomeda
