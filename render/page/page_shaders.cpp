#include "render/page/page_shaders.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace milkomeda {
namespace {

constexpr std::string_view web_head =
    "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n#define PAGE\n";

constexpr const char* screen = "shaders/gl/screen.vert";

struct ProgramFiles {
    const char *name, *vertex, *fragment, *definitions;
};

constexpr ProgramFiles program_files[] = {
    {"particles", "shaders/particles/star.vert", "shaders/particles/star.frag",
     "#define DUST\n#define DUST_IN_PIXELS\n"},
    {"clusters", "shaders/particles/star.vert", "shaders/particles/star.frag", "#define CLUSTERS\n#define DUST\n"},
    {"stars", "shaders/particles/star.vert", "shaders/particles/star.frag", "#define STARS\n#define DUST\n"},
    {"clouds", "shaders/dust/cloud.vert", "shaders/particles/star.frag", ""},
    {"galaxies", "shaders/sky/sky.vert", "shaders/sky/sky_galaxy.frag", ""},
    {"foreground", "shaders/sky/sky.vert", "shaders/sky/sky_star.frag", "#define STARS\n"},
    {"along_rows", screen, "shaders/low_resolution/spline.frag", ""},
    {"along_columns", screen, "shaders/low_resolution/spline.frag", "#define COLUMNS\n"},
    {"reduce", screen, "shaders/hdr/reduce.frag", ""},
    {"blur", screen, "shaders/hdr/blur.frag", ""},
    {"logarithm", screen, "shaders/hdr/logarithm.frag", ""},
    {"local_line", screen, "shaders/hdr/local_line.frag", ""},
    {"points", "shaders/page/point.vert", "shaders/page/point.frag", ""},
};

// Returns the line without its comment and its indentation.
std::string_view bare(std::string_view line) {
    line = line.substr(0, line.find("//"));
    const std::size_t first = line.find_first_not_of(' '), last = line.find_last_not_of(' ');
    return first == std::string_view::npos ? std::string_view{} : line.substr(first, last - first + 1);
}

}  // namespace

std::string web_shader(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    std::istringstream lines{shader_source(read, file, definitions).text};
    std::string text{web_head};
    for (std::string line; std::getline(lines, line);) {
        const std::string_view code = bare(line);
        if (code.empty() || code.starts_with("#version") || code.starts_with("#line")) continue;
        text.append(code).append("\n");
    }
    return text;
}

std::vector<PageProgram> page_programs(const ReadAsset& read, ToneCurve curve) {
    std::vector<PageProgram> programs;
    const auto add = [&](const std::string& name, const char* vertex, const char* fragment, const std::string& lines) {
        programs.push_back({name, web_shader(read, vertex, lines), web_shader(read, fragment, lines)});
    };
    for (const ProgramFiles& files : program_files) add(files.name, files.vertex, files.fragment, files.definitions);
    add("tone", screen, "shaders/hdr/tonemap.frag", fmt::format("#define TONE_CURVE {}\n", static_cast<int>(curve)));
    return programs;
}

}  // namespace milkomeda
