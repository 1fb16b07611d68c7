// The shaders of this program in the language of WebGL2 (GLSL ES 3.00), for web pages (docs/page.md).
#pragma once

#include <string>
#include <vector>

#include "render/gl/shader.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct PageProgram {
    std::string name;  // name of the program in assets/page/picture.js
    std::string vertex, fragment;
};

// Returns the text of a shader in GLSL ES 3.00, without comments. `read` and `definitions` as in shader_source().
std::string web_shader(const ReadAsset& read, const std::string& file, const std::string& definitions = "");

// Returns all programs that a page uses to draw pictures with this tone curve.
std::vector<PageProgram> page_programs(const ReadAsset& read, ToneCurve curve);

}  // namespace milkomeda
