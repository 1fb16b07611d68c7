#include "compute/program.hpp"

#include <set>
#include <sstream>
#include <stdexcept>

namespace milkomeda {
namespace {

// One spelling of 1/sqrt(x) for each compiler, by measurement: NVIDIA turns rsqrt() into one instruction;
// on CPUs `1.0f / sqrt(x)` becomes the estimate and one Newton step, and rsqrt() a square root and a
// division.
std::string inverse_sqrt_option(const Device& device) {
    return device.type == "cpu" ? " -DINVERSE_SQRT(x)=(1.0f/sqrt(x))" : " -DINVERSE_SQRT(x)=rsqrt(x)";
}

void append(const ReadSource& read, const std::string& name, std::set<std::string>& included,
            std::string& text) {
    if (!included.insert(name).second) return;
    const std::string folder = name.substr(0, name.rfind('/') + 1);
    std::istringstream source{read(name)};
    int number = 0;
    for (std::string line; std::getline(source, line);) {
        ++number;
        constexpr std::string_view include = "#include \"";
        if (line.starts_with(include)) {
            const std::size_t length = line.find('"', include.size()) - include.size();
            append(read, folder + line.substr(include.size(), length), included, text);
            text += "#line " + std::to_string(number + 1) + " \"" + name + "\"\n";
        } else {
            text += line + '\n';
        }
    }
}

}  // namespace

std::string read_with_includes(const ReadSource& read, std::string_view name) {
    std::string text;
    std::set<std::string> included;
    append(read, std::string{name}, included, text);
    return text;
}

cl::Program build_program(const cl::Context& context, const Device& device, const ReadSource& read,
                          std::string_view name, const std::string& options) {
    cl::Program program{context, read_with_includes(read, name)};
    const std::string all = "-cl-std=CL1.2 -cl-fast-relaxed-math -cl-mad-enable -cl-denorms-are-zero" +
                            inverse_sqrt_option(device) + ' ' + options;
    try {
        program.build({device.handle}, all.c_str());
    } catch (const cl::BuildError& error) {
        std::string log;
        for (const auto& entry : error.getBuildLog()) log += entry.second;
        throw std::runtime_error(std::string{name} + " does not build for " + device.name + ":\n" + log);
    }
    return program;
}

}  // namespace milkomeda
